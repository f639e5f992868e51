import { describe, expect, it } from 'vitest';
import type { Random, Seat } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import { clawpolyBots } from './bots.ts';
import type { Move } from './moves.ts';
import { having, inPhase, newGame, owning, play, roll } from './rules.scene.ts';
import { clawpoly } from './rules.ts';
import type { State } from './state.ts';
import { withSquare } from './state.ts';

const botNamed = (name: string) => clawpolyBots.find((bot) => bot.name === name)!;
const bold: Random = { int: () => 1, pick: (list) => list[0]!, shuffle: (list) => [...list] };
const seeded = (game: number, step: number) => stepRandom(game.toString(16).padStart(64, '0'), step);

function ask(name: string, state: State, seat: Seat = state.current, random: Random = bold): Move {
  const turn = clawpoly.status(state);
  if (turn.kind !== 'turn') throw new Error('the game is over');
  return botNamed(name).play(clawpoly.view(state, seat), turn, seat, random);
}

/** Plays a whole game between the bots at these seats; offers are answered at once. */
function finish(game: number, names: string[]): State {
  let state = clawpoly.start({}, names.length, seeded(game, 0));
  for (let step = 1; state.outcome === null; step++) {
    const turn = clawpoly.status(state);
    if (turn.kind !== 'turn') break;
    const seat = turn.asks?.[0]?.seat ?? turn.must[0]!;
    const move = ask(names[seat]!, state, seat, seeded(game, 10_000 + step));
    expect(clawpoly.check(state, { seat, move })).toBeUndefined();
    state = clawpoly.play(state, [{ seat, move }], seeded(game, step));
  }
  return state;
}

describe('every bot', () => {
  it.each(['Cautious', 'Builder', 'Trader'])('%s buys what it can afford and keeps a reserve', (name) => {
    const offered = roll(newGame(), 2, 4);
    expect(ask(name, offered)).toEqual({ type: 'buy', squareIndex: 6 });
    expect(ask(name, having(offered, 0, { money: 150 }))).toEqual({ type: 'pass' });
  });

  it.each(['Cautious', 'Builder', 'Trader'])('%s spends its reserve on the last square of a group', (name) => {
    const offered = roll(owning(newGame(), 0, [8, 9]), 2, 4);
    expect(ask(name, having(offered, 0, { money: 110 }))).toEqual({ type: 'buy', squareIndex: 6 });
  });

  it.each(['Cautious', 'Builder', 'Trader'])('%s builds evenly to three outposts', (name) => {
    let state = having(inPhase(owning(newGame(), 0, [6, 8, 9]), 'build'), 0, { money: 1450 });
    for (let move = ask(name, state); move.type === 'build'; move = ask(name, state)) state = play(state, 0, move);
    expect([6, 8, 9].map((index) => state.squares[index]!.outposts)).toEqual([3, 3, 3]);
  });

  it.each(['Cautious', 'Builder', 'Trader'])('%s raises funds from loose squares first', (name) => {
    const state = owning(owning(owning(newGame(), 1, [39]), 0, [6, 8, 9], { outposts: 1 }), 0, [5, 12]);
    const asked = roll(having(state, 0, { money: 0, position: 32 }), 3, 4);
    expect(ask(name, asked)).toEqual({ type: 'mortgage', squareIndex: 12 });
  });

  it.each(['Cautious', 'Builder', 'Trader'])('%s rejects a robbery and accepts a gift', (name) => {
    const nothing = { properties: [], money: 0, escapeCards: 0 };
    const state = owning(newGame(), 1, [6]);
    const robbed = play(state, 0, {
      type: 'trade_offer',
      to: 1,
      giving: nothing,
      requesting: { ...nothing, properties: [6] },
    });
    expect(ask(name, robbed, 1)).toMatchObject({ accept: false });
    const given = play(state, 0, {
      type: 'trade_offer',
      to: 1,
      giving: { ...nothing, money: 50 },
      requesting: nothing,
    });
    expect(ask(name, given, 1)).toMatchObject({ accept: true });
  });

  it('answers an offer that has become impossible with a rejection', () => {
    const nothing = { properties: [], money: 0, escapeCards: 0 };
    const gift = { ...nothing, money: 50 };
    const offered = play(newGame(), 0, { type: 'trade_offer', to: 1, giving: gift, requesting: nothing });
    expect(ask('Trader', having(offered, 0, { money: 10 }), 1)).toMatchObject({ accept: false });
  });
});

describe('the bots’ own ways', () => {
  const oneMissing = owning(owning(newGame(), 0, [6, 8, 5]), 1, [9, 15, 25, 35]);

  it('Cautious never offers, Builder offers money, Trader also squares', () => {
    expect(ask('Cautious', oneMissing)).toEqual({ type: 'roll_dice' });
    expect(ask('Builder', oneMissing)).toMatchObject({ type: 'trade_offer', to: 1, requesting: { properties: [9] } });
    expect(ask('Builder', oneMissing)).toMatchObject({ giving: { properties: [] } });
    expect(ask('Trader', oneMissing)).toMatchObject({ type: 'trade_offer', giving: { properties: [5] } });
  });

  it('offers what the others accept, and completes the group with it', () => {
    for (const [name, partner] of [
      ['Builder', 'Cautious'],
      ['Trader', 'Builder'],
      ['Trader', 'Trader'],
    ] as const) {
      const offered = play(oneMissing, 0, ask(name, oneMissing));
      const reply = ask(partner, offered, 1);
      expect(reply).toMatchObject({ type: 'trade_respond', accept: true });
      const { squares } = play(offered, 1, reply);
      expect([6, 8, 9].map((index) => squares[index]!.owner)).toEqual([0, 0, 0]);
    }
  });

  it('Trader borrows on loose squares to build up a whole group', () => {
    const state = inPhase(having(owning(newGame(), 0, [6, 8, 9, 5]), 0, { money: 250 }), 'build');
    expect(ask('Trader', state)).toEqual({ type: 'mortgage', squareIndex: 5 });
    expect(ask('Builder', state)).toEqual({ type: 'end_turn' });
  });

  it('Builder raises towers when rich, Cautious does not', () => {
    const group = owning(newGame(), 0, [6, 8, 9], { outposts: 3 });
    const rich = inPhase(having(group, 0, { money: 5000 }), 'build');
    expect(ask('Builder', rich)).toMatchObject({ type: 'build' });
    expect(ask('Cautious', rich)).toEqual({ type: 'end_turn' });
    const full = [6, 8, 9].reduce((next, index) => withSquare(next, index, { outposts: 4 }), rich);
    expect(ask('Builder', full)).toMatchObject({ type: 'build', building: 'fortress' });
  });

  it('takes back mortgages when rich', () => {
    const state = inPhase(having(owning(newGame(), 0, [6], { mortgaged: true }), 0, { money: 3000 }), 'build');
    expect(ask('Builder', state)).toEqual({ type: 'unmortgage', squareIndex: 6 });
  });

  it('leaves the pot while much is for sale, and stays in later', () => {
    const pot = inPhase(having(newGame(), 0, { inLobsterPot: true, position: 10 }), 'pot');
    expect(ask('Builder', pot)).toEqual({ type: 'escape_pay' });
    expect(ask('Builder', having(pot, 0, { escapeCards: ['tide_card'] }))).toEqual({ type: 'escape_card' });
    const sold = owning(pot, 1, [1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24, 26, 27, 29, 31, 32, 34, 37, 39]);
    expect(ask('Builder', sold)).toEqual({ type: 'escape_roll' });
  });

  it('over many games the better ones win more', () => {
    const wins = { Cautious: 0, Builder: 0, Trader: 0 };
    const names = Object.keys(wins) as (keyof typeof wins)[];
    for (let game = 0; game < 60; game++) {
      const seats = [0, 1, 2, 3, 4, 5].map((seat) => names[(seat + game) % 3]!);
      const over = clawpoly.status(finish(game, seats));
      if (over.kind === 'over') wins[seats[over.ranks.indexOf(1)]!]++;
    }
    expect(wins.Trader).toBeGreaterThan(wins.Cautious);
    expect(wins.Builder).toBeGreaterThan(wins.Cautious);
  });
});
