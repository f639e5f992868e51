import type { Random } from '../core/game.ts';
import { stepRandom } from '../core/random.ts';
import { advance, type Beginning, begin } from '../core/record.ts';
import type { Opening } from '../games/shared/manifest.ts';
import type { Playable } from './catalogue.ts';

/** An openings file that cannot be used, said in one line. */
export class WrongOpening extends Error {}

export interface Wanted {
  game: Playable;
  options: object;
  seats: number;
  /** No more than are used. */
  count: number;
  /** Cuts longer ones off. */
  plies: number;
  random: Random;
}

/** From the book of the game, in an order that the seed decides. */
export const fromBook = ({ game, options, count, random }: Wanted): Opening[] =>
  random.shuffle(game.openings?.book(options) ?? []).slice(0, count);

/** From a file, in an order that the seed decides; only those that are used are read. @throws WrongOpening */
export function fromFile(file: string, text: string, wanted: Wanted): Opening[] {
  const { game, count, random } = wanted;
  const formats = game.openings?.formats ?? {};
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  const format = Object.hasOwn(formats, extension) ? formats[extension] : undefined;
  if (!format) {
    const known = Object.keys(formats).map((one) => `.${one}`);
    throw new WrongOpening(
      known.length
        ? `${file} is none of ${known.join(', ')}, which openings of ${game.rules.id} are read from.`
        : `openings of ${game.rules.id} are not read from files.`,
    );
  }
  const parts = format.split(text).map((part, i) => ({ part, number: i + 1 }));
  if (parts.length === 0) throw new WrongOpening(`${file} has no opening.`);
  return random
    .shuffle(parts)
    .slice(0, count)
    .map(({ part, number }) => {
      try {
        return checked(format.read(part), wanted);
      } catch (error) {
        throw new WrongOpening(`opening ${number} of ${file}: ${(error as Error).message}.`);
      }
    });
}

/** Plays it, so that what is wrong with it is said before the first game. */
function checked(opening: Opening, { game: { rules }, options, seats, plies }: Wanted): Opening {
  const moves = opening.moves.slice(0, plies);
  const record = { options: { ...options, ...opening.options }, seats: Array(seats).fill({}), seed: '00', terms: {} };
  let position = begin(rules, record as unknown as Beginning);
  for (const [ply, move] of moves.entries()) {
    const { state, status } = position;
    const seat = status.kind === 'turn' ? status.must[0]! : undefined;
    if (seat === undefined) throw new Error(`the game is over after ${ply} moves`);
    const refused = rules.check(state, { seat, move });
    if (refused) throw new Error(`move ${ply + 1} is illegal: ${JSON.stringify(move)}`);
    const entry = { at: 0, kind: 'move', moves: [{ seat, move }] } as const;
    position = advance(rules, record as unknown as Beginning, position, { ...entry, moves: [...entry.moves] });
  }
  if (position.status.kind !== 'turn') throw new Error('the game is over with it; cut it with --plies');
  return { ...opening, moves };
}

/** The seed's own chance for the order of openings. */
export const orderBy = (seed: string): Random => stepRandom(seed, 0, 'openings');
