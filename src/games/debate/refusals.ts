/** Why a message or a vote was refused, for gateways that have a code for each. */
export type Refusal = 'empty' | 'too_long' | 'not_your_turn' | 'no_vote' | 'voted';

const STARTS: { [refusal in Refusal]: string } = {
  empty: 'The message is empty',
  too_long: 'The message is too long',
  not_your_turn: 'It is not your turn to speak',
  no_vote: 'No vote is open',
  voted: 'You have voted already',
};

export const refuse = (refusal: Refusal, more = ''): string => `${STARTS[refusal]}${more}`;

/** Which refusal a sentence of `check` stands for. */
export const refusalOf = (sentence: string): Refusal | undefined =>
  (Object.keys(STARTS) as Refusal[]).find((refusal) => sentence.startsWith(STARTS[refusal]));
