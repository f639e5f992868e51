import { describe, expect, it } from 'vitest';
import { promptOf } from './prompt.ts';
import { refuse } from './refuse.ts';
import { diceOf, eventsOf, having, inPhase, moneyOf, newGame, owning, play, roll, typesOf } from './rules.scene.ts';
import { clawpoly } from './rules.ts';
import type { State } from './state.ts';

const end = (state: State): State => play(state, state.current, { type: 'end_turn' });
const trapped = (attempts: number, seats = 2): State =>
  inPhase(having(newGame(seats), 0, { position: 10, inLobsterPot: true, lobsterPotTurns: attempts }), 'pot');
const slipOut = (state: State, how: 'pay' | 'card' | 'roll', ...pips: number[]): State =>
  play(state, 0, { type: `escape_${how}` }, ...pips);

describe('the start', () => {
  it('gives everyone 1500 on Set Sail and nothing else', () => {
    const state = newGame(6);
    expect(state.players).toHaveLength(6);
    for (const player of state.players) {
      expect(player).toMatchObject({ money: 1500, position: 0, inLobsterPot: false, escapeCards: [] });
    }
    expect(state.squares.every(({ owner }) => owner === null)).toBe(true);
  });

  it('orders the turns by one die each, the highest first', () => {
    expect(clawpoly.start({}, 4, diceOf(2, 6, 1, 4)).order).toEqual([1, 3, 0, 2]);
  });

  it('lets those who tie roll again among themselves', () => {
    expect(clawpoly.start({}, 4, diceOf(5, 3, 5, 3, 1, 1, 2, 6, 4, 2)).order).toEqual([2, 0, 1, 3]);
  });

  it('logs the start and the first turn, and asks for the roll', () => {
    const state = newGame(3);
    expect(state.events).toEqual([
      { sequence: 0, turnNumber: 0, type: 'started', seat: null, data: { turnOrder: [0, 1, 2] } },
      { sequence: 1, turnNumber: 1, type: 'turn_start', seat: 0, data: {} },
    ]);
    expect(clawpoly.status(state)).toEqual({ kind: 'turn', number: 1, must: [0], phase: 'roll', events: 2 });
    expect(promptOf(state)).toEqual({ phase: 'roll', seat: 0, availableActions: ['roll_dice'] });
  });

  it('has a limit of 200 turns unless told otherwise', () => {
    expect(clawpoly.start({}, 2, diceOf(6, 5)).turnLimit).toBe(200);
    expect(newGame(2, 30).turnLimit).toBe(30);
  });
});

describe('a turn', () => {
  it('rolls, moves, offers the free square, then asks to build, then passes on', () => {
    const moved = roll(newGame(), 2, 4);
    expect(typesOf(moved)).toEqual(['dice_rolled', 'player_moved']);
    expect(moved.events.map(({ data }) => data)).toEqual([
      { dice: [2, 4], total: 6, doubles: false },
      { from: 0, to: 6 },
    ]);
    expect(promptOf(moved)).toEqual({
      phase: 'buy',
      seat: 0,
      squareIndex: 6,
      price: 100,
      availableActions: ['buy', 'pass'],
    });
    const bought = play(moved, 0, { type: 'buy', squareIndex: 6 });
    expect(bought.squares[6]!.owner).toBe(0);
    expect(moneyOf(bought)).toEqual([1400, 1500]);
    expect(eventsOf(bought, 'property_bought')[0]!.data).toEqual({ squareIndex: 6, price: 100 });
    expect(promptOf(bought)).toEqual({
      phase: 'build',
      seat: 0,
      buildableProperties: [],
      availableActions: ['end_turn'],
    });
    const next = end(bought);
    expect(typesOf(next)).toEqual(['turn_end', 'turn_start']);
    expect(next).toMatchObject({ current: 1, turnNumber: 2, phase: 'roll' });
    expect([moved, bought, next].map(({ decision }) => decision)).toEqual([2, 3, 4]);
  });

  it('leaves a square free that is passed', () => {
    const next = play(roll(newGame(), 2, 4), 0, { type: 'pass' });
    expect(next.squares[6]!.owner).toBeNull();
    expect(eventsOf(next, 'property_passed')[0]!.data).toEqual({ squareIndex: 6 });
    expect(next.phase).toBe('build');
  });

  it('takes a purchase without an index, and refuses one with a wrong index', () => {
    const state = roll(newGame(), 2, 4);
    expect(refuse(state, { seat: 0, move: { type: 'buy' } })).toBeUndefined();
    expect(refuse(state, { seat: 0, move: { type: 'buy', squareIndex: 8 } })?.code).toBe('not-offered');
  });

  it('offers a square only to who can afford it', () => {
    expect(roll(having(newGame(), 0, { money: 99 }), 2, 4).phase).toBe('build');
    expect(roll(having(newGame(), 0, { money: 100 }), 2, 4).phase).toBe('buy');
  });

  it('withdraws a purchase that a trade has made too dear', () => {
    const state = having(roll(newGame(), 2, 4), 0, { money: 99 });
    expect(promptOf(state)).toMatchObject({ availableActions: ['pass'] });
    expect(refuse(state, { seat: 0, move: { type: 'buy' } })?.code).toBe('unaffordable');
  });

  it('costs nothing on one’s own square, on Anchor Bay, or just visiting', () => {
    expect(moneyOf(roll(owning(newGame(), 0, [6]), 2, 4))).toEqual([1500, 1500]);
    expect(moneyOf(roll(having(newGame(), 0, { position: 13 }), 3, 4))).toEqual([1500, 1500]);
    expect(roll(having(newGame(), 0, { position: 3 }), 3, 4).players[0]).toMatchObject({
      position: 10,
      inLobsterPot: false,
    });
  });

  it('pays 200 for passing and for reaching Set Sail', () => {
    const passed = roll(having(newGame(), 0, { position: 37 }), 6, 1);
    expect(eventsOf(passed, 'set_sail_bonus')[0]!.data).toEqual({ amount: 200 });
    expect(passed.players[0]).toMatchObject({ position: 4, money: 1500 });
    expect(roll(having(newGame(), 0, { position: 33 }), 3, 4).players[0]).toMatchObject({ position: 0, money: 1700 });
  });

  it('taxes', () => {
    const taxed = roll(newGame(), 1, 3);
    expect(moneyOf(taxed)).toEqual([1300, 1500]);
    expect(eventsOf(taxed, 'tax_paid')[0]!.data).toEqual({ squareIndex: 4, amount: 200 });
  });

  it('asks a utility’s rent by the roll that led there', () => {
    expect(moneyOf(roll(having(owning(newGame(), 1, [12]), 0, { position: 3 }), 4, 5))).toEqual([1464, 1536]);
  });

  it('is only the mover’s', () => {
    expect(refuse(newGame(), { seat: 1, move: { type: 'roll_dice' } })?.code).toBe('not-your-turn');
  });

  it('takes only what its decision asks', () => {
    for (const type of ['pass', 'end_turn', 'escape_roll', 'buy'] as const) {
      expect(refuse(newGame(), { seat: 0, move: { type } })?.code).toBe('not-now');
    }
  });

  it('skips the bankrupt', () => {
    const state = inPhase(having(newGame(3), 1, { bankruptAtTurn: 1, outlived: 0 }), 'build');
    expect(end(state).current).toBe(2);
  });
});

describe('doubles', () => {
  it('roll again after the build decision, in the same turn', () => {
    const state = roll(newGame(), 5, 5);
    expect(state.phase).toBe('build');
    const again = end(state);
    expect(again).toMatchObject({ current: 0, turnNumber: 1, phase: 'roll' });
    expect(typesOf(again)).toEqual([]);
    expect(again.decision).toBe(state.decision + 1);
    expect(end(roll(again, 4, 6)).current).toBe(1);
  });

  it('lead to the pot without moving at the third in a row', () => {
    const second = end(roll(end(roll(newGame(), 5, 5)), 5, 5));
    const third = roll(second, 1, 1);
    expect(third.players[0]).toMatchObject({ position: 10, inLobsterPot: true });
    expect(typesOf(third)).toEqual(['dice_rolled', 'lobster_pot_in']);
    expect(eventsOf(third, 'lobster_pot_in')[0]!.data).toEqual({ reason: 'three_doubles' });
    expect(third.phase).toBe('build');
    expect(end(third).current).toBe(1);
  });

  it('give no further roll when they lead into the net', () => {
    const caught = roll(having(newGame(), 0, { position: 22 }), 4, 4);
    expect(caught.players[0]).toMatchObject({ position: 10, inLobsterPot: true, money: 1500 });
    expect(eventsOf(caught, 'lobster_pot_in')[0]!.data).toEqual({ reason: 'caught_in_the_net' });
    expect(eventsOf(caught, 'player_moved')[0]!.data).toEqual({ from: 22, to: 30 });
    expect(caught.phase).toBe('build');
    expect(end(caught).current).toBe(1);
  });
});

describe('the Lobster Pot', () => {
  it('asks how to escape instead of rolling', () => {
    const sent = end(having(inPhase(newGame(2), 'build'), 1, { position: 10, inLobsterPot: true }));
    expect(promptOf(sent)).toEqual({
      phase: 'pot',
      seat: 1,
      turnsTrapped: 1,
      hasEscapeCard: false,
      availableActions: ['escape_pay', 'escape_roll'],
    });
  });

  it('offers only what is possible', () => {
    const state = having(trapped(2), 0, { money: 49, escapeCards: ['tide_card'] });
    expect(promptOf(state)).toMatchObject({
      turnsTrapped: 3,
      hasEscapeCard: true,
      availableActions: ['escape_card', 'escape_roll'],
    });
    expect(refuse(state, { seat: 0, move: { type: 'escape_pay' } })?.code).toBe('unaffordable');
    expect(refuse(trapped(0), { seat: 0, move: { type: 'escape_card' } })?.code).toBe('no-escape-card');
  });

  it('opens for 50, then the roll follows', () => {
    const out = slipOut(trapped(0), 'pay');
    expect(moneyOf(out)).toEqual([1450, 1500]);
    expect(out.players[0]).toMatchObject({ inLobsterPot: false, lobsterPotTurns: 0 });
    expect(out.events.map(({ type, data }) => [type, data])).toEqual([
      ['tax_paid', { amount: 50, reason: 'lobster_pot_fee' }],
      ['lobster_pot_out', { method: 'pay' }],
    ]);
    expect(out.phase).toBe('roll');
    expect(end(roll(out, 5, 5))).toMatchObject({ current: 0, phase: 'roll' });
  });

  it('opens for an escape card, which goes under its deck', () => {
    const state = having(trapped(1), 0, { escapeCards: ['tide_card'] });
    const drained = {
      ...state,
      decks: { ...state.decks, tide_card: state.decks.tide_card.filter((card) => card !== 8) },
    };
    const out = slipOut(drained, 'card');
    expect(out.players[0]).toMatchObject({ inLobsterPot: false, escapeCards: [], money: 1500 });
    expect(out.decks.tide_card.at(-1)).toBe(8);
    expect(eventsOf(out, 'lobster_pot_out')[0]!.data).toEqual({ method: 'card' });
    expect(out.phase).toBe('roll');
  });

  it('opens for doubles, which move but give no further roll', () => {
    const out = slipOut(trapped(1), 'roll', 5, 5);
    expect(out.players[0]).toMatchObject({ inLobsterPot: false, position: 20, money: 1500 });
    expect(typesOf(out)).toEqual(['dice_rolled', 'lobster_pot_out', 'player_moved']);
    expect(eventsOf(out, 'lobster_pot_out')[0]!.data).toEqual({ method: 'roll' });
    expect(end(out).current).toBe(1);
  });

  it('stays shut for another roll, and the turn ends with the build decision', () => {
    const still = slipOut(trapped(0), 'roll', 5, 4);
    expect(still.players[0]).toMatchObject({ inLobsterPot: true, lobsterPotTurns: 1, position: 10 });
    expect(still.phase).toBe('build');
    expect(end(still).current).toBe(1);
  });

  it('takes 50 at the third failed roll and moves by it', () => {
    const out = slipOut(trapped(2), 'roll', 4, 6);
    expect(out.players[0]).toMatchObject({ inLobsterPot: false, position: 20, money: 1450 });
    expect(typesOf(out)).toEqual(['dice_rolled', 'tax_paid', 'lobster_pot_out', 'player_moved']);
    expect(out.phase).toBe('build');
  });

  it('waits with that move until the fee is raised', () => {
    const poor = having(owning(trapped(2), 0, [1]), 0, { money: 25 });
    const asked = slipOut(poor, 'roll', 4, 6);
    expect(promptOf(asked)).toMatchObject({ phase: 'funds', amount: 50, creditor: null });
    expect(asked.players[0]).toMatchObject({ inLobsterPot: true, position: 10 });
    const out = play(asked, 0, { type: 'mortgage', squareIndex: 1 });
    expect(out.players[0]).toMatchObject({ inLobsterPot: false, position: 20, money: 5 });
    expect(typesOf(out)).toEqual(['mortgaged', 'tax_paid', 'lobster_pot_out', 'player_moved']);
  });

  it('bankrupts who cannot raise the fee', () => {
    const gone = slipOut(having(trapped(2, 3), 0, { money: 25 }), 'roll', 4, 6);
    expect(typesOf(gone)).toEqual(['dice_rolled', 'bankrupt', 'turn_end', 'turn_start']);
    expect(gone.current).toBe(1);
  });

  it('does not stop its guest from collecting rent', () => {
    const state = owning(having(newGame(), 1, { position: 10, inLobsterPot: true }), 1, [6]);
    expect(moneyOf(roll(state, 2, 4))).toEqual([1494, 1506]);
  });
});

describe('the turn limit', () => {
  it('ends the game after so many turns of all seats together', () => {
    let state = newGame(2, 3);
    for (let turn = 0; turn < 3; turn++) {
      expect(clawpoly.status(state).kind).toBe('turn');
      state = end(inPhase(state, 'build'));
    }
    expect(clawpoly.status(state)).toMatchObject({ kind: 'over', reason: 'turn_limit' });
    expect(typesOf(state)).toEqual(['turn_end', 'finished']);
    expect(state.turnNumber).toBe(3);
  });
});
