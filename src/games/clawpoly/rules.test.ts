import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { CARDS } from './cards.ts';
import {
  eventsOf,
  having,
  inPhase,
  moneyOf,
  newGame,
  onTop,
  owning,
  play,
  playLate,
  roll,
  typesOf,
} from './rules.scene.ts';
import { clawpoly } from './rules.ts';
import type { State } from './state.ts';

const leave = (state: State, ...seats: number[]): State => clawpoly.leave!(state, seats, 'left')!;

describe('options', () => {
  it.each([{}, { turnLimit: 1 }, { turnLimit: 1000 }])('may be %j', (options) => {
    expect(Value.Check(clawpoly.options, options)).toBe(true);
  });

  it.each([{ turnLimit: 0 }, { turnLimit: 1001 }, { turnLimit: 1.5 }, { turnLimit: '9' }])(
    'may not be %j',
    (options) => {
      expect(Value.Check(clawpoly.options, options)).toBe(false);
    },
  );
});

describe('the clock', () => {
  it.each([
    ['roll', newGame(), 'roll_dice'],
    ['buy', roll(newGame(), 2, 4), 'pass'],
    ['build', inPhase(newGame(), 'build'), 'end_turn'],
    ['pot', inPhase(having(newGame(), 0, { inLobsterPot: true, position: 10 }), 'pot'), 'escape_roll'],
  ] as const)('answers %s by default', (phase, state, type) => {
    expect(state.phase).toBe(phase);
    expect(clawpoly.fallback!(state, 0)).toEqual({ type });
    const next = playLate(state, 0, 4, 6);
    expect(next.events[0]).toMatchObject({ type: 'agent_timeout', seat: 0, data: { phase } });
  });

  it('alone can raise all funds at once', () => {
    expect(Value.Check(clawpoly.move, { type: 'raise_all' })).toBe(false);
  });
});

describe('the log', () => {
  it('counts on, and keeps the events of the last step only', () => {
    const first = newGame();
    const second = roll(first, 2, 4);
    const third = play(second, 0, { type: 'pass' });
    expect(first.events.map(({ sequence }) => sequence)).toEqual([0, 1]);
    expect(second.events.map(({ sequence }) => sequence)).toEqual([2, 3]);
    expect(third.events.map(({ sequence }) => sequence)).toEqual([4]);
    expect(third.eventCount).toBe(5);
  });

  it('says how many events led to a decision, which optional actions do not change', () => {
    const decided = roll(owning(newGame(), 0, [1]), 4, 6);
    expect(clawpoly.status(decided)).toMatchObject({ events: 2 });
    const optional = play(decided, 0, { type: 'mortgage', squareIndex: 1 });
    expect(clawpoly.status(optional)).toEqual(clawpoly.status(decided));
  });
});

describe('who leaves', () => {
  it('is bankrupt to the bank: squares are free, bare and unmortgaged', () => {
    const state = owning(owning(newGame(3), 1, [6], { mortgaged: true }), 1, [37, 39], { outposts: 2 });
    const next = leave(state, 1);
    for (const index of [6, 37, 39]) {
      expect(next.squares[index]).toEqual({ owner: null, outposts: 0, fortress: false, mortgaged: false });
    }
    expect(next.players[1]).toMatchObject({ money: 0, bankruptAtTurn: 1 });
    expect(eventsOf(next, 'bankrupt')[0]).toMatchObject({ seat: 1, data: { creditor: null } });
  });

  it('does not disturb the decision of another', () => {
    const state = roll(newGame(3), 2, 4);
    const next = leave(state, 2);
    expect(clawpoly.status(next)).toEqual({ ...clawpoly.status(state), out: [2] });
  });

  it('is waited for by nobody', () => {
    expect(clawpoly.status(newGame(4))).not.toHaveProperty('out');
    expect(clawpoly.status(leave(newGame(4), 1, 3))).toMatchObject({ out: [1, 3] });
  });

  it('passes the turn on when it was theirs', () => {
    const next = leave(roll(newGame(3), 2, 4), 0);
    expect(clawpoly.status(next)).toMatchObject({ must: [1], phase: 'roll' });
    expect(typesOf(next)).toEqual(['bankrupt', 'turn_end', 'turn_start']);
  });

  it('leaves the last one the winner', () => {
    expect(clawpoly.status(leave(newGame(2), 1))).toMatchObject({
      kind: 'over',
      ranks: [1, 2],
      reason: 'last_standing',
    });
    expect(clawpoly.status(leave(newGame(4), 1, 2, 3))).toMatchObject({ ranks: [1, 2, 2, 2] });
  });

  it('shares the place with all who leave at the same time', () => {
    expect(clawpoly.status(leave(newGame(3), 0, 1, 2))).toMatchObject({ kind: 'over', ranks: [1, 1, 1] });
    expect(clawpoly.status(leave(leave(newGame(4), 3), 0, 1))).toMatchObject({ ranks: [2, 2, 1, 4] });
  });

  it('takes its debts away', () => {
    const asked = roll(having(owning(owning(newGame(3), 1, [39]), 0, [6]), 0, { money: 10, position: 32 }), 3, 4);
    const next = leave(asked, 0);
    expect(next.debts).toEqual([]);
    expect(clawpoly.status(next)).toMatchObject({ must: [1], phase: 'roll' });
  });

  it('is owed nothing any more, and the free square is for sale', () => {
    const landed = owning(owning(newGame(3), 1, [39], { fortress: true }), 0, [6]);
    const asked = roll(having(landed, 0, { money: 500, position: 32 }), 3, 4);
    expect(asked.phase).toBe('funds');
    const next = leave(asked, 1);
    expect(moneyOf(next)).toEqual([500, 0, 1500]);
    expect(clawpoly.status(next)).toMatchObject({ must: [0], phase: 'buy', number: asked.decision + 1 });
  });

  it('lets a debtor of several owe the rest', () => {
    const number = CARDS.tide_card.findIndex(({ effect }) => effect.kind === 'pay_each');
    const state = having(owning(onTop(newGame(4), 'tide_card', number), 0, [39]), 0, { money: 20 });
    const asked = leave(roll(state, 3, 4), 2);
    expect(asked.phase).toBe('funds');
    expect(moneyOf(play(asked, 0, { type: 'mortgage', squareIndex: 39 }))).toEqual([120, 1550, 0, 1550]);
  });

  it('leaves a debt to the bank as it was', () => {
    const asked = roll(having(owning(newGame(3), 0, [39]), 0, { money: 10, position: 31 }), 3, 4);
    expect(clawpoly.status(leave(asked, 2))).toEqual({ ...clawpoly.status(asked), out: [2] });
  });

  it('changes nothing when already bankrupt', () => {
    const gone = leave(newGame(3), 2);
    expect(clawpoly.status(leave(gone, 2))).toEqual(clawpoly.status(gone));
  });
});

describe('a view', () => {
  it('is the same for every seat and spectator, and has no card order', () => {
    const state = roll(newGame(3), 2, 4);
    const view = clawpoly.view(state, 'spectator');
    expect(view.decks).toBeNull();
    for (const seat of [0, 1, 2]) expect(clawpoly.view(state, seat)).toEqual(view);
    expect(clawpoly.view(state, 'replay')).toEqual({ ...view, decks: state.decks });
  });

  it('shows every square in full', () => {
    const state = owning(newGame(), 1, [6], { outposts: 2 });
    expect(clawpoly.view(state, 0).board[6]).toEqual({
      index: 6,
      name: 'Ningaloo Reef',
      type: 'property',
      colorGroup: 'Coastal Waters',
      price: 100,
      rent: [6, 30, 90, 270, 400, 550],
      outpostCost: 100,
      fortressCost: 500,
      owner: 1,
      outposts: 2,
      fortress: false,
      mortgaged: false,
      mortgageValue: 50,
    });
  });

  it('shows every player', () => {
    const state = having(owning(newGame(), 1, [9, 6]), 1, {
      escapeCards: ['tide_card'],
      position: 10,
      inLobsterPot: true,
    });
    expect(clawpoly.view(state, 0).players[1]).toEqual({
      seat: 1,
      money: 1500,
      position: 10,
      properties: [6, 9],
      inLobsterPot: true,
      lobsterPotTurns: 0,
      escapeCards: 1,
      bankrupt: false,
      bankruptAtTurn: null,
    });
  });
});
