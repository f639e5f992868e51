import { Check } from 'typebox/value';
import type { Arena } from '../../core/arena.ts';
import type { GameFacts } from '../opening.ts';

/** What competitions have to know of a game of the arena. */
export function factsOf(arena: Arena, id: string): GameFacts | undefined {
  const game = arena.game(id);
  if (!game) return undefined;
  const home = arena.home(game.id);
  return {
    id: game.id,
    seats: game.seats,
    size: home.size,
    options: home.options,
    allowsOptions: (options) => Check(game.options, options) && startsWith(arena, game.id, options),
  };
}

/** Options may be of the right shape and still be none that the rules can begin with. */
function startsWith(arena: Arena, game: string, options: unknown): boolean {
  try {
    arena.preview(game, { options });
    return true;
  } catch {
    return false;
  }
}
