import type { Clock } from '../../core/clock.ts';
import type { League } from './league.ts';

const SILENCE = 60_000;

/** Waits for the reports of referees that are not the house's, and notices when one falls silent. */
export class RefereeWatch {
  readonly #clock: Clock;
  readonly #heard = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A sign of life. */
  heard(league: string, referee: string): void {
    this.#heard.set(`${league}/${referee}`, this.#clock.ticks());
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
    this.heard(league.id, referee);
    return new Promise((resolve) => {
      let cancel = (): void => {};
      const finish = (): void => {
        cancel();
        unwatch();
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const listen = (ms: number): void => {
        cancel = this.#clock.after(ms, () => {
          const left = (this.#heard.get(key) ?? 0) + SILENCE - this.#clock.ticks();
          if (left > 0) listen(left);
          else finish();
        });
      };
      const unwatch = league.watch((id) => {
        if (id === pairing) finish();
      });
      signal.addEventListener('abort', finish);
      listen(SILENCE);
      if (league.fixture(pairing).result || signal.aborted) return finish();
      arrived.then((did) => {
        if (did) this.heard(league.id, referee);
        else finish();
      }, finish);
    });
  }
}
