import type { FastifyInstance } from 'fastify';
import type { Competitions, Standing } from '../hall/competitions.ts';
import type { ShownCompetition } from '../schema.ts';
import { show, summarise } from '../shown.ts';
import type { Answering } from './json.ts';

const USUAL_ROWS = 50;
const MOST_ROWS = 200;
const STATUSES = ['open', 'running', 'paused', 'over'];

const wholeNumber = (text: string | undefined, fallback: number, most: number): number =>
  /^\d{1,9}$/.test(text ?? '') ? Math.min(Number(text), most) : fallback;

/** What anyone may know of competitions. */
export function addReading(http: FastifyInstance, competitions: Competitions): void {
  http.get<Answering<'competitions'>>('/api/v1/competitions', async ({ query }, reply) => {
    const { status, game, limit, offset } = query;
    if (status !== undefined && !STATUSES.includes(status)) {
      return reply.code(400).send({ error: `status is one of ${STATUSES.join(', ')}.` });
    }
    const found = await competitions.newest(wholeNumber(limit, USUAL_ROWS, MOST_ROWS), wholeNumber(offset, 0, 1e6));
    const wanted = found.filter(
      ({ competition, state }) =>
        (status === undefined || state.status === status) && (game === undefined || competition.game === game),
    );
    return { competitions: wanted.map(({ competition, state }) => summarise(competition, state)) };
  });

  http.get<Answering<'competitions/:id'>>('/api/v1/competitions/:id', async ({ params }, reply) => {
    const found = await competitions.find(params.id);
    return found ? shown(found) : reply.code(404).send({ error: 'No such competition.' });
  });
}

const kept = new WeakMap<object, ShownCompetition>();

/** Made once for each state and the matches under way in it, however many ask. */
export function shown({ competition, state, live }: Standing): ShownCompetition {
  const made = kept.get(live) ?? show(competition, state, live);
  kept.set(live, made);
  return made;
}
