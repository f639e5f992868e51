import { Default } from 'typebox/value';
import type { AnyGame, Turn } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';

/** What is asked of the first to move, as a picture tells it. */
export interface FirstTurn {
  seat: number;
  phase: string | null;
  view: unknown;
  legal: string[];
}

const SEED = '0'.repeat(64);

/** With as few as can play, and the usual options. */
export function firstTurnOf(rules: AnyGame): FirstTurn {
  const state = rules.start(Default(rules.options, {}), rules.seats.min, stepRandom(SEED, 0));
  const { must, phase = null } = rules.status(state) as Turn;
  const seat = must[0]!;
  const listed = rules.text ? (rules.moves?.(state, seat) ?? []) : [];
  return { seat, phase, view: rules.view(state, seat), legal: listed.map((move) => rules.text!.print(state, move)) };
}
