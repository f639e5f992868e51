import type { Resource } from './goods.ts';

/** Why a move was refused, for gateways that have a code for each. */
export type Refusal =
  | 'already_pending'
  | 'own_trade'
  | 'nothing_pending'
  | 'insufficient'
  | 'proposer_short'
  | 'empty_trade'
  | 'empty'
  | 'too_long'
  | 'not_your_turn'
  | 'closed'
  | 'no_vote'
  | 'voted';

const STARTS: { [refusal in Refusal]: string } = {
  already_pending: 'A trade is already pending — accept, reject, or wait',
  own_trade: 'Cannot accept your own trade proposal',
  nothing_pending: 'No pending trade',
  insufficient: 'Insufficient ',
  proposer_short: 'The proposer no longer holds what was offered',
  empty_trade: 'A trade must offer or request something',
  empty: 'The message is empty',
  too_long: 'The message is too long',
  not_your_turn: 'It is not your turn to speak',
  closed: 'Trading is over',
  no_vote: 'No vote is open',
  voted: 'You have voted already',
};

export const refuse = (refusal: Refusal, more = ''): string => `${STARTS[refusal]}${more}`;

export const refuseShortage = (resource: Resource, have: number, need: number): string =>
  refuse('insufficient', `${resource}: have ${have}, need ${need}`);

/** Which refusal a sentence of `check` stands for. */
export const refusalOf = (sentence: string): Refusal | undefined =>
  (Object.keys(STARTS) as Refusal[]).find((refusal) => sentence.startsWith(STARTS[refusal]));
