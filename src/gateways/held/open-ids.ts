import { countedAs, isLoopback } from '../client-address.ts';

interface Owned {
  agent: string;
  id: string;
}

/** The ids of the seats that are not closed, by agent. */
export class OpenIds {
  readonly #ids = new Map<string, Set<string>>();
  readonly #networks = new Map<string, string>();
  readonly #ofNetwork = new Map<string, number>();

  of(agent: string): ReadonlySet<string> {
    return this.#ids.get(agent) ?? NONE;
  }

  /** How many of them this address has taken, since the server started; the host's own machine counts for nothing. */
  takenFrom(address: string): number {
    return this.#ofNetwork.get(countedAs(address)) ?? 0;
  }

  /** @param address from which it is taken */
  add({ agent, id }: Owned, address?: string): void {
    const ids = this.#ids.get(agent);
    if (ids) ids.add(id);
    else this.#ids.set(agent, new Set([id]));
    if (address === undefined || isLoopback(address)) return;
    const network = countedAs(address);
    this.#networks.set(id, network);
    this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + 1);
  }

  remove({ agent, id }: Owned): void {
    const ids = this.#ids.get(agent);
    ids?.delete(id);
    if (ids?.size === 0) this.#ids.delete(agent);
    const network = this.#networks.get(id);
    if (network === undefined) return;
    this.#networks.delete(id);
    const left = this.#ofNetwork.get(network)! - 1;
    if (left > 0) this.#ofNetwork.set(network, left);
    else this.#ofNetwork.delete(network);
  }
}

const NONE: ReadonlySet<string> = new Set();
