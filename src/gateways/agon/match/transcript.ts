import type { MatchHandle } from '../../../core/arena.ts';
import type { Update } from '../../../core/update.ts';
import { WAGER, type Wager } from '../settle/wager.ts';

export interface Said {
  seat: number;
  content: string;
  /** From 1. */
  number: number;
  at: number;
  /** The step that it made. */
  step: number;
}

/**
 * What was said in a match, as text, and its wager, once for all who follow it. Rooms are for games whose moves are open;
 * those that are no messages (a trade's) and those of the clock are left out.
 */
export class Transcript {
  readonly #isMessage: (move: unknown) => boolean;
  readonly #said: Said[] = [];
  readonly #over = Promise.withResolvers<Update>();
  #step = -1;
  #wager: Wager | undefined;
  #isOver = false;

  /** Resolves when all is known that has happened by now. */
  static async of(match: MatchHandle, isMessage: (move: unknown) => boolean): Promise<Transcript> {
    const transcript = new Transcript(isMessage);
    for await (const update of match.past('replay', -1)) transcript.#hear(update);
    if (!transcript.#isOver) transcript.#follow(match);
    return transcript;
  }

  private constructor(isMessage: (move: unknown) => boolean) {
    this.#isMessage = isMessage;
  }

  get all(): readonly Said[] {
    return this.#said;
  }

  get wager(): Wager | undefined {
    return this.#wager;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The last update of the match, with the full view, which opens with the end. */
  get over(): Promise<Update> {
    return this.#over.promise;
  }

  /** What was said in a step, of which others may have heard before we did. */
  at(update: Update): Said | undefined {
    this.#read(update);
    for (let i = this.#said.length - 1; i >= 0; i--) {
      const said = this.#said[i]!;
      if (said.step <= update.step) return said.step === update.step ? said : undefined;
    }
  }

  #follow(match: MatchHandle): void {
    const stop = match.watch(
      'replay',
      (update) => {
        this.#hear(update);
        if (this.#isOver) queueMicrotask(() => stop());
      },
      { after: this.#step, unseen: true },
    );
  }

  #hear(update: Update): void {
    this.#read(update);
    if (update.status.kind === 'turn') return;
    this.#isOver = true;
    this.#over.resolve(update);
  }

  #read({ step, at, played = [], note }: Update): void {
    if (step !== this.#step + 1) return;
    this.#step = step;
    if (note?.topic === WAGER) this.#wager = note.data as Wager;
    for (const { seat, move, text: content, late } of played) {
      if (seat < 0 || late || !this.#isMessage(move)) continue;
      this.#said.push({ seat, content, number: this.#said.length + 1, at, step });
    }
  }
}
