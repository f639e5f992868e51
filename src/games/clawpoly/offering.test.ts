import { expect, test } from 'vitest';
import { goldenRecords } from '../../../test/golden.ts';
import { positions } from '../../core/record.ts';
import { DEEDS } from './board.ts';
import type { AgentMove } from './moves.ts';
import { optionsOn, partnersOf, tradable } from './offering.ts';
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
