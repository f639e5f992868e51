import type { MatchHandle } from '../../core/arena.ts';
import type { Viewer } from '../../core/game.ts';
import type { Update } from '../../core/update.ts';
import { nowOf } from '../now.ts';
import type { Frames } from './frames.ts';
import { notationOf } from './notation/index.ts';

export interface FollowerParts {
  match: MatchHandle;
  viewer: Viewer;
  frames: Frames;
  send(frame: string): void;
  /** The match is over and everything of it was sent. */
  ended(): void;
}

/** Turns the updates of one match, as one viewer gets them, into frames in their order. */
export class Follower {
  readonly #parts: FollowerParts;
  #latest: Update | undefined;
  #stop: (() => void) | undefined;
  #ended = false;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    const wishes = typeof parts.viewer === 'number' && notationOf(parts.match.header.game).legal;
    const stop = parts.match.watch(parts.viewer, (update) => this.#tell(update), wishes ? { legal: true } : {});
    if (this.#ended) stop();
    else this.#stop = stop;
  }

  get match(): MatchHandle {
    return this.#parts.match;
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** The number of the open turn as far as this viewer was told. */
  get turn(): number {
    const status = this.#latest?.status;
    return status?.kind === 'turn' ? status.number : 0;
  }

  /** The current state, for a connection that comes later. */
  tellAgain(send: (frame: string) => void): void {
    const { match, viewer } = this.#parts;
    if (!this.#latest) return;
    if (this.#latest.begun) return this.#show(this.#latest, send);
    // How long the countdown still takes is for the match to say.
    void nowOf(match, viewer).then((now) => this.#show(now, send));
  }

  #show(update: Update, send: (frame: string) => void): void {
    const { match, viewer, frames } = this.#parts;
    send(frames.state(match, viewer, update));
    if (this.#isAsked(update)) send(frames.yourTurn(match, viewer, update));
  }

  stop(): void {
    this.#ended = true;
    this.#stop?.();
  }

  #tell(update: Update): void {
    if (this.#ended) return;
    const before = this.#latest;
    this.#latest = update;
    if (!before) {
      this.#show(update, this.#parts.send);
      if (update.status.kind !== 'turn') this.#tellEnd(update);
    } else if (before.step === update.step || update.note) {
      const isNews = (update.begun && !before.begun) || (this.#isAsked(update) && !this.#isAsked(before));
      if (isNews) this.#show(update, this.#parts.send);
    } else this.#tellStep(before, update);
  }

  #tellStep(before: Update, update: Update): void {
    const { match, viewer, frames, send } = this.#parts;
    for (const seat of update.moved) if (seat >= 0) send(frames.thinking(match, seat));
    if (isHeld(before, update)) return;
    const skill = frames.skill(match, viewer, update);
    if (skill) send(skill);
    if (isDecided(before, update) || update.left || update.moved.length) {
      send(frames.turn(match, viewer, update, isDecided(before, update)));
    }
    send(frames.state(match, viewer, update));
    if (update.status.kind === 'turn') {
      if (this.#isAsked(update)) send(frames.yourTurn(match, viewer, update));
    } else {
      send(frames.over(match, viewer, update));
      this.#end();
    }
  }

  /** A seat whose match ended before it could be told of it learns how; others asked for a match that is over. */
  #tellEnd(update: Update): void {
    const { match, viewer, frames, send } = this.#parts;
    if (typeof viewer === 'number') send(frames.over(match, viewer, update));
    this.#end();
  }

  #isAsked({ status, waiting, begun, paused }: Update): boolean {
    const { viewer } = this.#parts;
    if (status.kind !== 'turn' || !begun || paused || typeof viewer !== 'number') return false;
    return waiting.includes(viewer) || (status.asks?.some(({ seat }) => seat === viewer) ?? false);
  }

  #end(): void {
    this.stop();
    this.#parts.ended();
  }
}

/** A sealed move was handed in and is kept secret: nothing was decided yet. */
const isHeld = (before: Update, { status, moved }: Update): boolean =>
  status.kind === 'turn' && status.sealed === true && moved.length > 0 && !hasNewTurn(before, status.number);

const hasNewTurn = (before: Update, number: number): boolean =>
  before.status.kind !== 'turn' || before.status.number !== number;

const isDecided = (before: Update, { status }: Update): boolean =>
  status.kind !== 'turn' || hasNewTurn(before, status.number);
