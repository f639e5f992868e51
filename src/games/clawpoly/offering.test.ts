import { expect, test } from 'vitest';
import { goldenRecords } from '../../../test/golden.ts';
import { positions } from '../../core/record.ts';
import { DEEDS } from './board.ts';
import type { AgentMove } from './moves.ts';
import { optionsOn, partnersOf, tradable, whyNotOffer } from './offering.ts';
import { clawpoly } from './rules.ts';
import type { State } from './state.ts';

const records = goldenRecords().filter(({ record }) => record.game === 'clawpoly');
const states = records.flatMap(({ record }) => [...positions(clawpoly, record)].map(({ state }) => state as State));
const NOTHING = { properties: [], money: 0, escapeCards: 0 };

test('whatever the form offers is a trade that the rules allow', () => {
  let offered = 0;
  for (const state of states) {
    for (const seat of state.order) {
      const view = clawpoly.view(state, seat);
      for (const to of partnersOf(view, seat)) {
        const [giving, requesting] = [tradable(view, seat), tradable(view, to)];
        const move: AgentMove = { type: 'trade_offer', to, giving, requesting };
        expect(clawpoly.check(state, { seat, move })).toBeUndefined();
        offered++;
      }
    }
  }
  expect(offered).toBeGreaterThan(100);
});

test('the form says why an offer is none: more than there is, parts of a dollar, money for money', () => {
  const view = clawpoly.view(states[0]!, 0);
  const names = ['Ann', 'Bob', 'Cleo', 'Dan'];
  const why = (giving: object, requesting: object) =>
    whyNotOffer(view, names, 0, 1, { ...NOTHING, ...giving }, { ...NOTHING, ...requesting });
  expect(why({ money: 1500 }, {})).toBeUndefined();
  expect(why({ money: 1501 }, {})).toBe('You have $1500 to give.');
  expect(why({}, { money: 1501 })).toBe('Bob has $1500 to give.');
  expect(why({ money: 2.5 }, {})).toBe('Money is a whole number of dollars.');
  expect(why({ money: -1 }, {})).toBe('Money is a whole number of dollars.');
  expect(why({ money: 40 }, { money: 30 })).toBe('Money for money: name the difference alone.');
  expect(why({ escapeCards: 1 }, {})).toBe('You have no escape cards to give.');
  expect(why({ properties: [1] }, {})).toBe('A square has changed hands meanwhile.');
});

test('what the form accepts the rules accept', () => {
  let accepted = 0;
  for (const state of states) {
    const seat = state.current;
    const view = clawpoly.view(state, seat);
    for (const to of partnersOf(view, seat)) {
      const giving = { ...tradable(view, seat), escapeCards: 0 };
      const requesting = { ...tradable(view, to), money: 0 };
      if (whyNotOffer(view, [], seat, to, giving, requesting)) continue;
      expect(clawpoly.check(state, { seat, move: { type: 'trade_offer', to, giving, requesting } })).toBeUndefined();
      accepted++;
    }
  }
  expect(accepted).toBeGreaterThan(100);
});

test('whom the form leaves out cannot be made an offer', () => {
  for (const state of states) {
    for (const seat of state.order) {
      const partners = partnersOf(clawpoly.view(state, seat), seat);
      for (const to of state.order.filter((one) => !partners.includes(one))) {
        const move: AgentMove = { type: 'trade_offer', to, giving: { ...NOTHING, money: 1 }, requesting: NOTHING };
        expect(clawpoly.check(state, { seat, move })).toBeDefined();
      }
    }
  }
});

test('what a square’s card offers is just what the rules allow', () => {
  let offered = 0;
  for (const state of states) {
    const seat = state.current;
    const view = clawpoly.view(state, seat);
    if (view.prompt?.phase === 'funds') continue;
    for (const squareIndex of DEEDS.map(({ index }) => index)) {
      const options = optionsOn(view, seat, squareIndex).map(({ type }) => type);
      const allowed = (['sell_building', 'mortgage', 'unmortgage'] as const).filter(
        (type) => !clawpoly.check(state, { seat, move: { type, squareIndex } }),
      );
      expect(options).toEqual(allowed);
      offered += allowed.length;
    }
  }
  expect(offered).toBeGreaterThan(100);
});
