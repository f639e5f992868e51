import type { Moving } from '../money.ts';
import type { Entry, MatchRecord, Outcome } from '../record.ts';
import type { Effect, FigureKey, Settlement } from '../storage.ts';

/** What the end of a match changes. Pure; runs inside the transaction that stores the end, on figures locked there. */
export interface Settle {
  /** @param record with the entry that ended the match */
  figures(record: MatchRecord): FigureKey[];
  /** @param state where the match ended; absent for one that could not be replayed, which is void */
  effects(
    record: MatchRecord,
    outcome: Outcome,
    read: (key: FigureKey) => number | undefined,
    state: unknown,
  ): Effect[];
  /** Money that moves with it; sending is only ever wished for. */
  money?(record: MatchRecord, outcome: Outcome): Moving | undefined;
}

/** All that the last entry of a match changes. */
export function closing(
  settles: Settle[],
  record: MatchRecord,
  last: Entry,
  outcome: Outcome,
  state: unknown,
): Settlement {
  const whole: MatchRecord = { ...record, entries: [...record.entries, last] };
  const moved = settles.flatMap((settle) => settle.money?.(whole, outcome) ?? []);
  return {
    figures: settles.flatMap((settle) => settle.figures(whole)),
    settle: (read) => settles.flatMap((settle) => settle.effects(whole, outcome, read, state)),
    ...(moved.length > 0 && {
      money: {
        postings: moved.flatMap(({ postings }) => postings),
        sends: moved.flatMap(({ sends }) => sends ?? []),
      },
    }),
  };
}
