import type { Seat } from '../core/game.ts';

/** How much time a decision has. */
export type ClockRule =
  /** So long for each. */
  | { kind: 'each'; ms: number }
  /** So long for the whole game, and some more after each. */
  | { kind: 'bank'; ms: number; increment: number }
  /** No clock: agents think with an effort of their own, and only one that hangs is late. */
  | { kind: 'fixed' };

/** Without a clock, who has not answered after this long hangs. */
export const HANGS_AFTER = 60_000;
const LONGEST = 86_400_000;

/** `10s`, `250ms`, `5s+0.1`, `2m+1s` or `fixed`. Undefined: none of these. */
export function readClock(text: string): ClockRule | undefined {
  if (text === 'fixed') return { kind: 'fixed' };
  const [base, increment, ...rest] = text.split('+').map(readSpan);
  if (base === undefined || base <= 0 || rest.length) return undefined;
  if (!text.includes('+')) return { kind: 'each', ms: base };
  return increment === undefined ? undefined : { kind: 'bank', ms: base, increment };
}

function readSpan(text: string): number | undefined {
  const [, digits, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim()) ?? [];
  const ms = Number(digits) * { ms: 1, s: 1000, m: 60_000 }[unit as 'ms' | 's' | 'm'];
  return ms <= LONGEST ? ms : undefined;
}

/** What the terms of a match say for it. */
export const msPerDecision = (rule: ClockRule): number => (rule.kind === 'fixed' ? HANGS_AFTER : rule.ms);

/** The clocks of one game. A turn keeps its time through offers and other moves that leave it open. */
export class Clocks {
  readonly #rule: ClockRule;
  readonly #banks: number[];
  readonly #used: number[];
  #turn = -1;

  constructor(rule: ClockRule, seats: number) {
    this.#rule = rule;
    this.#banks = Array(seats).fill(msPerDecision(rule));
    this.#used = Array(seats).fill(0);
  }

  open(turn: number): void {
    if (turn === this.#turn) return;
    this.#turn = turn;
    this.#used.fill(0);
  }

  left(seat: Seat): number {
    const whole = this.#rule.kind === 'bank' ? this.#banks[seat]! : msPerDecision(this.#rule);
    return Math.max(0, whole - this.#used[seat]!);
  }

  spend(seat: Seat, ms: number): void {
    this.#used[seat]! += ms;
  }

  /** The seat has decided. */
  decided(seat: Seat): void {
    if (this.#rule.kind !== 'bank') return;
    this.#banks[seat] = Math.max(0, this.#banks[seat]! - this.#used[seat]!) + this.#rule.increment;
    this.#used[seat] = 0;
  }
}
