import type { Clock } from '../core/clock.ts';
import { Fenced } from '../storage/commit-queue.ts';
import type { NodeRow, NodeStore } from '../storage/nodes.ts';
import type { Membership } from '../storage/postgres-writer.ts';
import { type Bus, openBus } from './bus.ts';
import { BEAT_EVERY, DEAD_AFTER, Members } from './members.ts';
import { type Load, WIRE } from './messages.ts';
import { StandingClock } from './standing-clock.ts';

export interface NodeEvents {
  /** Matches that this node has from now on. */
  adopted(ids: string[]): Promise<void>;
  /** A node died, or went. */
  gone(node: string): void;
  /** A round was made: places that nobody has may be claimed. */
  looked(): Promise<void>;
  /** The node was declared gone: it has to drop everything and join anew. */
  fenced(): void;
}

export interface NodeParts {
  name: string;
  natsUrl: string;
  nodes: NodeStore;
  clock: Clock;
  load(): Pick<Load, 'matches' | 'sockets' | 'address'>;
  /** Resolves when everything is stored that was to be written before. */
  stored(): Promise<void>;
  say(words: string): void;
  fault(error: unknown): void;
}

type Trouble = 'nats' | 'database';
/** So many matches are adopted at a time, so that all nodes that are left take their share. */
const ADOPT_AT_ONCE = 25;
const SURE_FOR = DEAD_AFTER - 1000;

/** This process among others: it beats, looks who is dead, takes over, and stands still while it cannot know. */
export class ClusterNode implements Membership {
  readonly name: string;
  readonly clock: StandingClock;
  readonly nodes: NodeStore;
  bus!: Bus;
  members!: Members;
  #greeted = false;
  readonly #parts: NodeParts;
  readonly #troubles = new Set<Trouble>();
  /** The others, with their epochs. */
  readonly #present = new Map<string, number>();
  /** The epochs of other nodes that are over, up to this one: what is still said in them is of the dead. */
  readonly #past = new Map<string, number>();
  #events: NodeEvents | undefined;
  #epoch = 0;
  #goingOn: PromiseWithResolvers<void> | undefined;
  #fenced = false;
  #leaving = false;
  #closed = false;
  #beats: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookedAt = 0;

  constructor(parts: NodeParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.nodes = parts.nodes;
    this.clock = new StandingClock(parts.clock);
  }

  // ── what the storage asks ──

  epoch(): number {
    return this.#epoch;
  }

  async mayWrite(): Promise<void> {
    while (this.#goingOn && !this.#fenced) await this.#goingOn.promise;
    if (this.#fenced) throw new Fenced('Other nodes have declared this one gone.');
  }

  lost(): void {
    this.#trouble('database', true);
  }

  fenced(): void {
    if (this.#fenced || this.#closed) return;
    this.#fenced = true;
    this.clock.stand();
    this.#goingOn?.resolve();
    this.#parts.say('other nodes have declared this one gone; it drops everything and joins anew');
    this.#events?.fenced();
  }

  // ── life ──

  /**
   * Looks who is there. Before anything of the database is changed, wherever there can be others: they live with what a
   * neighbouring version makes of it, not with more.
   * @throws ClusterRefused where they and this one do not fit
   */
  async greet(): Promise<void> {
    const { natsUrl, name, nodes, load, fault } = this.#parts;
    const cluster = await nodes.cluster();
    const broken = (subject: string) => fault(new Error(`a message on ${subject} is not of this cluster; it was left`));
    this.bus = await openBus({ url: natsUrl, name, cluster, keepFor: DEAD_AFTER, broken, fault });
    this.members = new Members({
      bus: this.bus,
      name,
      wire: WIRE,
      epoch: () => this.#epoch,
      load: () => ({ ...load(), leaving: this.#leaving, standing: this.stands }),
      heard: (node, epoch) => this.#arrived(node, epoch),
      broken,
    });
    try {
      await this.members.start();
    } catch (error) {
      await this.bus.close();
      throw error;
    }
    this.#greeted = true;
  }

  /** The storage has its tables by now. */
  async join(): Promise<void> {
    if (!this.#greeted) await this.greet();
    this.#epoch = await this.nodes.join(WIRE);
    await this.members.beat();
    this.bus.watch((connected) => this.#trouble('nats', !connected));
    // From now on, however long the start takes.
    this.#beats = setInterval(() => {
      this.members.beat().catch(() => {});
      if (this.#events) void this.look();
    }, BEAT_EVERY);
  }

  /** Takes up what an earlier node of this name had, then beats and looks. */
  async start(events: NodeEvents): Promise<void> {
    if (!(await this.nodes.arrive(this.#epoch))) return this.fenced();
    this.#events = events;
    await events.adopted(await this.nodes.own());
    await this.look();
  }

  get stands(): boolean {
    return this.#troubles.size > 0;
  }

  /** Nobody can have taken over meanwhile: it has looked lately. One that was held up is silent until it has looked again. */
  get isSure(): boolean {
    return !this.stands && !this.#fenced && performance.now() - this.#lookedAt < SURE_FOR;
  }

  get leaving(): boolean {
    return this.#leaving;
  }

  /** Whoever is here returns by another node, or by this one when it has joined anew. */
  get isOut(): boolean {
    return this.#leaving || this.#fenced;
  }

  /** Whether a node is there and was not declared gone. This one asks itself where a place has come to it meanwhile. */
  isPresent(node: string): boolean {
    return node === this.name || this.#present.has(node);
  }

  /** Declares dead who is, adopts what nobody has. One round at a time. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** From now on nothing new is taken on. */
  async beginLeaving(): Promise<void> {
    this.#leaving = true;
    await this.members.beat().catch(() => {});
  }

  /** Others may have what this node had, once everything that it was about to write is stored. */
  async release(): Promise<void> {
    if (this.#fenced || this.#epoch === 0) return;
    await this.#looking?.catch(() => {});
    await this.#parts.stored();
    await this.nodes.release();
  }

  async leave(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#beats);
    await this.#looking?.catch(() => {});
    if (!this.#fenced && this.#epoch > 0) await this.nodes.leave(this.#epoch);
    await this.members.leave().catch(() => {});
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#beats);
    this.members?.stop();
    await this.bus?.close();
    await this.nodes.close();
  }

  // ── inside ──

  #trouble(which: Trouble, is: boolean): void {
    if (is === this.#troubles.has(which) || this.#closed) return;
    if (is) this.#troubles.add(which);
    else this.#troubles.delete(which);
    const server = which === 'nats' ? 'NATS' : 'the database';
    this.#parts.say(is ? `${server} cannot be reached; everything stands still` : `${server} is back`);
    if (this.stands) {
      this.#goingOn ??= Promise.withResolvers();
      this.clock.stand();
    } else void this.#goOn();
  }

  /** Only if nobody has taken over meanwhile. */
  async #goOn(): Promise<void> {
    await this.look();
    if (this.stands || this.#fenced) return;
    this.#goingOn?.resolve();
    this.#goingOn = undefined;
    this.clock.goOn();
  }

  async #lookAt(row: NodeRow): Promise<void> {
    const { name, epoch } = row;
    if (name === this.name) return;
    const dead = row.gone || this.members.isDead(row);
    if (!row.gone && dead && (await this.nodes.declareGone(row))) this.#parts.say(`the node ${name} is gone`);
    // Who is declared gone, leaves or joins begins an epoch by that.
    if (dead) this.#pass(name, row.gone ? epoch - 1 : epoch);
    else this.#arrived(name, epoch);
  }

  /** Up to that epoch a node is gone, with all that was there. */
  #pass(node: string, epoch: number): void {
    if ((this.#past.get(node) ?? 0) >= epoch) return;
    this.#past.set(node, epoch);
    if ((this.#present.get(node) ?? Infinity) > epoch) return;
    this.#present.delete(node);
    this.#events?.gone(node);
  }

  #arrived(node: string, epoch: number): void {
    this.#pass(node, epoch - 1);
    if (epoch > (this.#past.get(node) ?? 0)) this.#present.set(node, epoch);
  }

  async #look(): Promise<void> {
    if (this.#fenced || this.#closed) return;
    try {
      const now = performance.now();
      const rows = await this.nodes.all();
      this.#trouble('database', false);
      const own = rows.find(({ name }) => name === this.name);
      if (own?.epoch !== this.#epoch || own.gone) return this.fenced();
      this.#lookedAt = now;
      if (this.stands || this.#leaving) return;
      for (const row of rows) await this.#lookAt(row);
      for (;;) {
        const ids = await this.nodes.adopt(ADOPT_AT_ONCE);
        if (ids.length === 0) break;
        await this.#events?.adopted(ids);
      }
      await this.#events?.looked();
    } catch (error) {
      if (this.#closed) return;
      if (!this.stands) this.#parts.fault(error);
      if (!(error instanceof Fenced)) this.#trouble('database', true);
    }
  }
}
