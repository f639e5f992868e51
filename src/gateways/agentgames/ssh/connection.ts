import type { AuthContext, Connection, PseudoTtyInfo, ServerChannel, Session as SshSession } from 'ssh2';
import { COST } from '../../budget.ts';
import { countedAs } from '../../client-address.ts';
import type { Size } from '../hub/line.ts';
import type { Line, Player, Session } from '../session.ts';
import { authenticate, type KeyOwner, type Visitor } from './authentication.ts';
import { type HubVisit, openHubChannel, type Terminal } from './hub-channel.ts';
import type { Link } from './link.ts';
import { openPlayChannel } from './play-channel.ts';

const MOST_TRIES = 20;
const MOST_SESSIONS = 10;
const IDLE_FOR = 30_000;
const SESSION = 50;
const REKEYING = 200;
const NEEDS_TERMINAL = 'This is for people and needs a terminal. Agents connect as game@ instead.\n';

export interface Doors {
  ownerOf: KeyOwner;
  /** Somebody who plays came in from there. */
  seen(agent: string, address: string): void;
  /** The connection is that account's, and ends when it is shut out. @returns it is over */
  own(agent: string, end: () => void): () => void;
  play(player: Player, line: Line, game: string | undefined): Session;
  /** Undefined: the hub is full. */
  hub(terminal: Terminal, player: Player | undefined, address: string): HubVisit | undefined;
}

/** One SSH connection: who it is, and its sessions. */
export function serveConnection(connection: Connection, link: Link, doors: Doors): void {
  let visitor: Visitor | undefined;
  let tries = 0;
  let sessions = 0;
  let idle: NodeJS.Timeout | undefined;

  const restIdle = (): void => {
    idle = setTimeout(() => connection.end(), IDLE_FOR);
  };
  const refuse = (): void => link.drop();

  connection.on('error', () => {});
  connection.on('close', () => clearTimeout(idle));
  connection.on('authentication', (attempt: AuthContext) => {
    if (++tries > MOST_TRIES) return refuse();
    const enter = (who: Visitor): void => {
      visitor = who;
      if (who.player) doors.seen(who.player.id, countedAs(link.address));
    };
    authenticate(attempt, doors.ownerOf, tries === 1, enter).catch(refuse);
  });
  connection.on('ready', () => {
    if (visitor?.player) {
      if (!link.belongTo(visitor.player.id)) return refuse();
      connection.once(
        'close',
        doors.own(visitor.player.id, () => connection.end()),
      );
    }
    restIdle();
  });
  connection.on('request', (_accept, reject) => link.charge(COST.request) && reject?.());
  connection.on('tcpip', (_accept, reject) => link.charge(COST.request) && reject());
  connection.on('rekey', () => link.charge(REKEYING));
  connection.on('session', (accept, reject) => {
    if (!link.charge(SESSION) || !visitor || sessions >= MOST_SESSIONS) return reject();
    sessions++;
    clearTimeout(idle);
    serveSession(accept(), link, doors, visitor, () => {
      if (--sessions === 0) restIdle();
    });
  });
}

function serveSession(session: SshSession, link: Link, doors: Doors, visitor: Visitor, closed: () => void): void {
  let size: Size | undefined;
  let visit: HubVisit | undefined;
  let started = false;

  const begin = (accept: () => ServerChannel, command: string | undefined): void => {
    if (started) return;
    started = true;
    const channel = accept();
    channel.on('error', () => {});
    channel.stderr.on('error', () => {});
    if (visitor.at === 'play') {
      openPlayChannel(channel, link, size !== undefined, (line) => doors.play(visitor.player, line, command));
    } else if (!size) {
      channel.stderr.write(NEEDS_TERMINAL);
      link.end(channel, 1);
      channel.resume();
    } else {
      visit = openHubChannel(channel, link, size, (terminal) =>
        doors.hub(terminal, visitor.player, countedAs(link.address)),
      );
    }
  };

  session.on('pty', (accept, _reject, info: PseudoTtyInfo) => {
    size = sizeOf(info);
    accept?.();
  });
  session.on('window-change', (accept, _reject, info) => {
    if (!link.charge(COST.request)) return;
    if (size) Object.assign(size, sizeOf(info));
    visit?.resize();
    accept?.();
  });
  // Whatever follows the game's id is nothing to us.
  session.on('exec', (accept, _reject, { command }) => begin(accept, command.trim().split(/\s+/, 1)[0]));
  session.on('shell', (accept) => begin(accept, undefined));
  session.on('close', closed);
}

const MOST_CELLS = 500;
const bounded = (value: number, otherwise: number): number => (value > 0 ? Math.min(value, MOST_CELLS) : otherwise);
const sizeOf = ({ cols, rows }: { cols: number; rows: number }): Size => ({
  columns: bounded(cols, 80),
  rows: bounded(rows, 24),
});
