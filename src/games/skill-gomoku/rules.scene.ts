import { expect } from 'vitest';
import type { Random } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import { parseMove } from './notation.ts';
import { skillGomoku as game } from './rules.ts';
import type { GomokuMove, GomokuState } from './state.ts';

export const random = (step = 0): Random => stepRandom('5a'.repeat(32), step);
export const move = (text: string): GomokuMove => parseMove(text)!;
export const cell = (text: string) => {
  const { row, col } = parseMove(text) as GomokuMove & { type: 'place' };
  return { row, col };
};

/** Plays moves written as text, black first; every one of them has to be legal. */
export function on(state: GomokuState, ...texts: string[]): GomokuState {
  return texts.reduce((before, text) => {
    const seat = before.moveCount % 2;
    expect(game.check(before, { seat, move: move(text) })).toBeUndefined();
    return game.play(before, [{ seat, move: move(text) }], random(before.moveCount));
  }, state);
}
export const fresh = (): GomokuState => game.start({}, 2, random());
export const played = (...texts: string[]): GomokuState => on(fresh(), ...texts);
export const refusal = (state: GomokuState, text: string) =>
  game.check(state, { seat: state.moveCount % 2, move: move(text) })?.reason;
export const rich = (state: GomokuState): GomokuState => ({ ...state, energy: [20, 20] });
/** Placements far from everything, for when somebody has to pass the time. */
export const idle = ['A1', 'O15', 'C1', 'M15', 'E1', 'K15', 'G1', 'I15', 'I1', 'G15'];
