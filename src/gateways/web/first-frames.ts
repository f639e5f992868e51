import type { Arena, MatchHandle } from '../../core/arena.ts';
import type { Clock } from '../../core/clock.ts';
import { nowOf } from '../now.ts';
import type { Encoder } from './encoder.ts';
import type { Header } from './frames.ts';
import type { Front } from './front.ts';
import { headerOf } from './header.ts';
import { encode } from './protocol.ts';

/** What the document of a page brings along. */
export interface First {
  /** Of the board that stands first. */
  game?: string | undefined;
  frames: string[];
}

export interface FirstParts {
  arena: Arena;
  clock: Clock;
  scale: number;
  encoder: Encoder;
  front: Front;
}

/** What was written is good for all who come so soon after. */
const FRESH = 500;
/** A match may be on another node. The page comes, whether it answers or not. */
const LONGEST_WAIT = 250;
/** In characters. What is more comes by the socket. */
const MOST_OF_WALL = 32 * 1024;
const MOST_OF_MATCH = 64 * 1024;
const MOST_KEPT = 200;

const NOTHING: First = { frames: [] };

/** What the socket would first tell a page whose reader nobody knows, for its document: boards are drawn before the socket is open. */
export class FirstFrames {
  readonly #parts: FirstParts;
  readonly #kept = new Map<string, { at: number; first: Promise<First> }>();
  /** Ratings are in the storage, so they are read once for a match. */
  readonly #headers = new Map<string, Promise<Header>>();

  constructor(parts: FirstParts) {
    this.#parts = parts;
  }

  /** The wall, as far as there is room: first the one that is shown large. */
  front(): Promise<First> {
    return this.#fresh('', async () => {
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

  /** A match under way. One with people comes by the socket alone: to who plays it, it looks otherwise. */
  match(id: string): Promise<First> {
    return this.#fresh(id, async () => {
      const match = await this.#parts.arena.running(id);
      if (!match) return NOTHING;
      const { game, seats } = match.header;
      const frames = seats.some(({ kind }) => kind === 'human') ? [] : await this.#framesOf(id);
      return { game, frames: lengthOf(frames) > MOST_OF_MATCH ? [] : frames };
    });
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

  #fresh(key: string, make: () => Promise<First>): Promise<First> {
    const now = this.#parts.clock.now();
    const known = this.#kept.get(key);
    if (known && now - known.at < FRESH) return known.first;
    const first = inTime(make().catch(() => NOTHING));
    keep(this.#kept, key, { at: now, first });
    return first;
  }
}

/** By a clock that goes on while those of matches stand: then no match of another node answers. */
const inTime = (made: Promise<First>): Promise<First> =>
  new Promise((resolve) => {
    const waiting = setTimeout(() => resolve(NOTHING), LONGEST_WAIT);
    made.then((first) => {
      clearTimeout(waiting);
      resolve(first);
    });
  });

const lengthOf = (frames: string[]): number => frames.reduce((sum, { length }) => sum + length, 0);

function keep<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.delete(key);
  values.set(key, value);
  if (values.size > MOST_KEPT) values.delete(values.keys().next().value!);
}

/** The document with these frames, as data that no browser takes for code or markup. */
export function withFrames(html: string, frames: string[]): string {
  if (frames.length === 0) return html;
  const data = `[${frames.join(',')}]`.replaceAll('<', '\\u003c');
  return html.replace('</body>', () => `<script type="application/json" id="first">${data}</script></body>`);
}
