import type { Clock } from '../core/clock.ts';
import type { Update } from '../core/update.ts';
import type { Bus } from './bus.ts';
import type { LookAnswer } from './match-host.ts';
import { isStreamed, type Streamed } from './messages.ts';
import { updatesOf } from './subjects.ts';

type Tell = (update: Update) => void;

export interface FeedParts {
  match: string;
  kind: string;
  bus: Bus;
  clock: Clock;
  ask(op: 'follow' | 'look', after: number | undefined): Promise<LookAnswer>;
  /** Whether its viewer has to be told an answer first: an acknowledgement comes before what it causes, here as where the match is. */
  isAnswerDue(update: Update): boolean;
  fault(error: unknown): void;
}

interface Watcher {
  tell: Tell;
  /** What came while its past was asked for. */
  held: Update[] | undefined;
  /** The last step of the past that it asked for. */
  caughtUp: number;
  gone: boolean;
}

/** What a match on another node tells one kind of viewer, asked for once for all of them on this node. */
export class Feed {
  readonly #parts: FeedParts;
  readonly #watchers = new Set<Watcher>();
  readonly #unlisten: () => void;
  #latest: Update | undefined;
  #latestAt = 0;
  #earlier: Update['earlier'];
  #stream: string | undefined;
  #seq = 0;
  /** What came while the feed asks. */
  #held: Streamed[] | undefined;
  #askAgain = false;
  /** What waits until an answer was told. */
  #later: Update[] = [];
  readonly #firstAnswer = Promise.withResolvers<void>();
  #closed = false;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    const subject = updatesOf(parts.match, parts.kind);
    this.#unlisten = parts.bus.listen(subject, (message) => {
      if (isStreamed(message) && message.u.match === parts.match) this.#receive(message);
      else parts.fault(new Error(`a message on ${subject} is no update; it was left`));
    });
    queueMicrotask(() => this.ask());
  }

  get idle(): boolean {
    return this.#watchers.size === 0;
  }

  get step(): number {
    return this.#latest?.step ?? -1;
  }

  get isOver(): boolean {
    return this.#latest !== undefined && this.#latest.status.kind !== 'turn';
  }

  /** Where in which stream it is; nothing while it asks. */
  get at(): [string, number] | undefined {
    return this.#stream === undefined || this.#held ? undefined : [this.#stream, this.#seq];
  }

  watch(tell: Tell, after: number | undefined): () => void {
    const watcher: Watcher = { tell, held: undefined, caughtUp: -1, gone: false };
    this.#watchers.add(watcher);
    if (after !== undefined) this.#catchUp(watcher, after).catch(this.#parts.fault);
    // Who comes before the first answer is told with it.
    else if (this.#latest) tell(this.#first(this.#asOfNow(this.#latest)));
    return () => {
      watcher.gone = true;
      this.#watchers.delete(watcher);
    };
  }

  /** Asks for what it may have missed; what comes meanwhile is told afterwards. */
  ask(): void {
    if (this.#closed) return;
    if (this.#held) {
      this.#askAgain = true;
      return;
    }
    this.#held = [];
    const latest = this.#later.at(-1) ?? this.#latest;
    const after = latest && latest.step - 1;
    this.#parts.ask('follow', after).then(
      (answer) => this.#answered(answer),
      (error) => {
        this.#held = undefined;
        this.#firstAnswer.resolve();
        if (!this.#closed) this.#parts.fault(error);
      },
    );
  }

  /** An answer was told, and what waited for it follows. */
  goOn(): void {
    while (!this.#closed) {
      const [update] = this.#later;
      if (!update || this.#parts.isAnswerDue(update)) return;
      this.#later.shift();
      this.#tell(update, ({ caughtUp }) => update.step > caughtUp);
    }
  }

  close(): void {
    this.#closed = true;
    this.#unlisten();
  }

  #answered({ updates, stream, seq = 0 }: LookAnswer): void {
    const held = this.#held!;
    this.#held = undefined;
    if (this.#closed) return;
    this.#stream = stream;
    this.#seq = seq;
    for (const update of updates) this.#take(update);
    this.#firstAnswer.resolve();
    for (const message of held) this.#receive(message);
    if (!this.#askAgain) return;
    this.#askAgain = false;
    this.ask();
  }

  #receive(message: Streamed): void {
    if (this.#held) return void this.#held.push(message);
    if (message.s === this.#stream && message.n <= this.#seq) return;
    if (message.s !== this.#stream || message.n !== this.#seq + 1) return this.ask();
    this.#seq = message.n;
    this.#take(message.u as unknown as Update);
  }

  #take(update: Update): void {
    if (this.#later.length > 0 || this.#parts.isAnswerDue(update)) this.#later.push(update);
    else this.#tell(update);
  }

  #tell({ earlier, ...rest }: Update, isFor: (watcher: Watcher) => boolean = () => true): void {
    const update: Update = Object.freeze(rest);
    const before = this.#latest;
    this.#latest = update;
    this.#latestAt = this.#parts.clock.ticks();
    if (!before || earlier) this.#earlier = earlier;
    else if (before.step < update.step) this.#remember(before);
    for (const watcher of [...this.#watchers]) {
      if (watcher.gone || !isFor(watcher)) continue;
      if (watcher.held) watcher.held.push(update);
      else this.#safely(watcher, before ? update : this.#first(update));
    }
  }

  #safely({ tell }: Watcher, update: Update): void {
    try {
      tell(update);
    } catch (error) {
      this.#parts.fault(error);
    }
  }

  #first(update: Update): Update {
    return this.#earlier ? Object.freeze({ ...update, earlier: this.#earlier }) : update;
  }

  /** Whoever comes later finds the clock where it is by then. */
  #asOfNow(update: Update): Update {
    const { clock, startsIn } = update;
    const since = Math.round(this.#parts.clock.ticks() - this.#latestAt);
    const less = (left: number) => Math.max(0, left - since);
    if (!clock?.running && startsIn === undefined) return update;
    return Object.freeze({
      ...update,
      ...(clock?.running && { clock: { ...clock, left: less(clock.left) } }),
      ...(startsIn !== undefined && { startsIn: less(startsIn) }),
    });
  }

  #remember({ left, note }: Update): void {
    if (!left && !note) return;
    const { left: lefts, notes } = this.#earlier ?? { left: [], notes: [] };
    this.#earlier = { left: left ? [...lefts, left] : lefts, notes: note ? [...notes, note] : notes };
  }

  async #catchUp(watcher: Watcher, after: number): Promise<void> {
    watcher.held = [];
    await this.#firstAnswer.promise;
    const { updates } = await this.#parts.ask('look', after);
    let last = after;
    for (const update of updates) {
      if (watcher.gone) return;
      last = update.step;
      this.#safely(watcher, update);
    }
    const { held } = watcher;
    watcher.held = undefined;
    watcher.caughtUp = last;
    // What was said of that step before the answer is in the answer.
    for (const update of held) if (!watcher.gone && update.step > last) this.#safely(watcher, update);
  }
}
