import { readAnchors } from '../../core/anchors.ts';
import { headToHead, matrixOf } from '../../core/head-to-head.ts';
import type { GatewayParts } from '../gateway.ts';
import type { Answering } from './json.ts';

const MOST_ROWS = 200;
const USUAL_ROWS = 50;
/** So many of the ladder's best meet in its matrix. */
const MATRIX_SIZE = 20;
/** So many of the latest matches are looked through. */
const LATEST = 1000;

const NO_GAME = { error: 'No such game.' };

/** How sure ratings are, and who did how well against whom. */
export function addStandings({ http, arena, reads: { agents, figures }, documents }: GatewayParts): void {
  http.get<Answering<'ladders/:game/sure'>>('/api/v1/ladders/:game/sure', async ({ params, query }, reply) => {
    const game = arena.game(params.game);
    if (!game) return reply.code(404).send(NO_GAME);
    const limit = /^\d{1,9}$/.test(query.limit ?? '') ? Math.min(Number(query.limit), MOST_ROWS) : USUAL_ROWS;
    const rows = await arena.sureLadder(game.id, limit);
    const anchors = await readAnchors(documents, game.id);
    return {
      game: game.id,
      title: game.title,
      ladder: query.provisional === 'hide' ? rows.filter(({ provisional }) => !provisional) : rows,
      anchors: anchors.map(({ name, rating, deviation }) => ({
        name,
        rating: Math.round(rating),
        deviation: Math.round(deviation),
      })),
    };
  });

  http.get<Answering<'ladders/:game/matrix'>>('/api/v1/ladders/:game/matrix', async ({ params }, reply) => {
    const game = arena.game(params.game);
    if (!game) return reply.code(404).send(NO_GAME);
    const [best, matches] = await Promise.all([
      arena.sureLadder(game.id, MATRIX_SIZE),
      arena.list({ game: game.id, over: true, limit: LATEST }),
    ]);
    return { game: game.id, title: game.title, ...matrixOf(best, matches) };
  });

  http.get<Answering<'agents/:name/opponents'>>('/api/v1/agents/:name/opponents', async ({ params }, reply) => {
    const agent = (await agents.byId(params.name)) ?? (await agents.byName(params.name.trim()));
    if (!agent) return reply.code(404).send({ error: 'No such agent.' });
    const matches = await arena.list({ agent: agent.id, over: true, limit: LATEST });
    return { agent: agent.id, name: agent.name, opponents: await headToHead(agent.id, matches, figures) };
  });
}
