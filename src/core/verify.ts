import type { AnyGame } from './game.ts';
import { hashSeed } from './random.ts';
import { advance, begin, type ExportedRecord, type Position } from './record.ts';

/**
 * Plays a finished match again and looks for what does not agree: the seed with its published hash, each move with the
 * rules, the end with the stored outcome.
 * @returns what is wrong, as a sentence; nothing: all agrees
 */
export function findFault(
  game: AnyGame,
  record: ExportedRecord,
  validMove: (move: unknown) => boolean,
): string | undefined {
  try {
    if (hashSeed(record.seed) !== record.seedHash) {
      return 'The seed does not fit its hash: it is not the one that was fixed when the match began.';
    }
    let position = begin(game, record);
    for (const [step, entry] of record.entries.entries()) {
      const illegal =
        entry.kind === 'move'
          ? entry.moves.map((move) => faultOfMove(game, position, move, validMove)).find(Boolean)
          : undefined;
      if (illegal) return `Entry ${step} breaks the rules: ${illegal}`;
      position = advance(game, record, position, entry);
    }
    const { status } = position;
    if (canonical(status) !== canonical(record.outcome)) {
      return `The replay ends otherwise: ${JSON.stringify(status)} instead of ${JSON.stringify(record.outcome)}.`;
    }
  } catch (error) {
    return `The record cannot be replayed: ${(error as Error).message}.`;
  }
}

function faultOfMove(
  game: AnyGame,
  { state, status }: Position,
  move: { seat: number; move: unknown },
  validMove: (move: unknown) => boolean,
): string | undefined {
  if (status.kind !== 'turn') return 'the match is over.';
  const { must, may = [], asks = [] } = status;
  if (![...must, ...may, ...asks.map((ask) => ask.seat)].includes(move.seat))
    return `seat ${move.seat} has no move here.`;
  return validMove(move.move) ? game.check(state, move)?.reason : 'this is no move.';
}

/** The same text for the same content, whatever the order of the keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
