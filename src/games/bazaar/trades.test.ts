import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { Seat } from '../../core/game.ts';
import { accept, check, make, offered, propose, randomOf, reject, start, stockOf, stocks } from './fixture.ts';
import type { Bundle, Resource } from './goods.ts';
import { deal, RESOURCES } from './goods.ts';
import type { RefusalCode } from './refusals.ts';
import { bazaar } from './rules.ts';
import type { Move, State } from './state.ts';

describe('the goods of the bazaar', () => {
  it('are 14 for each side, with goals on different resources that are not met but can be, both of them', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const sides = deal(randomOf(seed));
        expect(sides[0].goal.resource).not.toBe(sides[1].goal.resource);
        for (const { stock, goal } of sides) {
          expect(RESOURCES.reduce((sum, resource) => sum + stock[resource], 0)).toBe(14);
          expect(RESOURCES.every((resource) => stock[resource] >= 0)).toBe(true);
          expect(goal).toMatchObject({ amount: 8, points: 100 });
          expect(stock[goal.resource]).toBeLessThan(8);
          expect(sides[0].stock[goal.resource] + sides[1].stock[goal.resource]).toBeGreaterThanOrEqual(8);
        }
      }),
    );
  });

  it('are neither made nor lost, and nobody ever has less than none, over any series of trades', () => {
    const bundle = fc.record(
      { gold: fc.nat(4), iron: fc.nat(4), food: fc.nat(4), wood: fc.nat(4) },
      { requiredKeys: [] },
    );
    const move = fc.oneof(
      fc.tuple(bundle, bundle).map(([offer, request]) => propose(offer, request)),
      fc.constant(accept),
      fc.constant(reject),
    );
    const steps = fc.array(fc.tuple(fc.constantFrom<Seat>(0, 1), move), { maxLength: 30 });
    const total = (state: State) => RESOURCES.map((each) => state.sides[0].stock[each] + state.sides[1].stock[each]);
    fc.assert(
      fc.property(fc.nat(1000), steps, (seed, moves) => {
        let state = bazaar.start({}, 2, randomOf(seed));
        const before = total(state);
        for (const [seat, each] of moves) {
          if (check(state, seat, each)) continue;
          state = make(state, seat, each);
          expect(total(state)).toEqual(before);
          expect(stocks(state).every((stock) => RESOURCES.every((resource) => stock[resource] >= 0))).toBe(true);
        }
        expect(bazaar.status(state)).toMatchObject({ number: 0, must: [0] });
      }),
    );
  });
});

describe('a trade', () => {
  it('is proposed, then accepted by the other side, and the goods change hands', () => {
    const proposed = offered();
    expect(bazaar.view(proposed, 1)).toMatchObject({
      pending: { proposer: 0, offer: { gold: 3 }, request: { food: 4 } },
      happened: { kind: 'proposed', seat: 0, proposer: 0, offer: { gold: 3 }, request: { food: 4 } },
    });
    const traded = make(proposed, 1, accept);
    expect(stocks(traded)).toEqual([stockOf(2, 2, 7, 4), stockOf(6, 4, 2, 1)]);
    expect(bazaar.view(traded, 'spectator')).toMatchObject({
      pending: null,
      executed: [{ proposer: 0, offer: { gold: 3 }, request: { food: 4 } }],
      happened: { kind: 'executed', seat: 1, proposer: 0 },
    });
  });

  it.each<[string, Seat]>([
    ['declined by the other side', 1],
    ['cancelled by its proposer', 0],
  ])('can be %s, and then another may be proposed', (_name, seat) => {
    const rejected = make(offered(), seat, reject);
    expect(bazaar.view(rejected, 0)).toMatchObject({
      pending: null,
      happened: { kind: 'rejected', seat, proposer: 0 },
    });
    expect(stocks(rejected)).toEqual(stocks(start()));
    expect(check(rejected, 1, propose({ food: 1 }, {}))).toBeUndefined();
  });

  it('is open to both sides out of turn, and uses neither a turn nor a message', () => {
    const state = make(make(start(), 1, propose({ food: 1 }, { gold: 1 })), 0, accept);
    expect(bazaar.status(start())).toEqual({ kind: 'turn', number: 0, must: [0], may: [1] });
    expect(bazaar.status(state)).toEqual(bazaar.status(start()));
    expect(bazaar.status(make(state, 1, propose({}, { gold: 1 })))).toEqual(bazaar.status(start()));
    expect(bazaar.view(state, 0).messages).toEqual([]);
  });

  it.each<[string, State, Seat, Move, RefusalCode, string]>([
    [
      'a second proposal',
      offered(),
      1,
      propose({ food: 1 }, {}),
      'already-pending',
      'A trade is already pending — accept, reject, or wait',
    ],
    [
      'a second one of the same side',
      offered(),
      0,
      propose({ gold: 1 }, {}),
      'already-pending',
      'A trade is already pending — accept, reject, or wait',
    ],
    ['accepting one’s own', offered(), 0, accept, 'own-trade', 'Cannot accept your own trade proposal'],
    ['accepting nothing', start(), 1, accept, 'nothing-pending', 'No pending trade'],
    ['rejecting nothing', start(), 0, reject, 'nothing-pending', 'No pending trade'],
    [
      'offering more than one has',
      start(),
      0,
      propose({ gold: 6 }, { food: 1 }),
      'insufficient',
      'Insufficient gold: have 5, need 6',
    ],
    [
      'accepting what one cannot pay',
      make(start(), 0, propose({ gold: 1 }, { food: 7 })),
      1,
      accept,
      'insufficient',
      'Insufficient food: have 6, need 7',
    ],
    ['an empty trade', start(), 0, propose({}, {}), 'empty-trade', 'A trade must offer or request something'],
    [
      'a trade of zeros',
      start(),
      0,
      propose({ gold: 0 }, { food: 0 }),
      'empty-trade',
      'A trade must offer or request something',
    ],
  ])('refuses %s', (_name, state, seat, move, code, reason) => {
    expect(check(state, seat, move)).toMatchObject({ code, reason });
  });

  it.each<[Resource, Bundle]>([
    ['gold', { gold: 6, wood: 9 }],
    ['wood', { gold: 5, wood: 9 }],
  ])('names %s as the first resource that is short', (resource, offer) => {
    expect(check(start(), 0, propose(offer, {}))).toMatchObject({ code: 'insufficient', context: { resource } });
  });

  it('may be a gift, or ask for more than the other has', () => {
    expect(check(start(), 0, propose({ gold: 5 }, {}))).toBeUndefined();
    expect(check(start(), 0, propose({}, { food: 99 }))).toBeUndefined();
  });

  it('stays pending when it could not be accepted', () => {
    const state = make(start(), 0, propose({ gold: 1 }, { food: 7 }));
    expect(check(state, 1, accept)?.code).toBe('insufficient');
    expect(check(state, 1, propose({ food: 1 }, {}))?.code).toBe('already-pending');
  });

  it('is refused without a word about the proposer’s stock when the proposer no longer has the goods', () => {
    const state = offered();
    const poor: State = { ...state, sides: [{ ...state.sides[0], stock: stockOf(2, 2, 3, 4) }, state.sides[1]] };
    const refused = check(poor, 1, accept)!;
    expect(refused.code).toBe('proposer-short');
    expect(JSON.stringify(refused)).not.toMatch(/\d/);
  });

  it.each([
    { propose: { offer: { silver: 1 }, request: {} } },
    { propose: { offer: { gold: -1 }, request: {} } },
    { propose: { offer: { gold: 1.5 }, request: {} } },
    { propose: { offer: { gold: '1' }, request: {} } },
    { propose: { offer: { gold: 1 } } },
    { accept: false },
    { pass: true },
    { close: true },
    { vote: 2 },
  ])('like %j does not fit the schema', (move) => {
    expect(Value.Check(bazaar.move, move)).toBe(false);
  });
});
