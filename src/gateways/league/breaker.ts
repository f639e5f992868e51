import type { Clock } from '../../core/clock.ts';

const FAILURES = 5;
const REST = 60_000;
const MOST_KEPT = 10_000;

interface Circuit {
  failures: number;
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

  /** The call was given up before it told anything. */
  undecided(endpoint: string): void {
    const circuit = this.#circuits.get(endpoint);
    if (circuit) circuit.probing = false;
  }

  succeeded(endpoint: string): void {
    this.#circuits.delete(endpoint);
  }

  failed(endpoint: string): void {
    const circuit = this.#circuits.get(endpoint) ?? { failures: 0 };
    const failures = circuit.failures + 1;
    this.#circuits.delete(endpoint);
    const oldest = this.#circuits.keys().next().value;
    if (this.#circuits.size >= MOST_KEPT && oldest !== undefined) this.#circuits.delete(oldest);
    this.#circuits.set(endpoint, failures >= FAILURES ? { failures, openedAt: this.#clock.ticks() } : { failures });
  }
}
