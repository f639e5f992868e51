import type { AnyGame, Over } from '../src/core/game.ts';
import { advance, begin, type Entry, type ExportedRecord } from '../src/core/record.ts';

export type Finished = ExportedRecord & { outcome: Over };

/** Whoever is to move then resigns. */
const MOVES = 90;
const APART = 1000;

/** The match of a record, played otherwise: any legal move of whoever is to move, as chance will have it. */
export function wandered(game: AnyGame, like: Finished, random: () => number): Finished {
  const entries: Entry[] = [];
  let position = begin(game, like);
  while (position.status.kind === 'turn') {
    const [seat] = position.status.must as [number];
    const legal = game.moves!(position.state, seat);
    const at = like.at + APART * (entries.length + 1);
    const entry: Entry =
      entries.length < MOVES
        ? { at, kind: 'move', moves: [{ seat, move: legal[Math.floor(random() * legal.length)] }] }
        : { at, kind: 'forfeit', seats: [seat], why: 'left' };
    position = advance(game, like, position, entry);
    entries.push(entry);
  }
  return { ...like, entries, outcome: position.status as Over };
}
