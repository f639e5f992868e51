import type { Arena, MatchHandle } from '../../core/arena.ts';
import type { Cancel, Clock } from '../../core/clock.ts';
import type { Seat } from '../../core/game.ts';
import type { HeldRow } from '../../core/storage.ts';
import type { Update } from '../../core/update.ts';
import { HappenedLog } from './happened-log.ts';
import type { MoveRequest, Picture, Player } from './json.ts';
import { asksOf, isAsked, legalFor, matchPicture, playersOf, waitingPicture } from './picture.ts';
import { refusedMove, type Trouble, trouble } from './trouble.ts';

export interface PlayParts {
  arena: Arena;
  clock: Clock;
  /** Real milliseconds per millisecond of match time. */
  scale: number;
  /** Milliseconds for which a seat is here after the last call. */
  grace: number;
  /** Somebody calls for a seat that is not at a table. */
  seat(play: Play): void;
  /** Nobody has called for long enough: it stands up, and is forgotten until the next call. */
  absent(play: Play): void;
  over(play: Play): void;
}

const LONGEST_BEGINNING = 5000;

interface Waiter {
  /** The step that the caller knows. */
  after: number;
  /** Waits for any later step, not only for something to decide. */
  anyStep: boolean;
  wake(): void;
}

/** One seat that is held between calls, from the wish to the end. It is here while a call is under way and for a grace after. */
export class Play {
  readonly row: HeldRow;
  readonly name: string;
  readonly #parts: PlayParts;
  readonly #waiters = new Set<Waiter>();
  #calls = 0;
  #grace: Cancel | undefined;
  #match: MatchHandle | undefined;
  #seat: Seat = -1;
  #players: Promise<Player[]> | undefined;
  #stop: (() => void) | undefined;
  #attached: Promise<void> | undefined;
  #update: Update | undefined;
  #toldAt = 0;
  readonly #happened = new HappenedLog();
  /** The step at which an open question was first seen, by its id. */
  #asked = new Map<string, number>();

  constructor(parts: PlayParts, row: HeldRow, name: string) {
    this.#parts = parts;
    this.row = row;
    this.name = name;
  }

  get match(): MatchHandle | undefined {
    return this.#match;
  }

  get seat(): Seat {
    return this.#seat;
  }

  get update(): Update | undefined {
    return this.#update;
  }

  /** Somebody calls, or has called within the grace. */
  get isHere(): boolean {
    return this.#calls > 0 || this.#grace !== undefined;
  }

  get isWaiting(): boolean {
    return this.#match === undefined && this.row.closed === undefined;
  }

  // ── presence ──

  /** A call begins. @returns ends it */
  enter(): () => void {
    this.#calls++;
    this.#grace?.();
    this.#grace = undefined;
    if (this.#match) this.#attach();
    else if (this.isWaiting) this.#parts.seat(this);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      if (--this.#calls === 0) this.linger();
    };
  }

  /** It is here for the grace from now on. */
  linger(): void {
    if (this.#calls > 0) return;
    this.#grace?.();
    this.#grace = this.#parts.clock.after(this.#parts.grace, () => {
      this.#grace = undefined;
      this.#detach();
      this.#parts.absent(this);
    });
  }

  /** The server stops or the agent was shut out: whoever waits is answered. */
  release(): void {
    this.#grace?.();
    this.#grace = undefined;
    this.#detach();
    this.#wakeAll();
  }

  // ── what becomes of it ──

  begin(match: MatchHandle): void {
    this.#match = match;
    this.row.match = match.id;
    this.#seat = match.header.seats.findIndex(({ agent }) => agent === this.row.agent);
    this.#attach();
  }

  /** Resolves when a match that is being made has begun. */
  async begun(): Promise<void> {
    await this.#until(LONGEST_BEGINNING, { after: -1, anyStep: true });
  }

  /** There will be no match. */
  close(reason: string): void {
    this.row.closed ??= reason;
    this.#wakeAll();
  }

  // ── asking ──

  /**
   * Resolves at once when there is something to decide that the caller may not know, or the match is over; else when
   * there is, or after so many milliseconds.
   * @param gone the caller has hung up
   */
  async wait(ms: number, cursor: number | undefined, gone?: AbortSignal): Promise<void> {
    await this.#attached;
    if (ms > 0 && !gone?.aborted) await this.#until(ms, { after: cursor ?? -1, anyStep: false }, gone);
  }

  /** @param cursor the step that the caller knows; undefined: nothing */
  async picture(cursor?: number): Promise<Picture> {
    await this.#attached;
    const update = this.#update;
    if (!this.#match || !update) {
      const { arena } = this.#parts;
      return waitingPicture(this.row, this.name, await arena.rating(this.row.agent, this.row.game));
    }
    const known = cursor !== undefined && cursor <= update.step ? cursor : 0;
    const since = await this.#happened.between(this.#match, this.#seat, known, update.step);
    const { scale } = this.#parts;
    const age = this.#parts.clock.ticks() - this.#toldAt;
    const players = await (this.#players ??= playersOf(this.#parts.arena, this.#match));
    return matchPicture(this.row.id, { match: this.#match, seat: this.#seat, players, update, age, scale }, since);
  }

  // ── acting ──

  /** @returns what is wrong, or whether it was taken now or before */
  async move({ turn, move, text, ref }: MoveRequest): Promise<Trouble | 'taken' | 'repeated'> {
    await this.#attached;
    const match = this.#match;
    const before = this.#update;
    if (!match || !before) return this.#notPlaying();
    const written = text === undefined ? { move } : { text };
    const known = ref === undefined ? { again: true as const } : { ref };
    const submission = { seat: this.#seat, ...known, ...written };
    const refused = await new Promise<Parameters<Parameters<MatchHandle['submit']>[2]>[0]>((done) =>
      match.submit(submission, turn, done),
    );
    if (refused?.code === 'repeated') return 'repeated';
    if (!refused) {
      await this.#until(this.#parts.grace, { after: before.step, anyStep: true });
      return 'taken';
    }
    const now = this.#update ?? before;
    const open = now.status.kind === 'turn' ? now.status.number : null;
    return refusedMove(refused, turn, open, legalFor(now, this.#seat));
  }

  async resign(): Promise<Trouble | undefined> {
    await this.#attached;
    const match = this.#match;
    const before = this.#update;
    if (!match || !before) return this.#notPlaying();
    if (before.status.kind !== 'turn') return undefined;
    await new Promise<unknown>((done) => match.forfeit([this.#seat], 'resigned', undefined, done));
    await this.#until(this.#parts.grace, { after: before.step, anyStep: true });
    return undefined;
  }

  #notPlaying(): Trouble {
    if (this.row.closed !== undefined) return { ...trouble('over', 'There is no match here any more.'), turn: null };
    return { ...trouble('not-begun', 'The match has not begun yet: wait for it.'), turn: null };
  }

  // ── following the match ──

  #attach(): void {
    if (this.#stop || this.#update?.status.kind === 'over' || this.#update?.status.kind === 'void') return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#attached = promise;
    let first = true;
    let stopped = false;
    this.#stop = () => {
      stopped = true;
      resolve();
    };
    const stop = this.#match!.watch(
      this.#seat,
      (update) => {
        if (stopped) return;
        if (first) {
          first = false;
          this.#happened.begin(update.step);
          this.#learn(update);
          resolve();
        } else this.#learn(update);
      },
      { legal: true },
    );
    if (stopped) stop();
    else {
      this.#stop = () => {
        stopped = true;
        resolve();
        stop();
      };
    }
  }

  #detach(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #learn(update: Update): void {
    const before = this.#update;
    this.#update = update;
    this.#toldAt = this.#parts.clock.ticks();
    if (before && update.step > before.step) this.#happened.add(update);
    this.#followAsks(update);
    const isOver = update.status.kind !== 'turn';
    for (const waiter of [...this.#waiters]) if (this.#isNews(waiter)) waiter.wake();
    if (!isOver) return;
    this.#detach();
    this.#parts.over(this);
  }

  #followAsks(update: Update): void {
    const open = asksOf(update, this.#seat);
    if (open.length === 0 && this.#asked.size === 0) return;
    this.#asked = new Map(open.map(({ id }) => [id, this.#asked.get(id) ?? update.step]));
  }

  /** Whether a caller that knows this step is to be answered now. */
  #isNews({ after, anyStep }: Pick<Waiter, 'after' | 'anyStep'>): boolean {
    const update = this.#update;
    if (!this.#match) return this.row.closed !== undefined;
    if (!update) return false;
    if (anyStep && update.step > after) return true;
    if (update.status.kind !== 'turn' || (!anyStep && isAsked(update, this.#seat))) return true;
    return !anyStep && [...this.#asked.values()].some((step) => step > after);
  }

  #until(ms: number, wish: Pick<Waiter, 'after' | 'anyStep'>, gone?: AbortSignal): Promise<void> {
    if (this.#isNews(wish)) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter: Waiter = {
        ...wish,
        wake: () => {
          cancel();
          this.#waiters.delete(waiter);
          gone?.removeEventListener('abort', waiter.wake);
          resolve();
        },
      };
      const cancel = this.#parts.clock.after(ms, waiter.wake);
      this.#waiters.add(waiter);
      gone?.addEventListener('abort', waiter.wake);
    });
  }

  #wakeAll(): void {
    for (const waiter of [...this.#waiters]) waiter.wake();
  }
}
