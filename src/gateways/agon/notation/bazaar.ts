import type { Trade, View } from '../../../games/bazaar/state.ts';
import type { ServerEvent } from '../protocol.ts';
import { type Notation, plain } from './notation.ts';

const sidesOf = (full: unknown) =>
  (full as View).sides.map((side) => {
    if (!side) throw new Error('a side is hidden');
    return { goal: side.goal, resources: side.stock, progress: side.progress, goal_met: side.goalMet };
  });

const proposed = (match: string, names: string[], { proposer, offer, request }: Trade): ServerEvent => ({
  event: 'trade_proposed',
  match_id: match,
  proposer_name: names[proposer],
  offer,
  request,
});

export const bazaar: Notation = {
  ...plain,
  read: (content) => content,
  isMessage: (move) => 'text' in (move as object),
  votes: (full) => (full as View).votes ?? [0, 0],
  sides: sidesOf,

  happened(update, viewer, names) {
    const { happened, sides } = update.view as View;
    if (!happened || !update.moved.includes(happened.seat)) return undefined;
    switch (happened.kind) {
      case 'proposed':
        return proposed(update.match, names, happened);
      case 'executed': {
        const own = viewer === 'spectator' ? undefined : sides[viewer];
        return { event: 'trade_executed', match_id: update.match, ...(own && { your_resources: own.stock }) };
      }
      case 'rejected':
        return { event: 'trade_rejected', match_id: update.match, rejector_name: names[happened.seat] };
      default:
        return undefined;
    }
  },

  pending({ view, match }, names) {
    const { pending } = view as View;
    return pending ? proposed(match, names, pending) : undefined;
  },

  ownState({ view, match }, seat) {
    const own = (view as View).sides[seat]!;
    return { event: 'trade_state_update', match_id: match, your_resources: own.stock, your_goal: own.goal };
  },
};
