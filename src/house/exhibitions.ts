import { randomUUID } from 'node:crypto';
import type { Arena, MatchHeader, Sitter } from '../core/arena.ts';
import type { Clock } from '../core/clock.ts';

export interface ExhibitionParts {
  arena: Arena;
  clock: Clock;
  /** So many at a time; 0: none. */
  most: number;
  games: readonly string[];
  sitter(game: string, name?: string, place?: number): Sitter | undefined;
  fault(error: unknown): void;
}

const TABLE = 'exhibition.';
/** Match time between one that begins in place of another and the next. */
const REST = 20_000;

export const isExhibition = ({ table }: MatchHeader): boolean => table?.startsWith(TABLE) === true;

/** Matches of the house's bots among themselves, for those who look while nothing else is on. */
export class Exhibitions {
  readonly #parts: ExhibitionParts;
  /** Game after game, so that what is on is not always the same. */
  #next = 0;
  #filling: Promise<void> | undefined;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(parts: ExhibitionParts) {
    this.#parts = parts;
  }

  /** Somebody looks. Resolves when what is shown to them has begun. */
  async show(): Promise<void> {
    if (this.#parts.most === 0) return;
    this.#filling ??= this.#fill()
      .catch(this.#parts.fault)
      .finally(() => {
        this.#filling = undefined;
      });
    await this.#filling;
  }

  async #fill(): Promise<void> {
    const { arena, clock, most } = this.#parts;
    const live = await arena.live();
    if (!live.every(isExhibition) || live.length >= most) return;
    if (live.length > 0 && clock.now() < this.#restsUntil) return;
    const shown = new Set(live.map(({ game }) => game));
    for (let count = live.length; count < most; count++) {
      const game = this.#choose(shown);
      if (game === undefined) return;
      shown.add(game);
      await this.#begin(game);
    }
    this.#restsUntil = clock.now() + REST;
  }

  #choose(shown: Set<string>): string | undefined {
    const { games } = this.#parts;
    for (let i = 0; i < games.length; i++) {
      const game = games[this.#next++ % games.length]!;
      if (!shown.has(game)) return game;
    }
    return undefined;
  }

  async #begin(game: string): Promise<void> {
    const { arena, sitter } = this.#parts;
    const { terms, size } = arena.home(game);
    const sitters = Array.from({ length: size }, (_, place) => sitter(game, undefined, size > 2 ? place : undefined)!);
    const opening = { game, id: `${TABLE}${randomUUID()}`, terms: { ...terms, rated: false }, reserved: true as const };
    await arena.lobby.begin(opening, sitters);
  }
}
