import type { Refusal } from '../../core/game.ts';

const REASONS = {
  empty: 'The message is empty',
  'not-your-turn': 'It is not your turn to speak',
  'no-vote': 'No vote is open',
  voted: 'You have voted already: the first vote stands',
};

export type RefusalCode = keyof typeof REASONS | 'too-long';

export const refuse = (code: keyof typeof REASONS): Refusal<RefusalCode> => ({ code, reason: REASONS[code] });

export const refuseLength = (length: number, most: number): Refusal<RefusalCode> => ({
  code: 'too-long',
  reason: `The message is too long: ${length} characters of ${most}`,
  context: { length, most },
});
