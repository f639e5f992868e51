import type { Seat } from '../../core/game.ts';
import { giveBackEscapeCards } from './cards.ts';
import { emit } from './events.ts';
import { finish } from './standings.ts';
import type { Debt, State } from './state.ts';
import { give, isStanding, propertiesOf, standingSeats, withPlayer, withSquare } from './state.ts';
import { lapse } from './trade.ts';

/** Cash, escape cards and squares pass over; mortgages stay. */
function handAllTo(state: State, seat: Seat, creditor: Seat): State {
  const { money, escapeCards } = state.players[seat]!;
  let next = give(state, creditor, money);
  next = withPlayer(next, creditor, { escapeCards: [...next.players[creditor]!.escapeCards, ...escapeCards] });
  for (const index of propertiesOf(state.squares, seat)) next = withSquare(next, index, { owner: creditor });
  return next;
}

/** Squares become free, bare and unmortgaged; escape cards go back under their decks. */
function handAllToBank(state: State, seat: Seat): State {
  let next = giveBackEscapeCards(state, seat, state.players[seat]!.escapeCards.length);
  for (const index of propertiesOf(state.squares, seat)) {
    next = withSquare(next, index, { owner: null, outposts: 0, fortress: false, mortgaged: false });
  }
  return next;
}

/** What is owed to someone who is gone is forgiven. */
const withoutGone = (debts: Debt[], seats: Seat[]): Debt[] =>
  debts.flatMap((debt) => {
    if (seats.includes(debt.debtor)) return [];
    const shares = debt.shares.filter(({ to }) => to === null || !seats.includes(to));
    if (shares.length === 0) return [];
    return [shares.length === debt.shares.length ? debt : { ...debt, shares }];
  });

/** Those who go together share their place. Ends the game when fewer than two are left. */
export function goBankrupt(state: State, seats: Seat[], creditor: Seat | null): State {
  const going = seats.filter((seat) => isStanding(state, seat));
  const outlived = state.players.length - standingSeats(state).length;
  let next = state;
  for (const seat of going) {
    next = creditor === null ? handAllToBank(next, seat) : handAllTo(next, seat, creditor);
    next = withPlayer(next, seat, {
      money: 0,
      inLobsterPot: false,
      lobsterPotTurns: 0,
      escapeCards: [],
      bankruptAtTurn: state.turnNumber,
      outlived,
    });
    next = emit(next, 'bankrupt', seat, { creditor });
  }
  next = { ...next, debts: withoutGone(next.debts, going) };
  next = lapse(next, ({ from, to }) => going.includes(from) || going.includes(to));
  return standingSeats(next).length < 2 ? finish(next, 'last_standing') : next;
}
