import type { Refusal } from '../../core/game.ts';
import type { Resource } from './goods.ts';

const REASONS = {
  'already-pending': 'A trade is already pending — accept, reject, or wait',
  'own-trade': 'Cannot accept your own trade proposal',
  'nothing-pending': 'No pending trade',
  'proposer-short': 'The proposer no longer holds what was offered',
  'empty-trade': 'A trade must offer or request something',
  empty: 'The message is empty',
  'not-your-turn': 'It is not your turn to speak',
  closed: 'Trading is over',
  'no-vote': 'No vote is open',
  voted: 'You have voted already: the first vote stands',
};

export type RefusalCode = keyof typeof REASONS | 'insufficient' | 'too-long';

export const refuse = (code: keyof typeof REASONS): Refusal<RefusalCode> => ({ code, reason: REASONS[code] });

export const refuseLength = (length: number, most: number): Refusal<RefusalCode> => ({
  code: 'too-long',
  reason: `The message is too long: ${length} characters of ${most}`,
  context: { length, most },
});

export const refuseShortage = (resource: Resource, have: number, need: number): Refusal<RefusalCode> => ({
  code: 'insufficient',
  reason: `Insufficient ${resource}: have ${have}, need ${need}`,
  context: { resource, have, need },
});
