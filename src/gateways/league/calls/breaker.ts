import type { Clock } from '../../../core/clock.ts';

const FAILURES = 5;
const REST = 60_000;
const MOST_KEPT = 10_000;

export type Failure = 'E001' | 'E009';

interface Circuit {
  failures: number;
  last: Failure;
  /** When it opened, in match time. */
  openedAt?: number;
  /** One call is out to see whether the endpoint is back. */
  probing?: boolean;
}

/** Leaves an endpoint alone after five failures in a row; after 60 s one call may try whether it is back. */
export class Breaker {
  readonly #clock: Clock;
  readonly #circuits = new Map<string, Circuit>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a call may go out now. When half open only the first who asks may. */
  admits(endpoint: string): boolean {
    const circuit = this.#circuits.get(endpoint);
    if (circuit?.openedAt === undefined) return true;
    if (circuit.probing || this.#clock.ticks() - circuit.openedAt < REST) return false;
    circuit.probing = true;
    return true;
  }

  isOpen(endpoint: string): boolean {
    const circuit = this.#circuits.get(endpoint);
    return circuit?.openedAt !== undefined && (circuit.probing || this.#clock.ticks() - circuit.openedAt < REST);
  }

  /** How the endpoint failed last, where it has not succeeded since. */
  lastFailure(endpoint: string): Failure | undefined {
    return this.#circuits.get(endpoint)?.last;
  }

  /** The call was given up before it told anything. */
  undecided(endpoint: string): void {
    const circuit = this.#circuits.get(endpoint);
    if (circuit) circuit.probing = false;
  }

  succeeded(endpoint: string): void {
    this.#circuits.delete(endpoint);
  }

  failed(endpoint: string, last: Failure): void {
    const failures = (this.#circuits.get(endpoint)?.failures ?? 0) + 1;
    this.#circuits.delete(endpoint);
    const oldest = this.#circuits.keys().next().value;
    if (this.#circuits.size >= MOST_KEPT && oldest !== undefined) this.#circuits.delete(oldest);
    this.#circuits.set(
      endpoint,
      failures >= FAILURES ? { failures, last, openedAt: this.#clock.ticks() } : { failures, last },
    );
  }
}
