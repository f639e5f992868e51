import type { Refusal } from '../../core/game.ts';

/** In one turn. */
export const MOST_OFFERS = 10;

const REASONS = {
  over: 'The game is over.',
  'not-your-turn': 'It is not your turn.',
  'no-such-square': 'There is no such square: they are numbered 0 to 39.',
  'not-ownable': 'This square cannot be owned.',
  'not-buildable': 'This square cannot be built on.',
  'not-offered': 'This square is not offered.',
  'not-owner': 'You do not own this square.',
  'group-not-owned': 'You do not own the whole group.',
  'group-mortgaged': 'A square of this group is mortgaged.',
  'group-built': 'Sell the buildings of its group first.',
  'has-fortress': 'There is a fortress already.',
  'has-four-outposts': 'There are four outposts already.',
  'needs-four-outposts': 'A fortress needs four outposts first.',
  'build-evenly': 'Build evenly: another square of the group has fewer.',
  'sell-evenly': 'Sell evenly: another square of the group has more.',
  'no-building': 'There is no building on this square.',
  mortgaged: 'This square is mortgaged already.',
  'not-mortgaged': 'This square is not mortgaged.',
  'no-escape-card': 'You hold no escape card.',
  'no-such-partner': 'There is no such partner to trade with.',
  'empty-trade': 'The trade is empty.',
  'offer-open': 'Your last offer to this player is still open.',
  'too-many-offers': `You have made ${MOST_OFFERS} offers in this turn.`,
  'no-such-offer': 'No such offer to you is open.',
  'named-twice': 'A square is named twice.',
  'not-the-givers': 'A square in this trade does not belong to the side that gives it.',
  'built-group': 'A square of a built group cannot be traded.',
  'too-few-cards': 'A side does not hold that many escape cards.',
  'trade-unaffordable': 'A side cannot pay the money it would give.',
};

type Plain = keyof typeof REASONS;
export type RefusalCode = Plain | 'not-now' | 'unaffordable';

export const because = (code: Plain, context?: Refusal['context']): Refusal<RefusalCode> => ({
  code,
  reason: REASONS[code],
  ...(context && { context }),
});

export const becauseNotNow = (type: string, phase: string): Refusal<RefusalCode> => ({
  code: 'not-now',
  reason: `${type} is not possible now.`,
  context: { phase },
});

export const becausePoor = (needed: number, money: number): Refusal<RefusalCode> => ({
  code: 'unaffordable',
  reason: `This costs ${needed} and you have ${money}.`,
  context: { needed, money },
});

/** What speaks against an action, money aside. */
export type WhyNot = Plain | undefined;
