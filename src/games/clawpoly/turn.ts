import type { Random, Seat } from '../../core/game.ts';
import { BOARD } from './board.ts';
import { giveBackEscapeCards, shuffledDecks } from './cards.ts';
import { owe, settleDebts } from './debt.ts';
import { rollDice, rollOrder } from './dice.ts';
import { emit, NOTHING_YET } from './events.ts';
import { walk } from './landing.ts';
import { enterPot, leavePot, POT_ATTEMPTS, POT_FEE } from './lobster-pot.ts';
import { finish } from './standings.ts';
import type { Player, State } from './state.ts';
import { give, isStanding, open, withPlayer, withSquare } from './state.ts';
import { lapse } from './trade.ts';

const START_MONEY = 1500;
const DOUBLES_TO_POT = 3;

export function startGame(turnLimit: number, seats: number, random: Random): State {
  const order = rollOrder(
    Array.from({ length: seats }, (_, seat) => seat),
    random,
  );
  const player: Player = {
    money: START_MONEY,
    position: 0,
    inLobsterPot: false,
    lobsterPotTurns: 0,
    escapeCards: [],
    bankruptAtTurn: null,
    outlived: null,
  };
  const state: State = {
    turnLimit,
    order,
    turnNumber: 0,
    current: order[0]!,
    phase: 'roll',
    decision: 0,
    lead: 0,
    dice: null,
    doubles: 0,
    again: false,
    debts: [],
    walkAfterFee: null,
    trades: [],
    tradeCount: 0,
    offersThisTurn: 0,
    players: order.map(() => player),
    squares: BOARD.map(() => ({ owner: null, outposts: 0, fortress: false, mortgaged: false })),
    decks: shuffledDecks(random),
    eventCount: 0,
    events: [],
    tallies: order.map(() => NOTHING_YET),
    outcome: null,
  };
  return beginTurn(emit(state, 'started', null, { turnOrder: order }), order[0]!);
}

function beginTurn(state: State, seat: Seat): State {
  const fresh: State = {
    ...state,
    current: seat,
    turnNumber: state.turnNumber + 1,
    doubles: 0,
    again: false,
    walkAfterFee: null,
    offersThisTurn: 0,
  };
  return open(emit(fresh, 'turn_start', seat, {}), state.players[seat]!.inLobsterPot ? 'pot' : 'roll');
}

/** Offers lapse with the turn. The last turn ends the game. */
function passTurn(state: State): State {
  const ended = emit(
    lapse(state, () => true),
    'turn_end',
    state.current,
    {},
  );
  if (state.turnNumber >= state.turnLimit) return finish(ended, 'turn_limit');
  const { order } = state;
  let at = order.indexOf(state.current);
  do at = (at + 1) % order.length;
  while (!isStanding(state, order[at]!));
  return beginTurn(ended, order[at]!);
}

/** After a double the same seat rolls again within its turn. */
export const endTurn = (state: State): State =>
  state.again ? open({ ...state, again: false }, 'roll') : passTurn(state);

/** Asks what comes after the square's action: funds from a debtor, the next turn if the mover is gone, to buy, or to build. */
export function askNext(settled: State): State {
  if (settled.outcome !== null) return settled;
  if (settled.debts.length > 0) return open(settled, 'funds');
  if (!isStanding(settled, settled.current)) return passTurn(settled);
  const { position, money } = settled.players[settled.current]!;
  const { price } = BOARD[position]!;
  const forSale = price !== null && settled.squares[position]!.owner === null && money >= price;
  return open(settled, forSale ? 'buy' : 'build');
}

/** Settles the debts, walks on if that was the pot's fee, and asks the next decision. */
export function resume(state: State, random: Random): State {
  const settled = settleDebts(state);
  const { current, walkAfterFee } = settled;
  const free = settled.outcome === null && settled.debts.length === 0 && isStanding(settled, current);
  if (!free || walkAfterFee === null) return askNext(settled);
  const out = leavePot({ ...settled, walkAfterFee: null }, current, 'pay');
  return resume(walk(out, current, walkAfterFee, random), random);
}

export function roll(state: State, random: Random): State {
  const seat = state.current;
  const rolled = rollDice(state, seat, random);
  const doubles = rolled.doubles ? state.doubles + 1 : 0;
  if (doubles === DOUBLES_TO_POT) return open(enterPot({ ...rolled.state, doubles }, seat, 'three_doubles'), 'build');
  const rolling = { ...rolled.state, doubles, again: rolled.doubles };
  return resume(walk(rolling, seat, rolled.total, random), random);
}

export function buy(state: State): State {
  const seat = state.current;
  const { position } = state.players[seat]!;
  const price = BOARD[position]!.price!;
  const bought = withSquare(give(state, seat, -price), position, { owner: seat });
  return open(emit(bought, 'property_bought', seat, { squareIndex: position, price }), 'build');
}

export function pass(state: State): State {
  const { position } = state.players[state.current]!;
  return open(emit(state, 'property_passed', state.current, { squareIndex: position }), 'build');
}

export function escapeByPay(state: State): State {
  const seat = state.current;
  const paid = emit(give(state, seat, -POT_FEE), 'tax_paid', seat, { amount: POT_FEE, reason: 'lobster_pot_fee' });
  return open(leavePot(paid, seat, 'pay'), 'roll');
}

export const escapeByCard = (state: State): State =>
  open(leavePot(giveBackEscapeCards(state, state.current, 1), state.current, 'card'), 'roll');

/** A double walks out without another roll; the third failure pays the fee and walks. */
export function escapeByRoll(state: State, random: Random): State {
  const seat = state.current;
  const rolled = rollDice(state, seat, random);
  if (rolled.doubles) return resume(walk(leavePot(rolled.state, seat, 'roll'), seat, rolled.total, random), random);
  const failed = state.players[seat]!.lobsterPotTurns + 1;
  if (failed < POT_ATTEMPTS) return open(withPlayer(rolled.state, seat, { lobsterPotTurns: failed }), 'build');
  const owing = owe(rolled.state, {
    debtor: seat,
    cause: 'fee',
    squareIndex: null,
    shares: [{ to: null, amount: POT_FEE }],
  });
  return resume({ ...owing, walkAfterFee: rolled.total }, random);
}
