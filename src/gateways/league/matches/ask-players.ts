import type { MatchHandle } from '../../../core/arena.ts';
import type { Seat, Turn } from '../../../core/game.ts';
import type { Refused } from '../../../core/judge.ts';
import type { Update } from '../../../core/update.ts';
import type { Pairing } from '../manager/schedule.ts';
import type { Standing } from '../manager/standings.ts';
import { type Choice, failure, idAt, moveQuestion } from '../notation.ts';
import type { Session } from '../session.ts';
import type { ErrorCode } from '../wire/errors.ts';

const DECISION = 30_000;
/** A move that could not be stored is handed in again so often. */
const SUBMITS = 3;

export interface AskedMatch {
  match: MatchHandle;
  pairing: Pairing;
  /** By seat; undefined: that seat is played through another protocol. */
  sessions: (Session | undefined)[];
  standings: (Standing | undefined)[];
}

/** Asks the players of a match whenever the match waits for them, until it is over. At least one of them is ours to ask. */
export function askPlayers({ match, pairing, sessions, standings }: AskedMatch): Promise<void> {
  const over = new AbortController();
  const asked: (number | undefined)[] = [];
  const failed = new Map<Seat, ErrorCode>();
  let waiting: Seat[] = [];

  /** Forfeits once nobody else is waited for, so that of two who are absent both lose. */
  const giveUp = (): void => {
    if (over.signal.aborted || waiting.length === 0 || !waiting.every((seat) => failed.has(seat))) return;
    const words = waiting.map((seat) => failure(idAt(pairing, seat), failed.get(seat)!)).join('; ');
    match.forfeit(waiting, WHY[failed.get(waiting[0]!)!] ?? 'illegal', words);
  };

  const ask = async (seat: Seat, update: Update, turn: Turn): Promise<void> => {
    const { type, expects, body, read } = moveQuestion({ match, pairing, seat, standing: standings[seat] }, update);
    const outcome = await sessions[seat]!.ask({
      match: pairing.id,
      type,
      body,
      expects,
      ms: DECISION,
      take: (answer) => submit(match, seat, read(answer), turn.number),
      signal: over.signal,
    });
    if (typeof outcome === 'string') return;
    failed.set(seat, outcome.failed);
    giveUp();
  };

  return new Promise((resolve) => {
    const unwatch: (() => void)[] = [];
    const follow = (seat: Seat, update: Update): void => {
      const { status, begun, paused } = update;
      waiting = update.waiting;
      if (status.kind !== 'turn') {
        if (over.signal.aborted) return;
        over.abort();
        queueMicrotask(() => {
          for (const stop of unwatch) stop();
          resolve();
        });
        return;
      }
      if (begun && !paused && sessions[seat] && waiting.includes(seat) && asked[seat] !== status.number) {
        asked[seat] = status.number;
        failed.delete(seat);
        void ask(seat, update, status);
      }
      giveUp();
    };
    for (const seat of match.header.seats.keys()) {
      if (sessions[seat]) unwatch.push(match.watch(seat, (update) => follow(seat, update), { legal: true }));
    }
  });
}

const WHY: { [code in ErrorCode]?: 'late' | 'away' | 'illegal' } = { E001: 'late', E009: 'away', E004: 'illegal' };

async function submit(
  match: MatchHandle,
  seat: Seat,
  choice: Choice | undefined,
  turn: number,
): Promise<ErrorCode | undefined> {
  if (choice === undefined) return 'E004';
  for (let tries = 0; tries < SUBMITS; tries++) {
    const refused = await new Promise<Refused | undefined>((done) => match.submit({ seat, ...choice }, turn, done));
    if (refused?.code === 'illegal' || refused?.code === 'malformed') return 'E004';
    if (refused?.code !== 'error') return undefined;
  }
  return 'E009';
}
