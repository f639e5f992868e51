import type { Bot, Bots, Random, Seat } from '../../core/game.ts';
import type { Bundle, Resource, Stock } from './goods.ts';
import { RESOURCES, shortage } from './goods.ts';
import type { Move, SideView, Trade, View } from './state.ts';

interface Manner {
  takes(trade: Trade, own: SideView, view: View, seat: Seat, random: Random): boolean;
  /** How much of the goal's resource to ask for, and for what; nothing when it has nothing to give. */
  proposes(own: SideView, view: View, seat: Seat, random: Random): { offer: Bundle; request: Bundle } | undefined;
  /** Takes back an offer that the other side let lie, to make another. */
  insists: boolean;
}

/** Answers an offer, makes one of its own, then says something, which ends the turn. */
const haggle =
  (manner: Manner): Bot<View, Move> =>
  (view, turn, seat, random) => {
    const own = view.sides[seat === 0 ? 0 : 1]!;
    const { pending, happened } = view;
    if (pending && pending.proposer !== seat) {
      const isPossible = shortage(own.stock, pending.request) === undefined;
      return isPossible && manner.takes(pending, own, view, seat, random) ? { accept: true } : { reject: true };
    }
    if (pending) return manner.insists && pending.turn < turn.number ? { reject: true } : say(view, seat, random);
    const isDeclined = happened?.kind === 'rejected' && happened.seat !== seat;
    const offer = isDeclined || own.goalMet ? undefined : manner.proposes(own, view, seat, random);
    return offer ? { propose: offer } : say(view, seat, random);
  };

const LINES = [
  'My stall is open. Tell me what you are short of.',
  'I trade what I have plenty of for what I lack. So should you.',
  'A fair swap leaves both of us better off.',
  'I am listening. Name your price.',
];

function say(view: View, seat: Seat, random: Random): Move {
  const isFirst = view.messages.every((message) => message.seat !== seat);
  const line = `${isFirst ? 'I am a house bot. ' : ''}${random.pick(LINES)}`;
  return { text: line.slice(0, view.maxChars) };
}

/** By how much a swap brings a side closer to so much of a resource. */
function gain(stock: Stock, resource: Resource, most: number, gives: Bundle, gets: Bundle): number {
  const after = stock[resource] + (gets[resource] ?? 0) - (gives[resource] ?? 0);
  return Math.min(most, after) - Math.min(most, stock[resource]);
}

const ownGain = ({ stock, goal }: SideView, { offer, request }: Trade): number =>
  gain(stock, goal.resource, goal.amount, request, offer);

/** The resources to give away, the most plentiful first. */
const spare = ({ stock, goal }: SideView): Resource[] =>
  RESOURCES.filter((resource) => resource !== goal.resource && stock[resource] > 0).sort((a, b) => stock[b] - stock[a]);

const missing = ({ stock, goal }: SideView): number => goal.amount - stock[goal.resource];

/** So much of each of the given resources, as far as there is any, for so much of the goal's. */
function swap(own: SideView, given: Resource[], gives: number, gets: number) {
  if (!given.length) return undefined;
  const offer = Object.fromEntries(given.map((resource) => [resource, Math.min(gives, own.stock[resource])]));
  return { offer, request: { [own.goal.resource]: gets } };
}

/** What the other side has asked for most, by what was said aloud: offers and executed trades. */
function wantedByOther(view: View, seat: Seat): Resource | undefined {
  const shown = [...view.executed, ...(view.pending ? [view.pending] : []), ...rejected(view)];
  const asked = (resource: Resource) =>
    shown
      .map(({ proposer, offer, request }) => (proposer === seat ? offer : request)[resource] ?? 0)
      .reduce((sum, amount) => sum + amount, 0);
  return [...RESOURCES].filter((resource) => asked(resource) > 0).sort((a, b) => asked(b) - asked(a))[0];
}

const rejected = ({ happened }: View): Trade[] =>
  happened?.kind === 'rejected' || happened?.kind === 'proposed' ? [happened] : [];

const easy: Manner = {
  takes: (trade, own, _view, _seat, random) => ownGain(own, trade) >= 0 && random.int(2) === 0,
  proposes: (own, _view, _seat, random) => swap(own, random.shuffle(spare(own)).slice(0, 1), 1, 1),
  insists: false,
};

const medium: Manner = {
  takes: (trade, own) => ownGain(own, trade) > 0,
  proposes: (own) => swap(own, spare(own).slice(0, 1), 2, Math.min(2, missing(own))),
  insists: false,
};

const hard: Manner = {
  takes(trade, own, view, seat) {
    const won = ownGain(own, trade);
    const wanted = wantedByOther(view, seat);
    const given = wanted ? (trade.request[wanted] ?? 0) - (trade.offer[wanted] ?? 0) : 0;
    return won > 0 && (won >= given || won === missing(own));
  },
  /** Little for much while there is time, like for like later. */
  proposes(own, view, seat) {
    const wanted = wantedByOther(view, seat);
    const goods = spare(own);
    const gets = Math.min(3, missing(own));
    const gives = view.messages.length < view.maxMessages / 2 ? 1 : gets;
    if (wanted && goods.includes(wanted)) return swap(own, [wanted], gives, gets);
    return swap(own, gives === 1 ? goods : goods.slice(0, 1), gives, gets);
  },
  insists: true,
};

export const bazaarBots: Bots<View, Move> = [
  { name: 'easy', play: haggle(easy) },
  { name: 'medium', play: haggle(medium) },
  { name: 'hard', play: haggle(hard) },
];
