import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Competitions, Standing } from '../hall/competitions.ts';
import type { ShownCompetition } from '../schema.ts';
import { show, summarise } from '../shown.ts';
import type { Answering } from './json.ts';

const USUAL_ROWS = 50;
const MOST_ROWS = 200;
const STATUSES = ['open', 'running', 'paused', 'over'] as const;

const wholeNumber = (text: string | undefined, fallback: number, most: number): number =>
  /^\d{1,9}$/.test(text ?? '') ? Math.min(Number(text), most) : fallback;

/** What anyone may know of competitions. */
export function addReading(http: FastifyInstance, competitions: Competitions): void {
  http.get<Answering<'competitions'>>('/api/v1/competitions', async ({ query }, reply) => {
    const { status, game, limit, offset } = query;
    const wanted = STATUSES.find((one) => one === status);
    if (status !== undefined && !wanted) {
      return reply.code(400).send({ error: `status is one of ${STATUSES.join(', ')}.` });
    }
    const found = await competitions.newest({
      ...(wanted && { status: wanted }),
      ...(game !== undefined && { game }),
      limit: wholeNumber(limit, USUAL_ROWS, MOST_ROWS),
      offset: wholeNumber(offset, 0, 1e6),
    });
    return { competitions: found.map(({ competition, state }) => summarise(competition, state)) };
  });

  http.get<Answering<'competitions/:id'>>('/api/v1/competitions/:id', async ({ params }, reply) => {
    const found = await competitions.find(params.id);
    return found ? shown(found) : reply.code(404).send({ error: 'No such competition.' });
  });
  addEvents(http, competitions);
}

/** Says when something changed, so that a page asks again; one word at most in so many milliseconds. */
const TELL_EVERY = 500;
const MOST_LISTENERS = 2000;

function addEvents(http: FastifyInstance, competitions: Competitions): void {
  const listeners = new Map<string, Set<ServerResponse>>();
  const due = new Set<string>();
  let count = 0;
  competitions.watch(({ competition: { id } }) => {
    if (due.has(id) || !listeners.has(id)) return;
    due.add(id);
    setTimeout(() => {
      due.delete(id);
      for (const response of listeners.get(id) ?? []) response.write('data: changed\n\n');
    }, TELL_EVERY).unref();
  });
  http.get<{ Params: { id: string } }>('/api/v1/competitions/:id/events', async ({ params: { id } }, reply) => {
    if (!(await competitions.find(id))) return reply.code(404).send({ error: 'No such competition.' });
    if (count >= MOST_LISTENERS) return reply.code(503).send({ error: 'Too many are listening.' });
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    raw.write('data: listening\n\n');
    const all = listeners.get(id) ?? new Set();
    listeners.set(id, all.add(raw));
    count++;
    raw.once('close', () => {
      count--;
      if (all.delete(raw) && all.size === 0) listeners.delete(id);
    });
  });
}

const kept = new WeakMap<object, ShownCompetition>();

/** Made once for each state and the matches under way in it, however many ask. */
export function shown({ competition, state, live }: Standing): ShownCompetition {
  const made = kept.get(live) ?? show(competition, state, live);
  kept.set(live, made);
  return made;
}
