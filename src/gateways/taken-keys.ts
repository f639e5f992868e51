import type { Accounts } from '../accounts/accounts.ts';
import type { Cancel, Clock } from '../core/clock.ts';
import { repeatedly } from './repeatedly.ts';
import type { Sockets } from './sockets.ts';

export interface TakenKeysParts {
  accounts: Pick<Accounts, 'keys' | 'takenBack'>;
  /** Of real time, however matches are scaled. */
  clock: Clock;
  sockets: Pick<Sockets, 'agents' | 'cut'>;
  fault(error: unknown): void;
}

/** What another process took back is felt after so many milliseconds at the latest. */
const LOOK_EVERY = 500;
/** So long is looked again for whoever was let in by what was known before. */
const LOOK_AGAIN = 2000;

/** Ends the connections that came by a key which was taken back since, by whichever process. */
export class TakenKeys {
  readonly #parts: TakenKeysParts;
  /** Whose keys were taken back lately, and since when on our clock. */
  readonly #lately = new Map<string, number>();
  #count = -1;
  #looking: Promise<void> = Promise.resolve();
  #stop: Cancel | undefined;

  constructor(parts: TakenKeysParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { clock, fault } = this.#parts;
    await this.look();
    this.#stop = repeatedly(clock, LOOK_EVERY, () => this.look(), fault);
  }

  stop(): void {
    this.#stop?.();
  }

  /** What was taken back before has ended what it ends when this resolves. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look()).catch(this.#parts.fault);
    return this.#looking;
  }

  async #look(): Promise<void> {
    const { accounts, clock, sockets } = this.#parts;
    const changed = await accounts.takenBack(this.#count);
    if (changed) {
      this.#count = changed.count;
      for (const agent of changed.agents ?? sockets.agents()) this.#lately.set(agent, clock.now());
    }
    for (const [agent, since] of this.#lately) {
      if (clock.now() - since > LOOK_AGAIN) this.#lately.delete(agent);
      else await this.#endOf(agent);
    }
  }

  async #endOf(agent: string): Promise<void> {
    const { accounts, sockets } = this.#parts;
    const valid = new Set((await accounts.keys(agent)).map(({ id }) => id));
    sockets.cut(agent, 'key taken back', (key) => key !== undefined && !valid.has(key));
  }
}
