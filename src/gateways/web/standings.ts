import { readAnchors } from '../../core/anchors.ts';
import { headToHead, matrixOf } from '../../core/head-to-head.ts';
import { roundSure, type SurePlace } from '../../core/sure-ladder.ts';
import type { GatewayParts } from '../gateway.ts';
import type { Answering } from './json.ts';
import { readPlace, WRONG_AFTER, wholeNumber } from './pages.ts';
import { unknownGame } from './search.ts';

const MOST_ROWS = 200;
const USUAL_ROWS = 50;
/** So many of the ladder's best meet in its matrix. */
const MATRIX_SIZE = 20;
/** So many of the latest matches are looked through. */
const LATEST = 1000;

/** How sure ratings are, and who did how well against whom. */
export function addStandings({ http, arena, reads: { agents, figures }, documents }: GatewayParts): void {
  http.get<Answering<'ladders/:game/sure'>>('/api/v1/ladders/:game/sure', async ({ params, query }, reply) => {
    const game = arena.game(params.game);
    if (!game) return reply.code(404).send({ error: unknownGame(arena, params.game) });
    const { after, provisional } = query;
    const place = after === undefined ? undefined : readSurePlace(after);
    if (after !== undefined && !place) return reply.code(400).send({ error: WRONG_AFTER });
    if (provisional !== undefined && provisional !== 'hide') {
      return reply.code(400).send({ error: '"provisional" is "hide", or left out.' });
    }
    const limit = wholeNumber(query.limit, USUAL_ROWS, MOST_ROWS);
    const { rows, next } = await arena.sureLadder(game.id, {
      limit,
      established: provisional === 'hide',
      ...(place && { after: place }),
    });
    const anchors = await readAnchors(documents, game.id);
    return {
      game: game.id,
      title: game.title,
      ladder: rows,
      next: next && `${next.rank}:${next.low}:${next.agent}`,
      anchors: anchors.map((anchor) => {
        const { rating, deviation, low, high } = roundSure(anchor);
        return { name: anchor.name, rating, deviation, low, high };
      }),
    };
  });

  http.get<Answering<'ladders/:game/matrix'>>('/api/v1/ladders/:game/matrix', async ({ params }, reply) => {
    const game = arena.game(params.game);
    if (!game) return reply.code(404).send({ error: unknownGame(arena, params.game) });
    const [best, matches] = await Promise.all([
      arena.sureLadder(game.id, { limit: MATRIX_SIZE }),
      arena.list({ game: game.id, over: true, limit: LATEST }),
    ]);
    return { game: game.id, title: game.title, ...matrixOf(best.rows, matches) };
  });

  http.get<Answering<'agents/:name/opponents'>>('/api/v1/agents/:name/opponents', async ({ params }, reply) => {
    const agent = (await agents.byId(params.name)) ?? (await agents.byName(params.name.trim()));
    if (!agent) return reply.code(404).send({ error: 'No such agent.' });
    const matches = await arena.list({ agent: agent.id, over: true, limit: LATEST });
    return {
      agent: agent.id,
      name: agent.name,
      opponents: await headToHead(agent.id, matches, { figures, documents }),
    };
  });
}

function readSurePlace(text: string): SurePlace | undefined {
  const place = readPlace(text);
  return place && { rank: place.rank, agent: place.agent, low: place.value };
}
