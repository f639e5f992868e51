import { Check, Default } from 'typebox/value';
import { canonical } from '../canonical.ts';
import { type AnyGame, AUDIENCE, type Seat, type Turn } from '../game.ts';
import { judge } from '../judge.ts';
import { knownMoves } from '../known-fields.ts';
import { missedAsk, missedDeadline } from '../overdue.ts';
import { advance, begin, type Entry, type ExportedRecord, type Position } from '../record.ts';

type Of<Kind extends Entry['kind']> = Entry & { kind: Kind };

/** Plays a finished match again, each entry only if it can have come about so. @returns where it ends, or what is wrong */
export function replayStrictly(game: AnyGame, record: ExportedRecord): Position | { fault: string } {
  if (!Check(game.options, Default(game.options, structuredClone(record.options)))) {
    return { fault: 'The options are none of this game’s.' };
  }
  let step = 0;
  try {
    let position = begin(game, record);
    for (const entry of record.entries) {
      const fault = faultOf(game, record, position, entry);
      if (fault !== undefined) return { fault: `Entry ${step} cannot have been: ${fault}` };
      position = advance(game, record, position, entry);
      step++;
    }
    return position;
  } catch (error) {
    return { fault: `The rules do not take entry ${step}: ${(error as Error).message}` };
  }
}

function faultOf(game: AnyGame, record: ExportedRecord, position: Position, entry: Entry): string | undefined {
  const turn = position.status;
  if (turn.kind !== 'turn') return 'the match is over.';
  switch (entry.kind) {
    case 'move':
      return faultOfMoves(game, record, position, turn, entry);
    case 'late':
      return faultOfLate(game, record, position, turn, entry);
    case 'forfeit':
      return faultOfSeats(record, entry.seats);
    case 'end':
      return faultOfEnd(record, entry);
    case 'note':
      return faultOfNote(entry);
  }
}

function faultOfMoves(
  game: AnyGame,
  { seats }: ExportedRecord,
  position: Position,
  turn: Turn,
  { moves }: Of<'move'>,
): string | undefined {
  if (moves.length > 1 && moves.some(({ seat }) => seat !== AUDIENCE)) return 'seats move one at a time.';
  const voters = moves.flatMap(({ by }) => by ?? []);
  if (moves.some(({ seat, by }) => (seat === AUDIENCE) !== (by !== undefined))) return 'only spectators have a name.';
  if (new Set(voters).size < voters.length) return 'a spectator votes twice.';
  if (seats.some(({ agent }) => voters.includes(agent))) return 'those who play do not vote.';
  const judged = { game, position, begun: true, validMove: (move: unknown) => Check(game.move, move) };
  for (const move of knownMoves(game, moves)) {
    const refused = judge(judged, move, turn.number);
    if (refused) return `seat ${move.seat} is refused. ${refused.reason}`;
  }
}

/** The clock always does the same; only whether the seats were away is not to be seen from here. */
function faultOfLate(
  game: AnyGame,
  record: ExportedRecord,
  position: Position,
  turn: Turn,
  entry: Of<'late'>,
): string | undefined {
  const overdue = { game, record, position, here: () => !entry.away, missing: [], at: entry.at };
  const ask = turn.asks?.find(({ id }) => id === entry.ask);
  if (entry.ask !== undefined && !ask) return 'nothing of that id was asked.';
  const played = ask ? missedAsk(overdue, turn, ask) : missedDeadline(overdue, turn);
  return canonical(played) === canonical(entry) ? undefined : 'the clock would have played otherwise.';
}

const faultOfSeats = ({ seats }: ExportedRecord, named: Seat[]): string | undefined =>
  named.every((seat) => seat < seats.length) ? undefined : 'there is no such seat.';

function faultOfEnd(record: ExportedRecord, { over }: Of<'end'>): string | undefined {
  if (!over) return undefined;
  const count = record.seats.length;
  if (over.ranks.length !== count || over.scores.length !== count)
    return 'it has not a rank and a score for every seat.';
  return over.forfeit && faultOfSeats(record, over.forfeit.seats);
}

const faultOfNote = ({ topic, data }: Of<'note'>): string | undefined =>
  topic === 'pace' && !(typeof data === 'number' && data >= 0) ? 'a pace is a number of milliseconds.' : undefined;
