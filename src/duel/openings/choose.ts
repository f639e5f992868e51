import type { AnyGame, Random } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import { advance, type Beginning, begin } from '../../core/record.ts';
import type { Opening } from '../plan.ts';
import { bookOf } from './book.ts';
import { readEpd, splitEpd } from './epd.ts';
import { readPgn, splitPgn } from './pgn.ts';
import { readSgf, splitSgf } from './sgf.ts';

interface Format {
  game: string;
  split(text: string): string[];
  read(part: string): Opening;
}

const FORMATS: { [extension: string]: Format } = {
  pgn: { game: 'chess', split: splitPgn, read: readPgn },
  epd: { game: 'chess', split: splitEpd, read: readEpd },
  fen: { game: 'chess', split: splitEpd, read: readEpd },
  sgf: { game: 'go', split: splitSgf, read: readSgf },
};

/** An openings file that cannot be used, said in one line. */
export class WrongOpening extends Error {}

export interface Wanted {
  game: AnyGame;
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
  random.shuffle(bookOf(game, options)).slice(0, count);

/** From a file, in an order that the seed decides; only those that are used are read. @throws WrongOpening */
export function fromFile(file: string, text: string, wanted: Wanted): Opening[] {
  const { game, count, random } = wanted;
  const format = FORMATS[/\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ''];
  if (!format) throw new WrongOpening(`${file} is none of .pgn, .epd, .fen, .sgf.`);
  if (format.game !== game.id) throw new WrongOpening(`${file} has openings of ${format.game}, not of ${game.id}.`);
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
function checked(opening: Opening, { game, options, seats, plies }: Wanted): Opening {
  const moves = opening.moves.slice(0, plies);
  const record = { options: { ...options, ...opening.options }, seats: Array(seats).fill({}), seed: '00', terms: {} };
  let position = begin(game, record as unknown as Beginning);
  for (const [ply, move] of moves.entries()) {
    const { state, status } = position;
    const seat = status.kind === 'turn' ? status.must[0]! : undefined;
    if (seat === undefined) throw new Error(`the game is over after ${ply} moves`);
    const refused = game.check(state, { seat, move });
    if (refused) throw new Error(`move ${ply + 1} is illegal: ${JSON.stringify(move)}`);
    position = advance(game, record as unknown as Beginning, position, {
      at: 0,
      kind: 'move',
      moves: [{ seat, move }],
    });
  }
  if (position.status.kind !== 'turn') throw new Error('the game is over with it; cut it with --plies');
  return { ...opening, moves };
}

/** The seed's own chance for the order of openings. */
export const orderBy = (seed: string): Random => stepRandom(seed, 0, 'openings');
