import type { Bots } from '../../core/game.ts';
import type { Children } from './children.ts';
import { openPlayer } from './open.ts';
import type { Player } from './player.ts';
import type { PlayerSpec } from './spec.ts';

/** The players of one lane, opened when they are first needed and kept for its later games. */
export class Pool {
  readonly #specs: PlayerSpec[];
  readonly #bots: Bots;
  readonly #children: Children;
  readonly #open = new Map<string, Player>();

  constructor(specs: PlayerSpec[], bots: Bots, children: Children) {
    this.#specs = specs;
    this.#bots = bots;
    this.#children = children;
  }

  /** One who holds several seats of a game is there several times. */
  at(seat: number, seating: number[]): Player {
    const player = seating[seat]!;
    const key = `${player}/${seating.slice(0, seat).filter((other) => other === player).length}`;
    const known = this.#open.get(key) ?? openPlayer(this.#specs[player]!, this.#bots, this.#children);
    this.#open.set(key, known);
    return known;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((player) => player.close()));
  }
}
