import type { Seat } from '../../core/game.ts';
import { advance, begin, type Entry, type MatchRecord, type Outcome } from '../../core/record.ts';
import type { Task } from '../../duel/lane.ts';
import type { Failure, Played } from '../../duel/play-match.ts';
import type { Fault } from '../../duel/players/player.ts';

const WORDS: { [fault in Fault]: string } = {
  illegal: 'Its move was illegal.',
  late: 'It did not answer in time.',
  crash: 'It left the match.',
};

/** Takes over what happened in an arena, with times that count entries. */
export function adopt(record: MatchRecord, held: MatchRecord): void {
  record.terms = held.terms;
  record.options = held.options;
  record.entries.push(...held.entries.map((entry, i): Entry => ({ ...entry, at: i + 1 })));
}

/** The game of an agent that did not come to it. */
export function neverCame({ game, record, seating }: Task, seat: Seat, words: string, lastWords: string[]): Played {
  const entry: Entry = { at: 1, kind: 'forfeit', seats: [seat], why: 'left', words };
  const { status } = advance(game, record, begin(game, record), entry);
  record.entries.push(entry);
  return {
    outcome: status as Outcome,
    failures: [{ seat, fault: 'crash', words, lastWords }],
    times: seating.map(() => []),
    missed: seating.map(() => 0),
  };
}

/** From one entry to the next: all that is known of an agent at the other end of a wire. */
export const decisionTimes = ({ at, entries }: MatchRecord, seat: Seat): number[] =>
  entries.flatMap((entry, i) =>
    entry.kind === 'move' && entry.moves.some((move) => move.seat === seat)
      ? [entry.at - (entries[i - 1]?.at ?? at)]
      : [],
  );

export const missedBy = ({ seats, entries }: MatchRecord): number[] =>
  seats.map((_, seat) => entries.filter((entry) => entry.kind === 'late' && entry.seats.includes(seat)).length);

/** Forfeits as the arena wrote them. Who resigned has failed at nothing. */
export const failuresOf = ({ entries }: MatchRecord): Omit<Failure, 'lastWords'>[] =>
  entries.flatMap((entry) => {
    if (entry.kind !== 'forfeit' || entry.words === 'resigned') return [];
    const fault: Fault = entry.why === 'illegal' || entry.why === 'late' ? entry.why : 'crash';
    return entry.seats.map((seat) => ({ seat, fault, words: entry.words ?? WORDS[fault] }));
  });
