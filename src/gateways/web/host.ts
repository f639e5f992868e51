import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { organisersOf } from '../../accounts/organisers.ts';
import { pastLines, readPastWish } from '../../core/past-rows.ts';
import type { Deed } from '../../core/storage.ts';
import type { GatewayParts } from '../gateway.ts';
import { bearerOf } from '../sockets.ts';
import type { Front } from './front.ts';
import { purseJson } from './host-purse.ts';
import { isHostToken } from './host-token.ts';
import type { Answering } from './json.ts';

const AGENTS_A_PAGE = 100;
const LATEST_DEEDS = 200;

/** The host's page: figures, agents, matches, and a log of what was done with them. Every route needs the host's token. */
export function addHostRoutes(parts: GatewayParts, front: Front): void {
  const { http, arena, accounts, audit, log, documents, reads, sockets, clock, protocols, shutOut, addressOf } = parts;
  const { purse, endTakenBack } = parts;
  const since = clock.now();

  const forHost = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { failuresOfAddress } = accounts.limits;
    if (await isHostToken(documents, bearerOf(request))) return undefined;
    const address = addressOf(request);
    if (failuresOfAddress.take(address)) return reply.code(401).send({ error: 'This needs the host’s token.' });
    const wait = failuresOfAddress.wait(address);
    return reply.code(429).header('retry-after', wait).send({ error: 'Too many failures. Please wait.' });
  };
  const guarded = { preHandler: forHost };

  const organisers = organisersOf(documents);
  const byHost = (deed: Omit<Deed, 'actor'>): Deed => ({ actor: 'host', ...deed });
  const say = (deed: Deed): void => log.info(deed, 'host');
  const note = async (given: Omit<Deed, 'actor'>): Promise<void> => {
    const deed = byHost(given);
    await audit.add({ at: clock.now(), ...deed });
    say(deed);
  };

  http.get<Answering<'host'>>('/api/v1/host', guarded, async () => {
    const live = await arena.live();
    return {
      since,
      memory: process.memoryUsage().rss,
      live: live.length,
      games: await Promise.all(
        arena.games.map(async ({ id, title }) => ({
          id,
          title,
          live: live.filter(({ game }) => game === id).length,
          waiting: (await arena.lobby.waiting(id)).length,
        })),
      ),
      sockets: protocols.map(({ name }) => ({ gateway: name, open: sockets.count(name) })),
      nodes: (await parts.nodes?.nodes()) ?? [],
    };
  });

  http.get<Answering<'host/purse'>>('/api/v1/host/purse', guarded, async () => ({
    purse: purse ? await purseJson(purse) : null,
  }));

  http.get<Answering<'host/agents'>>('/api/v1/host/agents', guarded, async ({ query }) => {
    const agents = await reads.agents.list(AGENTS_A_PAGE, query.after);
    const organising = await organisers.all();
    return {
      agents: agents.map(({ id, name, at, bannedAt, owner = '', deletedAt }) => ({
        id,
        name,
        at,
        owner,
        banned: bannedAt !== undefined,
        deleted: deletedAt !== undefined,
        organises: organising.includes(id),
      })),
      next: agents.length === AGENTS_A_PAGE ? agents.at(-1)!.id : null,
    };
  });

  http.post<Answering<'host/agents/:id/:deed'>>(
    '/api/v1/host/agents/:id/:deed',
    guarded,
    async ({ params: { id, deed }, body }, reply) => {
      const agent = await accounts.byId(id);
      if (!agent || agent.deletedAt !== undefined) return reply.code(404).send({ error: 'No such agent.' });
      const subject = byHost({ deed, subject: id, words: agent.name });
      const wasBanned = agent.bannedAt !== undefined;
      switch (deed) {
        case 'ban':
          await accounts.ban(id, { ...subject, before: wasBanned, after: true });
          shutOut(id);
          break;
        case 'unban':
          await accounts.unban(id, { ...subject, before: wasBanned, after: false });
          break;
        case 'organise':
          await organisers.add(id);
          await note({ ...subject, after: true });
          return { done: deed };
        case 'stop-organising':
          await organisers.remove(id);
          await note({ ...subject, after: false });
          return { done: deed };
        case 'rotate': {
          const apiKey = await accounts.rotate(id, subject);
          await endTakenBack();
          say(subject);
          return { apiKey };
        }
        case 'owner': {
          const { owner } = (body ?? {}) as { owner?: unknown };
          const set = await accounts.setOwner(id, owner, { ...subject, before: agent.owner ?? '' });
          if ('error' in set) return reply.code(400).send({ error: set.error });
          break;
        }
        case 'delete': {
          const kept = await accounts.remove(id, { ...subject, before: agent.name });
          if (kept) return reply.code(409).send({ error: kept.error });
          shutOut(id);
          break;
        }
        default:
          return reply.code(404).send({ error: 'Not found.' });
      }
      say(subject);
      return { done: deed };
    },
  );

  http.post<Answering<'host/matches/:id/stop'>>('/api/v1/host/matches/:id/stop', guarded, async ({ params }, reply) => {
    const { id } = params;
    const match = await arena.running(id);
    if (!match) return reply.code(404).send({ error: 'No match of this id is under way.' });
    const reason = await new Promise<string | undefined>((resolve) =>
      match.end(undefined, 'stopped by the host', 'host', (refused) => resolve(refused?.reason)),
    );
    if (reason !== undefined) return reply.code(409).send({ error: reason });
    await note({ deed: 'stop', subject: id, words: match.header.game, before: 'live', after: 'void' });
    return { done: 'stop' };
  });

  http.post<Answering<'host/matches/:id/void'>>('/api/v1/host/matches/:id/void', guarded, async ({ params }, reply) => {
    const { id } = params;
    const before = await arena.result(id);
    const deed = byHost({ deed: 'void', subject: id, words: '', before: before?.outcome, after: 'void' });
    if (!(await arena.undo(id, 'voided by the host', deed))) {
      return reply.code(409).send({ error: 'This match is not over, or void already.' });
    }
    front.forget(id);
    say(deed);
    return { done: 'void' };
  });

  http.post<Answering<'host/nodes/:name/drain'>>(
    '/api/v1/host/nodes/:name/drain',
    guarded,
    async ({ params: { name } }, reply) => {
      if (!(await parts.nodes?.drain(name))) return reply.code(404).send({ error: 'There is no node of this name.' });
      await note({ deed: 'drain', subject: name, words: '' });
      return { done: 'drain' };
    },
  );

  http.get<{ Querystring: { [name: string]: string | undefined } }>(
    '/api/v1/host/export',
    guarded,
    async ({ query }, reply) => {
      const wish = readPastWish(query, (id) => arena.game(id)?.id);
      if (typeof wish === 'string') return reply.code(400).send({ error: wish });
      const type = wish.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
      return reply.type(type).send(Readable.from(pastLines((page) => arena.past(page), wish)));
    },
  );

  http.get<Answering<'host/pairs'>>('/api/v1/host/pairs', guarded, async () => ({ pairs: await parts.flaggedPairs() }));

  http.get<Answering<'host/audit'>>('/api/v1/host/audit', guarded, async () => ({
    deeds: await audit.list(LATEST_DEEDS),
  }));
}
