import { describe, expect, it } from 'vitest';
import { CARDS, draw, giveBackEscapeCards } from './cards.ts';
import { eventsOf, having, moneyOf, newGame, onTop, owning, play, roll, typesOf } from './rules.scene.ts';
import type { Deck, State } from './state.ts';

/** Seat 0 of three walks seven squares onto the card square and draws that card. */
const drawn = (state: State, deck: Deck, card: number, square: number, ...more: number[]): State =>
  roll(having(onTop(state, deck, card), 0, { position: square - 7 }), 3, 4, ...more);

const cardNumber = (deck: Deck, kind: string, nth = 0): number =>
  CARDS[deck].flatMap(({ effect }, number) => (effect.kind === kind ? [number] : []))[nth]!;

const collects = (deck: Deck): number[] =>
  CARDS[deck].flatMap(({ effect }) => (effect.kind === 'collect' ? [effect.amount] : [])).sort((a, b) => a - b);
const pays = (deck: Deck): number[] =>
  CARDS[deck].flatMap(({ effect }) => (effect.kind === 'pay' ? [effect.amount] : [])).sort((a, b) => a - b);

describe('the decks', () => {
  it('have sixteen cards each', () => {
    expect(CARDS.tide_card).toHaveLength(16);
    expect(CARDS.treasure_chest).toHaveLength(16);
  });

  it('hold the sums they should', () => {
    expect(collects('tide_card')).toEqual([50, 150]);
    expect(pays('tide_card')).toEqual([15]);
    expect(collects('treasure_chest')).toEqual([10, 20, 25, 50, 100, 100, 100, 200]);
    expect(pays('treasure_chest')).toEqual([50, 50, 100]);
  });

  it('put a drawn card at the bottom', () => {
    const state = onTop(newGame(), 'tide_card', 7);
    const next = draw(state, 0, 'tide_card').state;
    expect(next.decks.tide_card).toEqual([...state.decks.tide_card.slice(1), 7]);
  });

  it('lose an escape card while it is held, and get it back at the bottom', () => {
    const number = cardNumber('treasure_chest', 'escape_card');
    const held = draw(onTop(newGame(), 'treasure_chest', number), 0, 'treasure_chest').state;
    expect(held.decks.treasure_chest).not.toContain(number);
    expect(held.players[0]!.escapeCards).toEqual(['treasure_chest']);
    const back = giveBackEscapeCards(held, 0, 1);
    expect(back.decks.treasure_chest.at(-1)).toBe(number);
    expect(back.players[0]!.escapeCards).toEqual([]);
  });
});

const ALL = (['tide_card', 'treasure_chest'] as const).flatMap((deck) =>
  CARDS[deck].map(({ effect }, number) => ({ deck, number, effect, kind: effect.kind })),
);

describe.each(ALL)('$deck $number ($kind)', ({ deck, number, effect }) => {
  const square = deck === 'tide_card' ? 7 : 17;
  const start = newGame(3);

  it('does what it says', () => {
    const next = drawn(start, deck, number, square, 2, 6);
    const player = next.players[0]!;
    const told = eventsOf(next, 'card_drawn')[0]!.data;
    expect(told).toMatchObject({ deck, text: CARDS[deck][number]!.text, effect: effect.kind });
    switch (effect.kind) {
      case 'advance': {
        const bonus = effect.to < square ? 200 : 0;
        expect([player.position, player.money]).toEqual([effect.to, 1500 + bonus]);
        expect(typesOf(next).filter((type) => type === 'set_sail_bonus')).toHaveLength(bonus ? 1 : 0);
        expect(eventsOf(next, 'player_moved').at(-1)!.data).toEqual({ from: square, to: effect.to });
        break;
      }
      case 'nearest_current':
        expect([player.position, next.phase]).toEqual([15, 'buy']);
        break;
      case 'nearest_utility':
        expect([player.position, next.phase]).toEqual([12, 'buy']);
        break;
      case 'back':
        expect([player.position, player.money]).toEqual([square - 3, 1300]);
        break;
      case 'lobster_pot':
        expect(player).toMatchObject({ position: 10, inLobsterPot: true, money: 1500 });
        expect(eventsOf(next, 'lobster_pot_in')[0]!.data).toEqual({ reason: 'card' });
        expect(eventsOf(next, 'player_moved')).toHaveLength(1);
        break;
      case 'escape_card':
        expect(player.escapeCards).toEqual([deck]);
        break;
      case 'collect':
        expect(moneyOf(next)).toEqual([1500 + effect.amount, 1500, 1500]);
        expect(told.amount).toBe(effect.amount);
        break;
      case 'pay':
        expect(moneyOf(next)).toEqual([1500 - effect.amount, 1500, 1500]);
        expect(told.amount).toBe(effect.amount);
        break;
      case 'pay_each':
        expect(moneyOf(next)).toEqual([1500 - 2 * effect.amount, 1500 + effect.amount, 1500 + effect.amount]);
        break;
      case 'collect_each':
        expect(moneyOf(next)).toEqual([1500 + 2 * effect.amount, 1500 - effect.amount, 1500 - effect.amount]);
        break;
      case 'repairs': {
        const built = owning(owning(start, 0, [37], { outposts: 3 }), 0, [39], { fortress: true });
        const billed = drawn(built, deck, number, square);
        expect(moneyOf(billed)[0]).toBe(1500 - 3 * effect.outpost - effect.fortress);
        expect(eventsOf(billed, 'card_drawn')[0]!.data.amount).toBe(3 * effect.outpost + effect.fortress);
        expect(told.amount).toBe(0);
        break;
      }
    }
  });
});

describe('cards', () => {
  it('pay the bonus for passing Set Sail on the way to a current, a utility or a square', () => {
    for (const kind of ['nearest_current', 'nearest_utility']) {
      expect(drawn(newGame(), 'tide_card', cardNumber('tide_card', kind), 36).players[0]!.money).toBe(1700);
    }
    const eleven = CARDS.tide_card.findIndex(({ effect }) => effect.kind === 'advance' && effect.to === 11);
    expect(drawn(newGame(), 'tide_card', eleven, 36).players[0]).toMatchObject({ position: 11, money: 1700 });
  });

  it('never pay the bonus on the way to square 39', () => {
    const number = CARDS.tide_card.findIndex(({ effect }) => effect.kind === 'advance' && effect.to === 39);
    expect(CARDS.tide_card[number]!.effect).toMatchObject({ bonus: false });
    expect(drawn(newGame(), 'tide_card', number, 36).players[0]).toMatchObject({ position: 39, money: 1500 });
  });

  it('double the rent of the nearest current, whichever of the two cards it was', () => {
    const owned = owning(newGame(), 1, [15, 25]);
    for (const nth of [0, 1]) {
      const next = drawn(owned, 'tide_card', cardNumber('tide_card', 'nearest_current', nth), 7);
      expect(moneyOf(next)).toEqual([1400, 1600]);
    }
  });

  it('ask ten times fresh dice at the nearest utility', () => {
    const next = drawn(owning(newGame(), 1, [12]), 'tide_card', cardNumber('tide_card', 'nearest_utility'), 7, 6, 5);
    expect(moneyOf(next)).toEqual([1390, 1610]);
    expect(eventsOf(next, 'dice_rolled').map(({ data }) => data.total)).toEqual([7, 11]);
  });

  it('ask nothing at a mortgaged or own square', () => {
    const card = cardNumber('tide_card', 'nearest_utility');
    expect(moneyOf(drawn(owning(newGame(), 1, [12], { mortgaged: true }), 'tide_card', card, 7))).toEqual([1500, 1500]);
    expect(moneyOf(drawn(owning(newGame(), 0, [12]), 'tide_card', card, 7))).toEqual([1500, 1500]);
  });

  it('draw no second card when they move onto a card square', () => {
    const next = drawn(newGame(), 'tide_card', cardNumber('tide_card', 'back'), 36);
    expect(next.players[0]!.position).toBe(33);
    expect(eventsOf(next, 'card_drawn')).toHaveLength(1);
    expect(next.phase).toBe('build');
  });

  it('offer a free square they lead to', () => {
    const next = drawn(newGame(), 'tide_card', cardNumber('tide_card', 'back'), 22);
    expect([next.players[0]!.position, next.phase]).toEqual([19, 'buy']);
    expect(play(next, 0, { type: 'buy', squareIndex: 19 }).squares[19]!.owner).toBe(0);
  });

  it('let the bankrupt out of what everyone pays', () => {
    const state = having(newGame(3), 2, { bankruptAtTurn: 1, outlived: 0, money: 0 });
    const next = drawn(state, 'treasure_chest', cardNumber('treasure_chest', 'collect_each'), 17);
    expect(moneyOf(next)).toEqual([1510, 1490, 0]);
  });
});
