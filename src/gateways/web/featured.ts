import type { Arena, MatchHeader } from '../../core/arena.ts';
import { nowOf } from '../now.ts';

/** So many of the newest are weighed, and of so many of the strongest it is asked who watches. */
const WEIGHED = 40;
const ASKED = 8;

const MINUTE = 60_000;
/** In points of rating: what a seat is behind whose strength nobody knows, what a viewer and a minute are worth, and by how much another must be better. */
const UNKNOWN = -400;
const VIEWER = 25;
const MOST_VIEWERS = 40;
const AGE = -2;
const OLDEST = 60;
const AHEAD = 150;

/** Chooses the match that is shown large: strong agents, many who watch, begun not long ago. It stays until it is over or clearly beaten. */
export class Featured {
  readonly #arena: Arena;
  readonly #strength = new Map<string, number>();

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /** @param shown the one that is shown so far */
  async choose(live: MatchHeader[], shown: string | undefined, now: number): Promise<string | undefined> {
    const kept = live.filter(({ id }) => id === shown);
    const weighed = [...kept, ...live.slice(-WEIGHED).filter(({ id }) => id !== shown)];
    this.#forgetBut(weighed);
    const strengths = await Promise.all(weighed.map(async (match) => ({ match, strength: await this.#of(match) })));
    const asked = strengths
      .sort((a, b) => Number(b.match.id === shown) - Number(a.match.id === shown) || b.strength - a.strength)
      .slice(0, ASKED);
    const scores = await Promise.all(
      asked.map(async ({ match, strength }) => {
        const age = Math.min(OLDEST, (now - match.at) / MINUTE);
        const stays = match.id === shown ? AHEAD : 0;
        return { id: match.id, score: strength + AGE * age + VIEWER * (await this.#viewers(match.id)) + stays };
      }),
    );
    return scores.sort((a, b) => b.score - a.score)[0]?.id;
  }

  #forgetBut(weighed: MatchHeader[]): void {
    const ids = new Set(weighed.map(({ id }) => id));
    for (const id of this.#strength.keys()) if (!ids.has(id)) this.#strength.delete(id);
  }

  /** How far above a newcomer the seats are on average. */
  async #of({ id, game, seats }: MatchHeader): Promise<number> {
    const known = this.#strength.get(id);
    if (known !== undefined) return known;
    const { start } = this.#arena.home(game).rating;
    const each = await Promise.all(
      seats.map(async ({ agent, kind }) =>
        kind === 'agent' ? (await this.#arena.rating(agent, game)) - start : UNKNOWN,
      ),
    );
    const strength = each.reduce((sum, one) => sum + one, 0) / each.length;
    this.#strength.set(id, strength);
    return strength;
  }

  async #viewers(id: string): Promise<number> {
    const match = await this.#arena.running(id);
    return match ? Math.min(MOST_VIEWERS, (await nowOf(match)).watching) : 0;
  }
}
