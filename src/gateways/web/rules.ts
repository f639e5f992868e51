import { pageOf, readPages } from '../game-pages.ts';
import type { GatewayParts } from '../gateway.ts';
import type { Answering } from './json.ts';
import { rulesForPeople } from './rules-for-people.ts';
import { unknownGame } from './search.ts';

/** The rules of each game for people. */
export function addRules({ http, arena, sides }: Pick<GatewayParts, 'http' | 'arena' | 'sides'>): void {
  let pages: string[] | undefined;
  http.get<Answering<'rules/:game'>>('/api/v1/rules/:game', async ({ params }, reply) => {
    const game = arena.game(params.game);
    if (!game) return reply.code(404).send({ error: unknownGame(arena, params.game) });
    pages ??= readPages();
    return { game: game.id, title: game.title, blocks: rulesForPeople(pageOf(game, pages), sides(game.id)) };
  });
}
