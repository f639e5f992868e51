import type { Game, Over, Refusal, Seat, SeatMove, Turn, Viewer } from '../../core/game.ts';
import { AUDIENCE } from '../../core/game.ts';
import { countVotes, refuseVote, totalVotes, withVote } from '../shared/ballot.ts';
import { refuseMessage, TALK_BYTES, talkLimits } from '../shared/talk.ts';
import { ranksOf } from '../shared/two-seats.ts';
import type { Bundle, Side } from './goods.ts';
import { deal, exchange, isEmpty, progress, shortage } from './goods.ts';
import type { RefusalCode } from './refusals.ts';
import { refuse, refuseShortage } from './refusals.ts';
import type { Happening, SideView, State, Trade, View } from './state.ts';
import { Move, Options } from './state.ts';

export const bazaar: Game<State, Move, Options, View> = {
  id: 'trade_deal',
  title: 'Bazaar',
  version: 2,
  open: true,
  seats: { min: 2, max: 2 },
  options: Options,
  move: Move,
  moveBytes: TALK_BYTES,

  start: (options, _seats, random) => ({
    ...talkLimits(options),
    turns: 0,
    messages: [],
    sides: deal(random),
    pending: null,
    executed: [],
    happened: null,
    phase: 'talk',
    ballot: {},
  }),

  status(state): Turn | Over {
    const number = state.turns;
    if (state.phase === 'talk') {
      return { kind: 'turn', number, must: [speaker(state)], may: [1 - speaker(state)] };
    }
    if (state.phase === 'vote') {
      // The two are done: whether they are still here changes nothing, and the vote does not wait for them.
      return { kind: 'turn', number, must: [AUDIENCE], out: [0, 1], phase: 'vote', skipUnwatched: true };
    }
    return {
      kind: 'over',
      ranks: ranksOf(ahead(state)),
      scores: scores(state),
      reason: 'trade_scored',
    };
  },

  check(state, { seat, move, by = '' }): Refusal<RefusalCode> | undefined {
    if (seat === AUDIENCE || 'vote' in move) {
      return refuseVote(state.ballot, state.phase === 'vote' && seat === AUDIENCE && 'vote' in move, by);
    }
    if (state.phase !== 'talk') return refuse('closed');
    if ('text' in move) return refuseMessage(move.text, state, seat === speaker(state));
    if ('propose' in move) return checkProposal(state, seat, move.propose);
    if (!state.pending) return refuse('nothing-pending');
    return 'accept' in move ? checkAccept(state, seat, state.pending) : undefined;
  },

  play(state, moves) {
    if (state.phase === 'vote') return moves.reduce(vote, { ...state, happened: null });
    const [{ seat, move }] = moves;
    if ('text' in move) return speak(state, seat, move.text);
    if ('propose' in move) return propose(state, seat, move.propose);
    if ('accept' in move) return accept(state, seat, pendingOf(state));
    if ('reject' in move) return settle(state, { kind: 'rejected', seat, ...pendingOf(state) });
    return { ...state, turns: state.turns + 1, happened: { kind: 'late', seat } };
  },

  view: (state, viewer) => ({
    maxMessages: state.maxMessages,
    maxChars: state.maxChars,
    prompt: state.prompt,
    messages: state.messages,
    pending: state.pending,
    executed: state.executed,
    happened: state.happened,
    phase: state.phase,
    toMove: state.phase === 'talk' ? speaker(state) : null,
    sides: [sideFor(state, 0, viewer), sideFor(state, 1, viewer)],
    totalVotes: totalVotes(state.ballot),
    votes: isOpenTo(state, viewer) ? countVotes(state.ballot) : null,
  }),

  fallback: (_state, seat) => (seat === AUDIENCE ? { close: true } : { pass: true }),

  scores,

  /** Speech and trades cannot be listed; votes can. */
  moves: (state, seat) => (seat === AUDIENCE && state.phase === 'vote' ? [{ vote: 0 }, { vote: 1 }] : []),

  text: {
    /** Never a trade: what is said moves no goods. */
    parse: (_state, seat, text) => (seat === AUDIENCE ? undefined : { text }),
    print: (_state, move) => {
      if ('text' in move) return move.text;
      if ('propose' in move) return `offers ${printed(move.propose.offer)} for ${printed(move.propose.request)}`;
      if ('vote' in move) return `vote ${move.vote}`;
      return Object.keys(move)[0]!;
    },
  },
};

/** Until then a forfeit was scored with nothing. */
export const bazaarBefore: Game<State, Move, Options, View> = (({ scores: _none, ...rules }) => ({
  ...rules,
  version: 1,
}))(bazaar);

function scores({ sides }: State): number[] {
  return sides.map((side) => side.goal.points * progress(side));
}

const speaker = (state: State): Seat => state.turns % 2;

const sideOf = (state: State, seat: Seat): Side => (seat === 0 ? state.sides[0] : state.sides[1]);

const isOpenTo = (state: State, viewer: Viewer): boolean => state.phase === 'over' || viewer === 'replay';

function sideFor(state: State, seat: Seat, viewer: Viewer): SideView | null {
  if (viewer !== seat && !isOpenTo(state, viewer)) return null;
  const side = sideOf(state, seat);
  return { stock: side.stock, goal: side.goal, progress: progress(side), goalMet: progress(side) === 1 };
}

/** What decides: the votes where there was one, which is only after equal progress. */
function ahead(state: State): [number, number] {
  const [first, second] = [progress(state.sides[0]), progress(state.sides[1])];
  return first === second ? countVotes(state.ballot) : [first, second];
}

function pendingOf(state: State): Trade {
  if (!state.pending) throw new Error('no trade is pending');
  const { proposer, offer, request } = state.pending;
  return { proposer, offer, request };
}

const printed = (bundle: Bundle): string =>
  Object.entries(bundle)
    .filter(([, amount]) => amount > 0)
    .map(([resource, amount]) => `${amount} ${resource}`)
    .join(' and ') || 'nothing';

// ── why not ──

function checkProposal(
  state: State,
  seat: Seat,
  { offer, request }: Omit<Trade, 'proposer'>,
): Refusal<RefusalCode> | undefined {
  if (state.pending) return refuse('already-pending');
  if (isEmpty(offer) && isEmpty(request)) return refuse('empty-trade');
  return checkStock(sideOf(state, seat), offer);
}

function checkAccept(state: State, seat: Seat, { proposer, offer, request }: Trade): Refusal<RefusalCode> | undefined {
  if (seat === proposer) return refuse('own-trade');
  const short = checkStock(sideOf(state, seat), request);
  if (short) return short;
  return shortage(sideOf(state, proposer).stock, offer) ? refuse('proposer-short') : undefined;
}

function checkStock({ stock }: Side, bundle: Bundle): Refusal<RefusalCode> | undefined {
  const short = shortage(stock, bundle);
  return short && refuseShortage(short, stock[short], bundle[short]!);
}

// ── what it does ──

function speak(state: State, seat: Seat, text: string): State {
  const messages = [...state.messages, { seat, text }];
  const next: State = { ...state, turns: state.turns + 1, messages, happened: { kind: 'message', seat } };
  if (messages.length < state.maxMessages) return next;
  const isEven = progress(state.sides[0]) === progress(state.sides[1]);
  return { ...next, pending: null, phase: isEven ? 'vote' : 'over' };
}

function propose(state: State, seat: Seat, { offer, request }: Omit<Trade, 'proposer'>): State {
  const trade = { proposer: seat, offer, request };
  return { ...state, pending: { ...trade, turn: state.turns }, happened: { kind: 'proposed', seat, ...trade } };
}

function accept(state: State, seat: Seat, trade: Trade): State {
  const sides = state.sides.map((side, owner) => ({
    ...side,
    stock:
      owner === trade.proposer
        ? exchange(side.stock, trade.offer, trade.request)
        : exchange(side.stock, trade.request, trade.offer),
  }));
  const executed = [...state.executed, trade];
  return settle({ ...state, sides: sides as [Side, Side], executed }, { kind: 'executed', seat, ...trade });
}

const settle = (state: State, happened: Happening): State => ({ ...state, pending: null, happened });

function vote(state: State, { move, by = '' }: SeatMove<Move>): State {
  if ('vote' in move) return { ...state, ballot: withVote(state.ballot, by, move.vote) };
  return { ...state, phase: 'over' };
}
