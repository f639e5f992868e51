import type { Refusal } from '../../core/game.ts';
import type { VoteRefusal } from '../shared/ballot.ts';
import type { MessageRefusal } from '../shared/talk.ts';
import type { Resource } from './goods.ts';

const REASONS = {
  'already-pending': 'A trade is already pending — accept, reject, or wait',
  'own-trade': 'Cannot accept your own trade proposal',
  'nothing-pending': 'No pending trade',
  'proposer-short': 'The proposer no longer holds what was offered',
  'empty-trade': 'A trade must offer or request something',
  closed: 'Trading is over',
};

export type RefusalCode = keyof typeof REASONS | 'insufficient' | MessageRefusal | VoteRefusal;

export const refuse = (code: keyof typeof REASONS): Refusal<RefusalCode> => ({ code, reason: REASONS[code] });

export const refuseShortage = (resource: Resource, have: number, need: number): Refusal<RefusalCode> => ({
  code: 'insufficient',
  reason: `Insufficient ${resource}: have ${have}, need ${need}`,
  context: { resource, have, need },
});
