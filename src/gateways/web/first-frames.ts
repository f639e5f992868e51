import type { Arena, MatchHandle } from '../../core/arena.ts';
import { ByteCache } from '../../core/byte-cache.ts';
import type { Clock } from '../../core/clock.ts';
import { nowOf } from '../now.ts';
import { type Drawing, listed, type Place } from './drawing.ts';
import type { Encoder } from './encoder.ts';
import type { Header } from './frames.ts';
import type { Front } from './front.ts';
import { headerOf } from './header.ts';
import { encode } from './protocol.ts';

interface Told {
  /** Of the board that stands first. */
  game?: string | undefined;
  frames: string[];
}

/** What the document of a page brings along. */
export interface First extends Told {
  /** The page as these frames tell it, as HTML; empty: it is drawn by its code alone. */
  drawn: string;
}

export interface FirstParts {
  arena: Arena;
  clock: Clock;
  scale: number;
  encoder: Encoder;
  front: Front;
  drawing: Drawing;
}

/** What was written is good for all who come so soon after. */
const FRESH = 500;
/** A match may be on another node. The page comes, whether it answers or not; where no code runs it is empty then. */
const LONGEST_WAIT = 2000;
/** The page comes with an empty wall rather than without one. */
const LONGEST_FILLING = 150;
/** In characters. What is more comes by the socket. */
const MOST_OF_WALL = 32 * 1024;
const MOST_OF_MATCH = 64 * 1024;
const MOST_HEADERS = 200;
const MOST_BYTES = 2 * 1024 * 1024;

const NOTHING: Told = { frames: [] };

/** What the socket would first tell a page whose reader nobody knows, for its document: boards are drawn before the socket is open. */
export class FirstFrames {
  readonly #parts: FirstParts;
  readonly #kept = new ByteCache<{ at: number; first: Promise<First> }>(MOST_BYTES);
  /** Ratings are in the storage, so they are read once for a match. */
  readonly #headers = new Map<string, Promise<Header>>();

  constructor(parts: FirstParts) {
    this.#parts = parts;
  }

  /** The wall, as far as there is room: first the one that is shown large. */
  front(): Promise<First> {
    return this.#fresh({ page: '', id: undefined }, async () => {
      await inTime(this.#parts.front.receive(), LONGEST_FILLING, undefined);
      const { text, wall, game } = this.#parts.front.present;
      const ofEach = await Promise.all(wall.map((id) => this.#framesOf(id)));
      const frames = [text];
      let room = MOST_OF_WALL;
      for (const ofOne of ofEach) {
        const length = lengthOf(ofOne);
        if (length > room) continue;
        room -= length;
        frames.push(...ofOne);
      }
      return { game, frames };
    });
  }

  /** A match under way or how it ended. One that people play comes by the socket alone: to them it looks otherwise. */
  match(id: string): Promise<First> {
    return this.#fresh({ page: 'match', id }, async () => {
      const running = await this.#parts.arena.running(id);
      if (running?.header.seats.some(({ kind }) => kind === 'human')) return { game: running.header.game, frames: [] };
      const match = running ?? (await this.#parts.arena.find(id));
      if (!match) return NOTHING;
      const { game } = match.header;
      const frames = await (running ? this.#framesOf(id) : this.#lastFramesOf(match));
      return { game, frames: lengthOf(frames) > MOST_OF_MATCH ? [] : frames };
    });
  }

  async #lastFramesOf(match: MatchHandle): Promise<string[]> {
    const { encoder } = this.#parts;
    const [header, update] = await Promise.all([headerOf(this.#parts, match, -1), nowOf(match, 'replay')]);
    return [encode(header), encoder.whole(update)];
  }

  async #framesOf(id: string): Promise<string[]> {
    const { arena, clock, encoder } = this.#parts;
    const match = await arena.running(id);
    if (!match) return [];
    const [header, update] = await Promise.all([this.#headerOf(match), nowOf(match)]);
    return [encode({ ...header, now: clock.now() }), encoder.whole(update)];
  }

  #headerOf(match: MatchHandle): Promise<Header> {
    const known = this.#headers.get(match.id);
    if (known) return known;
    const made = headerOf(this.#parts, match, -1);
    made.catch(() => this.#headers.delete(match.id));
    keep(this.#headers, match.id, made);
    return made;
  }

  #fresh(at: Place, tell: () => Promise<Told>): Promise<First> {
    const now = this.#parts.clock.now();
    const key = at.id ?? '';
    const known = this.#kept.get(key);
    if (known && now - known.at < FRESH) return known.first;
    const first = inTime(
      tell().catch(() => NOTHING),
      LONGEST_WAIT,
      NOTHING,
    ).then((told) => this.#draw(at, told));
    const kept = { at: now, first };
    this.#kept.set(key, kept, 0);
    first.then(({ frames, drawn }) => this.#kept.set(key, kept, lengthOf([...frames, drawn])));
    return first;
  }

  async #draw(at: Place, told: Told): Promise<First> {
    const { drawing } = this.#parts;
    // A wall that is too long is drawn with the one match that stands first.
    const drawn = (await drawing.page(at, told.frames)) || (await drawing.page(at, told.frames.slice(0, 3)));
    return { ...told, drawn };
  }
}

/** By a clock that goes on while those of matches stand: then no match of another node answers. */
const inTime = <Made>(made: Promise<Made>, wait: number, otherwise: Made): Promise<Made> =>
  new Promise((resolve) => {
    const waiting = setTimeout(() => resolve(otherwise), wait);
    made.then((told) => {
      clearTimeout(waiting);
      resolve(told);
    });
  });

const lengthOf = (texts: string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

function keep<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.delete(key);
  values.set(key, value);
  if (values.size > MOST_HEADERS) values.delete(values.keys().next().value!);
}

/** The document with the page as it was drawn, busy until its code has come, and with the frames as data that no browser takes for code or markup. */
export function withFirst(html: string, { frames, drawn }: First): string {
  if (frames.length === 0) return html;
  const data = listed(frames).replaceAll('<', '\\u003c');
  return html
    .replace('<div id="app"></div>', () => `<div id="app"${drawn && ' aria-busy="true"'}>${drawn}</div>`)
    .replace('</body>', () => `<script type="application/json" id="first">${data}</script></body>`);
}
