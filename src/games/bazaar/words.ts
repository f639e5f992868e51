import type { Bundle } from './goods.ts';
import type { View } from './state.ts';

const LONGEST = 160;
const RESOURCES = ['gold', 'iron', 'food', 'wood'] as const;

export const goods = (bundle: Bundle): string =>
  RESOURCES.flatMap((resource) => (bundle[resource] ? [`${bundle[resource]} ${resource}`] : [])).join(' and ') ||
  'nothing';

export function told({ happened, messages, phase, totalVotes, votes }: View, names: string[]): string[] {
  if (!happened) {
    if (phase === 'over') return votes ? [`The vote is closed: ${votes[0]} to ${votes[1]}`] : [];
    return phase === 'vote' ? [`${totalVotes} ${totalVotes === 1 ? 'vote' : 'votes'} so far`] : [];
  }
  switch (happened.kind) {
    case 'message': {
      const text = messages.at(-1)?.text ?? '';
      return [text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text];
    }
    case 'late':
      return ['Missed the turn'];
    case 'proposed':
      return [`Offers ${goods(happened.offer)} for ${goods(happened.request)}`];
    case 'executed':
      return [`Deal: ${names[happened.proposer]} gives ${goods(happened.offer)} for ${goods(happened.request)}`];
    case 'rejected':
      return [happened.seat === happened.proposer ? 'Takes the offer back' : 'Declines the offer'];
  }
}

export function summary(
  { messages, maxMessages, pending, executed, phase, toMove, sides }: View,
  names: string[],
): string {
  const stocks = sides.flatMap((side, seat) =>
    side ? [`${names[seat]} holds ${goods(side.stock)} and wants ${side.goal.amount} ${side.goal.resource}`] : [],
  );
  const now = phase === 'vote' ? 'The audience votes' : toMove === null ? 'Over' : `${names[toMove]} speaks`;
  const offer = pending
    ? ` ${names[pending.proposer]} offers ${goods(pending.offer)} for ${goods(pending.request)}.`
    : '';
  return `Bazaar. ${messages.length} of ${maxMessages} messages, ${executed.length} deals. ${now}. ${stocks.join('. ')}.${offer}`;
}
