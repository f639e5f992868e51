import { rateLimit } from '../../accounts/rate-limit.ts';
import { StorageBusy } from '../../core/storage.ts';
import type { Gateway, GatewayParts } from '../gateway.ts';
import { AbsentPeople } from './absent-people.ts';
import { type Draw, Drawing } from './drawing.ts';
import { Encoder } from './encoder.ts';
import { addFiles } from './files.ts';
import { FirstFrames } from './first-frames.ts';
import { Front } from './front.ts';
import { addHostRoutes } from './host.ts';
import { firstHostToken, hasHostToken } from './host-token.ts';
import { knownOf } from './known.ts';
import { pageLinks } from './page-links.ts';
import { addPictures } from './pictures.ts';
import { PrivateTables } from './private-tables.ts';
import { addProfiles } from './profiles.ts';
import { busyFrame, encode } from './protocol.ts';
import { addResults } from './results.ts';
import { addRoutes } from './routes.ts';
import { addRules } from './rules.ts';
import { Session } from './session.ts';
import { addStandings } from './standings.ts';
import { addTables } from './tables.ts';

export interface WebParts extends GatewayParts {
  /** Where the built site is. */
  site: string;
  /** Draws its pages for their documents; undefined where that was not built. */
  draw: Promise<Draw | undefined>;
  /** Real milliseconds per millisecond of match time. */
  scale: number;
  /** Says the host's token, once, at the first start; absent: it is made by a command. */
  announceHost?(token: string): void;
}

const NAME = 'web';
const LONGEST_FRAME = 64 * 1024;
const MOST_PENDING = 100;

/** People's way in: the site, what it reads, one socket per page, and the host's page. */
export function webGateway(parts: WebParts): Gateway {
  const { arena, clock, sockets, documents, log, addressOf } = parts;
  const front = new Front(
    arena,
    clock,
    (err) => log.error({ err }, 'the front page failed'),
    () => parts.house.exhibit(),
  );
  const fault = (err: unknown) => log.error({ err }, 'a page’s message failed');
  addRoutes(parts);
  addProfiles(parts);
  addResults(parts);
  addRules(parts);
  addTables(parts);
  addStandings(parts);
  addHostRoutes(parts, front);
  const closePictures = addPictures(parts);
  const encoder = new Encoder();
  addFiles({
    ...parts,
    known: knownOf(parts),
    links: pageLinks(parts),
    first: new FirstFrames({ ...parts, front, encoder, drawing: new Drawing(parts.draw) }),
  });

  const tables = new PrivateTables(parts);
  const absent = new AbsentPeople({ arena, clock, leave: (table, person) => tables.leave(table, person), fault });
  const shared = {
    ...parts,
    front,
    fault,
    tables,
    absent,
    encoder,
    deeds: rateLimit(clock, { perMinute: 30, burst: 30 }),
  };
  sockets.add('/live', {
    gateway: NAME,
    maxFrame: LONGEST_FRAME,
    own: true,
    admit: async (request) => addressOf(request),
    open(wire, address) {
      const session = new Session(shared, address, wire);
      let pending = 0;
      let last = Promise.resolve();
      return {
        receive(text) {
          if (++pending > MOST_PENDING) return wire.close(1008, 'too many messages');
          last = last
            .then(() => session.receive(text))
            .catch((error) => {
              if (error instanceof StorageBusy) wire.send(encode(busyFrame(error)));
              else fault(error);
            })
            .finally(() => pending--);
        },
        tooMuch: () => wire.send(encode({ type: 'error', error: 'Too many messages.' })),
        closed: () => session.close(),
      };
    },
  });

  return {
    name: NAME,
    async start() {
      await front.start();
      await parts.draw;
      // Of several nodes another may have the page.
      if (!parts.nodes) await absent.start();
      if (parts.announceHost) {
        const token = await firstHostToken(documents);
        if (token !== undefined) parts.announceHost(token);
      } else if (!(await hasHostToken(documents)))
        log.info("no token for the host's page yet; crossplay host-token makes one");
    },
    async stop() {
      front.stop();
      absent.stop();
      await closePictures();
    },
  };
}
