import type { AgentMove } from '../../../games/clawpoly/moves.ts';
import type { Decision } from './state.ts';

const ON_SQUARE = /^(build|upgrade|mortgage|unmortgage|sell):(\d{1,3})$/;

const PLAIN: { [action: string]: AgentMove } = {
  buy: { type: 'buy' },
  pass: { type: 'pass' },
  skip_build: { type: 'end_turn' },
  end_turn: { type: 'end_turn' },
  escape_pay: { type: 'escape_pay' },
  escape_card: { type: 'escape_card' },
  escape_roll: { type: 'escape_roll' },
  roll: { type: 'roll_dice' },
};

const SAID: { [action: string]: string } = {
  buy: 'Bought.',
  pass: 'Passed.',
  skip_build: 'Nothing built.',
  end_turn: 'Turn ended.',
  escape_pay: 'Paid to get out.',
  escape_card: 'Used a card to get out.',
  escape_roll: 'Rolled for doubles.',
  roll: 'Rolled.',
  build: 'Outpost built.',
  upgrade: 'Fortress built.',
  mortgage: 'Mortgaged.',
  unmortgage: 'Redeemed.',
  sell: 'Building sold.',
};

/** What an action means as a move; undefined: there is no such action. */
export function readAction(action: string): AgentMove | undefined {
  const trimmed = action.trim().toLowerCase();
  if (Object.hasOwn(PLAIN, trimmed)) return PLAIN[trimmed];
  const [, verb, digits] = ON_SQUARE.exec(trimmed) ?? [];
  const squareIndex = Number(digits);
  switch (verb) {
    case 'build':
      return { type: 'build', squareIndex, building: 'outpost' };
    case 'upgrade':
      return { type: 'build', squareIndex, building: 'fortress' };
    case 'mortgage':
      return { type: 'mortgage', squareIndex };
    case 'unmortgage':
      return { type: 'unmortgage', squareIndex };
    case 'sell':
      return { type: 'sell_building', squareIndex };
    default:
      return undefined;
  }
}

/** What was done, in a few words. */
export const saidOf = (action: string): string => SAID[action.trim().toLowerCase().split(':')[0]!] ?? 'Done.';

/** The decision that a tool of its own answers. */
export const ANSWERS: { [action: string]: Decision['type'] } = {
  buy: 'buy',
  pass: 'buy',
  build: 'build',
  upgrade: 'build',
  skip_build: 'build',
  escape_pay: 'lobster_pot',
  escape_card: 'lobster_pot',
  escape_roll: 'lobster_pot',
};
