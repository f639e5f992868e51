import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { Ask, Game, Over, Random, Seat, SeatMove, Turn } from '../../core/game.ts';
import { goBankrupt } from './bankruptcy.ts';
import { build, sellBuilding } from './building.ts';
import { isRaising, raiseAll, settleDebts } from './debt.ts';
import { emit } from './events.ts';
import { mortgage, unmortgage } from './mortgage.ts';
import type { Move, MoveType } from './moves.ts';
import { moveSchema } from './moves.ts';
import type { Prompt } from './prompt.ts';
import { promptOf } from './prompt.ts';
import { refuse } from './refuse.ts';
import { ranksOf, wealthOf } from './standings.ts';
import type { Phase, State } from './state.ts';
import { decider, isStanding, open } from './state.ts';
import { accept, propose, reject } from './trade.ts';
import * as turn from './turn.ts';
import type { View } from './view.ts';
import { viewOf } from './view.ts';

const DEFAULT_TURN_LIMIT = 200;

const optionsSchema = Type.Object({
  turnLimit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: DEFAULT_TURN_LIMIT })),
});
export type Options = Static<typeof optionsSchema>;

function status(state: State): Turn | Over {
  if (state.outcome !== null) {
    return { kind: 'over', ranks: ranksOf(state), scores: scores(state), reason: state.outcome };
  }
  const asks = state.trades.map(({ id, to }) => ({ seat: to, id, phase: 'trade' }));
  const out = state.players.flatMap((_, seat) => (isStanding(state, seat) ? [] : [seat]));
  return {
    kind: 'turn',
    number: state.decision,
    must: [decider(state)],
    phase: state.phase,
    events: state.lead,
    ...(asks.length > 0 && { asks }),
    ...(out.length > 0 && { out }),
  };
}

const scores = (state: State): number[] => state.players.map((_, seat) => wealthOf(state, seat));

function play(state: State, [{ seat, move, late }]: [SeatMove<Move>, ...SeatMove<Move>[]], random: Random): State {
  const phase = move.type === 'trade_respond' ? 'trade' : state.phase;
  const fresh: State = { ...state, events: [] };
  return paced(state, act(late ? emit(fresh, 'agent_timeout', seat, { phase }) : fresh, seat, move, random));
}

/** Keeps how many events led to the open decision, for as long as it is open. */
const paced = (before: State, after: State): State =>
  after.decision === before.decision ? after : { ...after, lead: after.events.length };

function act(state: State, seat: Seat, move: Move, random: Random): State {
  switch (move.type) {
    case 'roll_dice':
      return turn.roll(state, random);
    case 'buy':
      return turn.buy(state);
    case 'pass':
      return turn.pass(state);
    case 'build':
      return open(build(state, seat, move.squareIndex, move.building), 'build');
    case 'sell_building':
      return raised(sellBuilding(state, seat, move.squareIndex), random);
    case 'mortgage':
      return raised(mortgage(state, seat, move.squareIndex), random);
    case 'unmortgage':
      return unmortgage(state, seat, move.squareIndex);
    case 'trade_offer':
      return propose(state, { from: seat, to: move.to, giving: move.giving, requesting: move.requesting });
    case 'trade_respond':
      return answer(state, move.tradeId, move.accept, random);
    case 'escape_pay':
      return turn.escapeByPay(state);
    case 'escape_card':
      return turn.escapeByCard(state);
    case 'escape_roll':
      return turn.escapeByRoll(state, random);
    case 'end_turn':
      return turn.endTurn(state);
    case 'raise_all':
      return turn.resume(raiseAll(state), random);
  }
}

/** Selling and mortgaging answer the call for funds; beside another decision they are optional. */
const raised = (state: State, random: Random): State => (state.phase === 'funds' ? turn.resume(state, random) : state);

function answer(state: State, tradeId: string, accepted: boolean, random: Random): State {
  const trade = state.trades.find((one) => one.id === tradeId);
  if (!trade) return state;
  if (!accepted) return reject(state, trade);
  const swapped = accept(state, trade);
  return swapped.phase === 'funds' && !isRaising(swapped) ? turn.resume(swapped, random) : swapped;
}

/** Whoever leaves is bankrupt to the bank; the others play on while two stand. */
function leave(state: State, seats: Seat[]): State {
  const [debt] = state.debts;
  const left = goBankrupt({ ...state, events: [] }, seats, null);
  if (left.outcome !== null) return paced(state, left);
  const asked = isStanding(left, left.current) && left.debts[0] === debt;
  return paced(state, asked ? left : turn.askNext(settleDebts(left)));
}

const FALLBACKS: { [phase in Phase]: Move } = {
  roll: { type: 'roll_dice' },
  buy: { type: 'pass' },
  build: { type: 'end_turn' },
  pot: { type: 'escape_roll' },
  funds: { type: 'raise_all' },
};

const fallback = (state: State, _seat: Seat, ask?: Ask): Move =>
  ask ? { type: 'trade_respond', tradeId: ask.id, accept: false } : FALLBACKS[state.phase];

/** The answers to what the seat is asked; the optional actions beside them are not listed. */
function moves(state: State, seat: Seat): Move[] {
  const answers = state.trades.flatMap(({ id }): Move[] => [
    { type: 'trade_respond', tradeId: id, accept: true },
    { type: 'trade_respond', tradeId: id, accept: false },
  ]);
  const prompt = promptOf(state);
  const decisions = prompt?.seat === seat ? prompt.availableActions.flatMap((type) => formsOf(type, prompt)) : [];
  return [...answers, ...decisions].filter((move) => refuse(state, { seat, move }) === undefined);
}

const BUILDINGS = ['outpost', 'fortress'] as const;

function formsOf(type: MoveType, prompt: Prompt): Move[] {
  if (prompt.phase === 'buy' && type === 'buy') return [{ type, squareIndex: prompt.squareIndex }];
  if (prompt.phase === 'build' && type === 'build') {
    return prompt.buildableProperties.flatMap(({ index: squareIndex }) =>
      BUILDINGS.map((building): Move => ({ type, squareIndex, building })),
    );
  }
  if (prompt.phase === 'funds' && type === 'mortgage') {
    return prompt.mortgageable.map(({ index: squareIndex }) => ({ type, squareIndex }));
  }
  if (prompt.phase === 'funds' && type === 'sell_building') {
    return prompt.sellableBuildings.map(({ index: squareIndex }) => ({ type, squareIndex }));
  }
  return [{ type } as Move];
}

export const clawpoly: Game<State, Move, Options, View> = {
  id: 'clawpoly',
  title: 'Clawpoly',
  version: 1,
  open: true,
  seats: { min: 2, max: 6 },
  options: optionsSchema,
  move: moveSchema,
  start: ({ turnLimit }, seats, random) => {
    const state = turn.startGame(turnLimit ?? DEFAULT_TURN_LIMIT, seats, random);
    return { ...state, lead: state.events.length };
  },
  status,
  check: refuse,
  play,
  view: viewOf,
  fallback,
  leave,
  scores,
  moves,
};
