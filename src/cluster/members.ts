import type { NodeRow } from '../storage/nodes.ts';
import type { Bus } from './bus.ts';
import type { Load, Member } from './messages.ts';
import { isMember } from './messages.ts';
import { ClusterRefused } from './refused.ts';

export const BEAT_EVERY = 1000;
/** A node that was not heard of for so long is taken for dead. */
export const DEAD_AFTER = 5000;

export interface MembersParts {
  bus: Bus;
  name: string;
  wire: number;
  epoch(): number;
  load(): Load;
  /** Of another node, before anything that it asks in this epoch. */
  heard(node: string, epoch: number): void;
  broken(subject: string): void;
}

/** Who is alive, by what was heard of them: times are this node's own, so clocks that differ do not matter. */
export class Members {
  readonly #parts: MembersParts;
  readonly #heard = new Map<string, { member: Member; at: number }>();
  /** Since when the database was seen to have a node in this epoch. */
  readonly #known = new Map<string, { epoch: number; at: number }>();
  #listeningSince = performance.now();
  #beatAt = 0;
  #unlisten: (() => void) | undefined;

  constructor(parts: MembersParts) {
    this.#parts = parts;
    parts.bus.watch((connected) => {
      // What was said meanwhile is lost, so everyone has the whole time again.
      if (connected) this.#listeningSince = performance.now();
    });
  }

  /** @throws ClusterRefused where a node of this name is alive */
  async start(): Promise<void> {
    const { bus, name, wire } = this.#parts;
    this.#unlisten = bus.listenKept((key, value) => this.#hear(key, value));
    const there = await bus.kept();
    for (const [key, value] of there) this.#hear(key, value);
    const known = this.#heard.get(name);
    if (known && (await this.#isHeardAgain(name))) {
      throw new ClusterRefused(`A node named ${name} is in the cluster already. Give this one another CROSSPLAY_NODE.`);
    }
    const unfit = this.living().find((member) => Math.abs(member.wire - wire) > 1);
    if (unfit) {
      const older = unfit.wire < wire;
      throw new ClusterRefused(
        `The node ${unfit.name} runs a Crossplay that is too ${older ? 'old' : 'new'} for this one. ` +
          `Update ${older ? 'the running nodes' : 'this one'} version by version.`,
      );
    }
    this.#listeningSince = performance.now();
  }

  async beat(): Promise<void> {
    const now = performance.now();
    // This process was held up itself, and what it was told meanwhile has not been heard yet.
    if (now - this.#beatAt > 2 * BEAT_EVERY) this.#listeningSince = now;
    this.#beatAt = now;
    const { bus, name, wire, epoch, load } = this.#parts;
    await bus.keep(name, { name, wire, epoch: epoch(), ...load() } satisfies Member);
  }

  async leave(): Promise<void> {
    this.#unlisten?.();
    await this.#parts.bus.forget(this.#parts.name);
  }

  stop(): void {
    this.#unlisten?.();
  }

  /** Those that were heard of lately, this one too. */
  living(): Member[] {
    const since = performance.now() - DEAD_AFTER;
    return [...this.#heard.values()].filter(({ at }) => at > since).map(({ member }) => member);
  }

  /**
   * Whether a node that the database takes for alive was silent for so long that it must be dead. Silence counts for as
   * long as this node hears itself: one that is deaf may not judge others.
   */
  isDead({ name, epoch }: Pick<NodeRow, 'name' | 'epoch'>): boolean {
    const at = Math.max(this.#heard.get(name)?.at ?? 0, this.#listeningSince, this.#knownSince(name, epoch));
    const heardItself = this.#heard.get(this.#parts.name)?.at ?? 0;
    return this.#parts.bus.connected && heardItself - at > DEAD_AFTER;
  }

  /** One that has said goodbye. */
  forget(name: string): void {
    this.#heard.delete(name);
  }

  /** Who has joined anew has the whole time again. */
  #knownSince(name: string, epoch: number): number {
    let known = this.#known.get(name);
    if (known?.epoch !== epoch) this.#known.set(name, (known = { epoch, at: performance.now() }));
    return known.at;
  }

  #hear(key: string, value: unknown): void {
    if (!isMember(value) || value.name !== key) return this.#parts.broken(key);
    this.#heard.set(key, { member: value, at: performance.now() });
    if (key !== this.#parts.name) this.#parts.heard(key, value.epoch);
  }

  /** What is kept may be of a node that was killed a moment ago. */
  async #isHeardAgain(name: string): Promise<boolean> {
    this.#heard.delete(name);
    await new Promise((done) => setTimeout(done, 2.5 * BEAT_EVERY));
    return this.#heard.has(name);
  }
}
