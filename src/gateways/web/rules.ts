import { readPages, rulesOf } from '../game-pages.ts';
import type { GatewayParts } from '../gateway.ts';
import type { Answering } from './json.ts';
import { rulesForPeople } from './rules-for-people.ts';
import { unknownGame } from './search.ts';

/** The rules of each game for people. */
export function addRules({ http, arena }: Pick<GatewayParts, 'http' | 'arena'>): void {
  let pages: string[] | undefined;
  http.get<Answering<'rules/:game'>>('/api/v1/rules/:game', async ({ params }, reply) => {
    const game = arena.game(params.game);
    if (!game) return reply.code(404).send({ error: unknownGame(arena, params.game) });
    pages ??= readPages('RULES.md');
    return { game: game.id, title: game.title, blocks: rulesForPeople(rulesOf(game, pages) ?? '') };
  });
}
