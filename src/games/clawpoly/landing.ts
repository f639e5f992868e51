import type { Random, Seat } from '../../core/game.ts';
import { BOARD, CAUGHT_IN_THE_NET, isDeed, nearestAhead, SET_SAIL_BONUS, SQUARES, taxAt } from './board.ts';
import { countBuildings } from './building.ts';
import type { CardEffect } from './cards.ts';
import { draw } from './cards.ts';
import { owe } from './debt.ts';
import { rollDice } from './dice.ts';
import { emit } from './events.ts';
import { enterPot } from './lobster-pot.ts';
import { rentOf, UTILITY_FACTOR } from './rent.ts';
import type { Deck, State } from './state.ts';
import { give, standingSeats, withPlayer } from './state.ts';

/** How a seat came to its square: by which roll, and whether a card sent it. */
interface Arrival {
  total: number;
  by: 'roll' | 'card' | 'nearest_current' | 'nearest_utility';
}

/** Forward along the ring, with the bonus for passing or reaching Set Sail unless a card denies it. */
function advance(state: State, seat: Seat, to: number, bonus = true): State {
  const from = state.players[seat]!.position;
  const moved = emit(withPlayer(state, seat, { position: to }), 'player_moved', seat, { from, to });
  if (!bonus || to > from) return moved;
  return emit(give(moved, seat, SET_SAIL_BONUS), 'set_sail_bonus', seat, { amount: SET_SAIL_BONUS });
}

/** Moves by a roll and does what the square says. Debts are left open. */
export function walk(state: State, seat: Seat, total: number, random: Random): State {
  const to = (state.players[seat]!.position + total) % SQUARES;
  return land(advance(state, seat, to), seat, { total, by: 'roll' }, random);
}

function land(state: State, seat: Seat, arrival: Arrival, random: Random): State {
  const { position } = state.players[seat]!;
  const square = BOARD[position]!;
  if (isDeed(square)) return visit(state, seat, arrival, random);
  if (square.type === 'tax') {
    const shares = [{ to: null, amount: taxAt(position) }];
    return owe(state, { debtor: seat, cause: 'tax', squareIndex: position, shares });
  }
  if (square.type === 'tide_card' || square.type === 'treasure_chest') {
    return arrival.by === 'roll' ? drawCard(state, seat, square.type, arrival.total, random) : state;
  }
  return position === CAUGHT_IN_THE_NET ? enterPot(state, seat, 'caught_in_the_net') : state;
}

function visit(state: State, seat: Seat, arrival: Arrival, random: Random): State {
  const { position } = state.players[seat]!;
  const { owner, mortgaged } = state.squares[position]!;
  if (owner === null || owner === seat || mortgaged) return state;
  const charge = (from: State, amount: number) =>
    owe(from, { debtor: seat, cause: 'rent', squareIndex: position, shares: [{ to: owner, amount }] });
  if (arrival.by === 'nearest_utility') {
    const fresh = rollDice(state, seat, random);
    return charge(fresh.state, fresh.total * UTILITY_FACTOR.both);
  }
  const rent = rentOf(state.squares, position, arrival.total);
  return charge(state, arrival.by === 'nearest_current' ? 2 * rent : rent);
}

function drawCard(state: State, seat: Seat, deck: Deck, total: number, random: Random): State {
  const { state: drawn, card } = draw(state, seat, deck);
  const { text, effect } = card;
  const amount =
    effect.kind === 'repairs' ? repairsFor(state, seat, effect) : 'amount' in effect ? effect.amount : undefined;
  const told = emit(drawn, 'card_drawn', seat, {
    deck,
    text,
    effect: effect.kind,
    ...(amount === undefined ? {} : { amount }),
  });
  return obey(told, seat, effect, total, random);
}

const repairsFor = (state: State, seat: Seat, card: CardEffect & { kind: 'repairs' }): number => {
  const { outposts, fortresses } = countBuildings(state.squares, seat);
  return card.outpost * outposts + card.fortress * fortresses;
};

function obey(state: State, seat: Seat, effect: CardEffect, total: number, random: Random): State {
  const { position } = state.players[seat]!;
  const others = standingSeats(state).filter((other) => other !== seat);
  const oweBank = (amount: number) =>
    owe(state, { debtor: seat, cause: 'card', squareIndex: null, shares: [{ to: null, amount }] });
  switch (effect.kind) {
    case 'advance':
      return land(advance(state, seat, effect.to, effect.bonus), seat, { total, by: 'card' }, random);
    case 'nearest_current':
      return land(advance(state, seat, nearestAhead(position, 'current')), seat, { total, by: effect.kind }, random);
    case 'nearest_utility':
      return land(advance(state, seat, nearestAhead(position, 'utility')), seat, { total, by: effect.kind }, random);
    case 'back': {
      const to = (position - effect.steps + SQUARES) % SQUARES;
      const moved = emit(withPlayer(state, seat, { position: to }), 'player_moved', seat, { from: position, to });
      return land(moved, seat, { total, by: 'card' }, random);
    }
    case 'lobster_pot':
      return enterPot(state, seat, 'card');
    case 'escape_card':
      return state;
    case 'collect':
      return give(state, seat, effect.amount);
    case 'pay':
      return oweBank(effect.amount);
    case 'repairs':
      return oweBank(repairsFor(state, seat, effect));
    case 'pay_each': {
      const shares = others.map((to) => ({ to, amount: effect.amount }));
      return owe(state, { debtor: seat, cause: 'card', squareIndex: null, shares });
    }
    case 'collect_each':
      return others.reduce((next, debtor) => {
        const shares = [{ to: seat, amount: effect.amount }];
        return owe(next, { debtor, cause: 'card', squareIndex: null, shares });
      }, state);
  }
}
