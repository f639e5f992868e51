import type { Clock } from '../../../core/clock.ts';
import type { League } from '../manager/league.ts';

const SILENCE = 60_000;

/** Waits for the reports of referees that are not the house's, and notices when one falls silent. */
export class RefereeWatch {
  readonly #clock: Clock;
  readonly #heard = new Map<string, number>();
  /** Referees that let a match lapse and were not heard from since. */
  readonly #lapsed = new Map<string, 'silent' | 'unreached'>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A message of its own. */
  heard(league: string, referee: string): void {
    const key = `${league}/${referee}`;
    this.#lapsed.delete(key);
    this.#heard.set(key, this.#clock.ticks());
  }

  /** It took a notice: enough for one that could not be reached, not for one that only listens. */
  reached(league: string, referee: string): void {
    const key = `${league}/${referee}`;
    if (this.#lapsed.get(key) === 'unreached') this.#lapsed.delete(key);
  }

  hasLapsed(league: string, referee: string): boolean {
    return this.#lapsed.has(`${league}/${referee}`);
  }

  forget(league: string, referee: string): void {
    this.#lapsed.delete(`${league}/${referee}`);
    this.#heard.delete(`${league}/${referee}`);
  }

  /** Resolves when the fixture has its result, or when the referee cannot be reached or was silent for 60 s. */
  awaitReport(
    league: League,
    pairing: string,
    referee: string,
    arrived: Promise<boolean>,
    signal: AbortSignal,
  ): Promise<void> {
    const key = `${league.id}/${referee}`;
    this.#heard.set(key, this.#clock.ticks());
    return new Promise((resolve) => {
      let cancel = (): void => {};
      const finish = (): void => {
        cancel();
        unwatch();
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const lapse = (why: 'silent' | 'unreached'): void => {
        if (!signal.aborted && !league.fixture(pairing).result) this.#lapsed.set(key, why);
        finish();
      };
      const listen = (ms: number): void => {
        cancel = this.#clock.after(ms, () => {
          const left = (this.#heard.get(key) ?? 0) + SILENCE - this.#clock.ticks();
          if (left > 0) return listen(left);
          lapse('silent');
        });
      };
      const unwatch = league.watch((id) => {
        if (id === pairing) finish();
      });
      signal.addEventListener('abort', finish);
      listen(SILENCE);
      if (league.fixture(pairing).result || signal.aborted) return finish();
      arrived.then(
        (did) => {
          if (did) this.#heard.set(key, this.#clock.ticks());
          else lapse('unreached');
        },
        () => lapse('unreached'),
      );
    });
  }
}
