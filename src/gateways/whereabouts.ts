import { isLoopback } from './visitors.ts';

const MOST = 50_000;
/** As it is counted. */
const LOOPBACK_6 = '0:0:0:0::/64';

/** Whether an address, as it is counted, says nothing about who is there. */
export const saysNothing = (address: string): boolean =>
  address === 'unknown' || address === LOOPBACK_6 || isLoopback(address);

/** From which address each agent was last heard of; those on this machine, or whom a proxy hides, say nothing. */
export class Whereabouts {
  readonly #known = new Map<string, string>();

  seen(agent: string, address: string): void {
    this.#known.delete(agent);
    if (saysNothing(address)) return;
    this.#known.set(agent, address);
    if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value!);
  }

  of(agent: string): string | undefined {
    return this.#known.get(agent);
  }
}
