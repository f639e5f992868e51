import type { MatchHandle, MatchHeader, WatchOptions } from '../core/arena.ts';
import type { Clock } from '../core/clock.ts';
import type { Over, Seat, Viewer, Why } from '../core/game.ts';
import type { Refused } from '../core/judge.ts';
import type { Submission } from '../core/submission.ts';
import type { Update } from '../core/update.ts';
import { askUntil } from './asking.ts';
import type { Bus } from './bus.ts';
import { Feed } from './feed.ts';
import type { LookAnswer, WriteAnswer } from './match-host.ts';
import type { MatchRequest } from './messages.ts';
import { kindOf, placeOf } from './subjects.ts';

type Done = (refused?: Refused) => void;
type Unsent = MatchRequest extends infer One ? (One extends MatchRequest ? Omit<One, 'id' | 'from'> : never) : never;

export interface RemoteParts {
  bus: Bus;
  node: string;
  clock: Clock;
  /** The node leaves or was declared gone: whoever was here may return by another, so it says no more who is. */
  isOut(): boolean;
  isOver(id: string): Promise<boolean>;
  /** A match that is over, as it is stored. */
  stored(id: string): Promise<MatchHandle | undefined>;
  fault(error: unknown): void;
}

/** Grows from one node to the next of the same name, so that the latest word about who is here wins. */
let serial = Date.now() * 1000;
/** A node that died is taken for dead after five seconds, and its matches go on within ten. */
const PATIENCE = 30_000;
const CROWD_EVERY = 100;
const OVER: Refused = { code: 'over', reason: 'The match is over.' };
const AWAY: Refused = { code: 'error', reason: 'The server could not reach this match. Please try again.' };

/** A match that lives on another node. Whoever holds it cannot tell. */
export class RemoteMatch implements MatchHandle {
  readonly header: MatchHeader;
  readonly #parts: RemoteParts;
  readonly #feeds = new Map<string, Feed>();
  readonly #seats = new Map<Seat, number>();
  /** The turns of each seat's moves that are not answered yet. */
  readonly #submitted = new Map<Seat, number[]>();
  #spectators = 0;
  #telling = false;
  #spectatorsTold = 0;
  #crowdRests = false;
  /** What spectators see of it when it is over. */
  #end: Update | undefined;

  constructor(header: MatchHeader, parts: RemoteParts) {
    this.header = header;
    this.#parts = parts;
  }

  get id(): string {
    return this.header.id;
  }

  get watched(): boolean {
    return this.#feeds.size > 0;
  }

  submit(move: Submission, turn: number, done: Done): void {
    const { seat } = move;
    const turns = this.#submitted.get(seat) ?? [];
    this.#submitted.set(seat, turns);
    turns.push(turn);
    this.#write({ op: 'submit', move, turn, ...this.#seen() }, (refused) => {
      turns.splice(turns.indexOf(turn), 1);
      done(refused);
      for (const feed of [...this.#feeds.values()]) feed.goOn();
    });
  }

  forfeit(seats: Seat[], why: Why, words?: string, done?: Done): void {
    this.#write({ op: 'forfeit', seats, why, ...(words !== undefined && { words }), ...this.#seen() }, done);
  }

  note(topic: string, data: unknown, done?: Done): void {
    this.#write({ op: 'note', topic, data, ...this.#seen() }, done);
  }

  end(over: Over | undefined, reason: string, source: string, done?: Done): void {
    this.#write({ op: 'end', reason, source, ...(over && { over }), ...this.#seen() }, done);
  }

  watch(viewer: Viewer, tell: (update: Update) => void, options: WatchOptions = {}): () => void {
    const legal = options.legal === true;
    const kind = kindOf(viewer, legal);
    if (this.#end && viewer === 'spectator' && !legal && options.after === undefined && !this.#feeds.has(kind)) {
      tell(this.#end);
      return () => {};
    }
    // Before the feed asks, so that what it is told first counts whoever watches.
    if (!options.unseen) this.#count(viewer, 1);
    let feed = this.#feeds.get(kind);
    if (!feed) {
      feed = new Feed({
        match: this.id,
        kind,
        bus: this.#parts.bus,
        clock: this.#parts.clock,
        isAnswerDue: (update) => typeof viewer === 'number' && this.#isAnswerDue(viewer, update),
        ask: (op, after) => this.#look({ op, viewer, legal, ...(after !== undefined && { after }) }),
        fault: this.#parts.fault,
      });
      this.#feeds.set(kind, feed);
    }
    const stop = feed.watch(tell, options.after);
    let watching = true;
    return () => {
      if (!watching) return;
      watching = false;
      stop();
      if (!options.unseen) this.#count(viewer, -1);
      if (feed.idle && this.#feeds.get(kind) === feed) {
        this.#feeds.delete(kind);
        feed.close();
        this.#ask({ op: 'unfollow', viewer, legal }, 0).catch(() => {});
      }
    };
  }

  async *past(viewer: Viewer, after: number): AsyncGenerator<Update, void, void> {
    yield* (await this.#look({ op: 'look', viewer, legal: false, after })).updates;
  }

  /** The match is over: nobody has to be asked what spectators see of it. */
  ended(last: Update): void {
    this.#end = Object.freeze(last);
  }

  /** The match is on another node than before, or it may be: what was said meanwhile is asked for. */
  moved(): void {
    if (this.#feeds.size === 0) return;
    for (const feed of this.#feeds.values()) feed.ask();
    this.#tellPresence();
  }

  /** Asks whether everything that was told came in, and says again who is here. */
  async check(): Promise<void> {
    const streams = Object.fromEntries([...this.#feeds].flatMap(([kind, feed]) => (feed.at ? [[kind, feed.at]] : [])));
    const answer = (await this.#ask({ op: 'attend', present: this.#present(), streams }, 0)) as { lost: string[] };
    for (const kind of answer.lost) this.#feeds.get(kind)?.ask();
  }

  // ── inside ──

  /** As long as the turn waits for the seat, what is told does not come of its move. */
  #isAnswerDue(seat: Seat, { status, waiting }: Update): boolean {
    const turns = this.#submitted.get(seat) ?? [];
    return turns.some((turn) => status.kind !== 'turn' || status.number !== turn || !waiting.includes(seat));
  }

  #seen(): { step?: number } {
    let step = -1;
    for (const feed of this.#feeds.values()) step = Math.max(step, feed.step);
    return step < 0 ? {} : { step };
  }

  /** A seat that comes or goes is told at once, a crowd once in a while. */
  #count(viewer: Viewer, change: 1 | -1): void {
    if (typeof viewer !== 'number') {
      this.#spectators += change;
      if (!this.#crowdRests) this.#tellSoon();
      return;
    }
    const before = this.#seats.get(viewer) ?? 0;
    if (before + change > 0) this.#seats.set(viewer, before + change);
    else this.#seats.delete(viewer);
    if (before === 0 || before + change === 0) this.#tellSoon();
  }

  #tellSoon(): void {
    if (this.#telling) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      this.#tellPresence();
    });
  }

  #tellPresence(): void {
    if (this.#parts.isOut() || this.#isOver) return;
    if (this.#spectators !== this.#spectatorsTold) {
      if (!this.#crowdRests) {
        this.#parts.clock.after(CROWD_EVERY, () => {
          this.#crowdRests = false;
          if (this.#spectators !== this.#spectatorsTold) this.#tellPresence();
        });
      }
      this.#crowdRests = true;
    }
    this.#ask({ op: 'attend', present: this.#present(), streams: {} }, PATIENCE).catch(() => {});
  }

  get #isOver(): boolean {
    for (const { isOver } of this.#feeds.values()) if (isOver) return true;
    return false;
  }

  #present() {
    this.#spectatorsTold = this.#spectators;
    return { seats: [...this.#seats.keys()], spectators: this.#spectators, serial: ++serial };
  }

  #write(request: Unsent, done: Done | undefined): void {
    try {
      this.#askFor(
        request,
        PATIENCE,
        (answer) => done?.((answer as WriteAnswer).refused),
        (error) => done?.(error === OVER ? OVER : AWAY),
      );
    } catch {
      done?.({ code: 'malformed', reason: `This is not a move of ${this.header.game}.` });
    }
  }

  async #look(request: Extract<Unsent, { op: 'follow' | 'look' }>): Promise<LookAnswer> {
    const updates: Update[] = [];
    let { after } = request;
    for (;;) {
      let answer: LookAnswer;
      try {
        answer = (await this.#ask({ ...request, ...(after !== undefined && { after }) }, Infinity)) as LookAnswer;
      } catch (error) {
        if (error !== OVER) throw error;
        return { updates: [...updates, ...(await this.#past(request, after))] };
      }
      updates.push(...answer.updates);
      if (!answer.more) return { ...answer, updates };
      after = answer.updates.at(-1)!.step;
    }
  }

  /** Of a match that is over nobody has the place any more. */
  async #past({ viewer, legal }: { viewer: Viewer; legal: boolean }, after: number | undefined): Promise<Update[]> {
    const match = await this.#parts.stored(this.id);
    if (!match) return [];
    const updates: Update[] = [];
    if (after !== undefined) for await (const update of match.past(viewer, after)) updates.push(update);
    else match.watch(viewer, (update) => updates.push(update), { unseen: true, ...(legal && { legal }) })();
    return updates;
  }

  #ask(request: Unsent, patience: number): Promise<unknown> {
    return new Promise((resolve, reject) => this.#askFor(request, patience, resolve, reject));
  }

  #askFor(
    request: Unsent,
    patience: number,
    answered: (answer: unknown) => void,
    failed: (error: unknown) => void,
  ): void {
    const { bus, node, isOver } = this.#parts;
    let over = false;
    const isVain = async () => (over = await isOver(this.id));
    askUntil(bus, placeOf(this.id), { ...request, from: node }, { patience, isVain }, answered, (error) =>
      failed(over ? OVER : error),
    );
  }
}
