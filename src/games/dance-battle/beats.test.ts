import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dance, out, places, scene, scores, tripsOf } from './fixture.ts';
import { ACTIONS } from './move.ts';

describe('a move beat', () => {
  it.each<[name: string, at: string, plans: string[], ends: string, trips: (string | null)[]]>([
    ['lets everyone walk at once', '5,5 9,9', ['u', 'r'], '5,4 10,9', [null, null]],
    ['goes up to smaller y and right to larger x', '5,5 9,9', ['d', 'l'], '5,6 8,9', [null, null]],
    ['stuns who walks off the floor', '0,0 9,9', ['u', '.'], '0,0 9,9', ['edge', null]],
    ['stuns two who want the same tile', '5,5 7,5', ['r', 'l'], '5,5 7,5', ['collision', 'collision']],
    ['stuns two who change places', '5,5 6,5', ['r', 'l'], '5,5 6,5', ['swap', 'swap']],
    ['stuns only the walker into one who stands', '5,5 6,5', ['r', '.'], '5,5 6,5', ['blocked', null]],
    ['lets one follow another', '5,5 6,5', ['r', 'r'], '6,5 7,5', [null, null]],
    ['stuns who walks into one who tripped', '0,5 1,5', ['l', 'l'], '0,5 1,5', ['edge', 'blocked']],
    [
      'stuns all three who want one tile',
      '5,5 7,5 6,4',
      ['r', 'l', 'd'],
      '5,5 7,5 6,4',
      ['collision', 'collision', 'collision'],
    ],
    [
      'stuns two walkers but not whom they run into',
      '5,5 7,5 6,5',
      ['r', 'l', '.'],
      '5,5 7,5 6,5',
      ['collision', 'collision', null],
    ],
    [
      'trips a whole row when its head trips',
      '0,5 1,5 2,5',
      ['l', 'l', 'l'],
      '0,5 1,5 2,5',
      ['edge', 'blocked', 'blocked'],
    ],
    [
      'lets four go round in a ring',
      '5,5 6,5 6,6 5,6',
      ['r', 'd', 'l', 'u'],
      '6,5 6,6 5,6 5,5',
      [null, null, null, null],
    ],
  ])('%s', (_name, at, plans, ends, trips) => {
    const state = dance(scene(at), plans);
    expect(places(state, trips.length)).toBe(ends);
    expect(tripsOf(state).slice(0, trips.length)).toEqual(trips);
  });

  it('stuns who walks into a wall', () => {
    const state = dance(scene('5,5 9,9', {}, [{ x: 6, y: 5 }]), ['r', '.']);
    expect(places(state, 1)).toBe('5,5');
    expect(tripsOf(state)[0]).toBe('wall');
  });

  it('keeps the stunned where they are for the rest of the round', () => {
    const state = dance(scene('0,0 9,9'), ['ud S', 'rr S']);
    expect(places(state, 2)).toBe('0,0 11,9');
    expect(state.events[1]).toMatchObject({ steps: [{ seat: 0, direction: 'hold', stunned: true }, {}, {}, {}] });
    expect(state.events[1]).not.toHaveProperty('steps.0.trip');
  });

  it('lets the stunned dance again in the next round', () => {
    const state = dance(scene('0,0 9,9'), ['u', '.']);
    expect(state.dancers.some(({ stunned }) => stunned)).toBe(false);
    expect(places(dance(state, ['d', '.']), 1)).toBe('0,1');
  });

  it('takes no notice of the eliminated, who have left the floor', () => {
    const apart = scene('5,5 6,5 12,12');
    const state = { ...apart, dancers: apart.dancers.with(1, { ...apart.dancers[1]!, eliminatedRound: 1 }), round: 2 };
    const after = dance(state, ['r P', '', '. S']);
    expect(places(after, 1)).toBe('6,5');
    expect(out(after)).toEqual([1]);
    expect(scores(after)).toEqual([0, 0, 0, 0]);
  });

  it('never puts two on one tile, on a wall or off the floor', () => {
    const letter = fc.constantFrom('u', 'd', 'l', 'r', '.');
    const plan = fc.tuple(letter, letter, letter).map((letters) => letters.join(''));
    const place = fc.tuple(fc.nat(4), fc.nat(4)).map(String);
    const four = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(four(place), four(plan), (at, plans) => {
        const walls = [{ x: 2, y: 2 }];
        fc.pre(new Set([...at, '2,2']).size === 5);
        const ends = places(dance(scene(at.join(' '), {}, walls), plans)).split(' ');
        expect(new Set([...ends, '2,2']).size).toBe(5);
        expect(ends.join(' ')).not.toContain('-');
      }),
    );
  });
});

describe('a stress beat', () => {
  const beside = '5,5 6,5';

  it.each([
    ['RS', 0],
    ['SP', 0],
    ['PR', 0],
    ['SR', 1],
    ['PS', 1],
    ['RP', 1],
  ])('with %s eliminates the loser and gives the winner a point', (poses, winner) => {
    const state = dance(scene(beside), [...poses]);
    expect(out(state)).toEqual([1 - winner]);
    expect(scores(state)[winner]).toBe(1);
    expect(state.events[0]).toMatchObject({ clashes: [{ seats: [0, 1], winner }], eliminated: [1 - winner] });
  });

  it.each(ACTIONS)('with %s against itself is a tie', (action) => {
    const letter = action[0]!.toUpperCase();
    const state = dance(scene(beside), [letter, letter]);
    expect(out(state)).toEqual([]);
    expect(scores(state)).toEqual([0, 0, 0, 0]);
    expect(state.events[0]).toMatchObject({ clashes: [{ winner: null }], eliminated: [] });
  });

  it.each([
    ['diagonally', '6,6'],
    ['two tiles apart', '7,5'],
  ])('means nothing to dancers %s', (_name, place) => {
    expect(out(dance(scene(`5,5 ${place}`), ['R', 'S']))).toEqual([]);
  });

  it('eliminates a stunned dancer beside an active one, for a point, whatever the poses', () => {
    const state = dance(scene(beside), ['. S', 'l R']);
    expect(out(state)).toEqual([1]);
    expect(scores(state)).toEqual([1, 0, 0, 0]);
    expect(state.events[1]).toMatchObject({ poses: [{ action: 'scissors' }, { action: null }, {}, {}] });
  });

  it('means nothing to two stunned dancers', () => {
    const state = dance(scene(beside), ['r S', 'l R']);
    expect(out(state)).toEqual([]);
    expect(state.events[1]).toMatchObject({ clashes: [] });
  });

  it('lets a dancer who loses one clash and wins another score and be out', () => {
    const state = dance(scene('5,5 6,5 7,5'), ['R', 'S', 'P']);
    expect(out(state)).toEqual([1, 2]);
    expect(scores(state)).toEqual([1, 1, 0, 0]);
  });

  it('gives a point to everyone who beats the same dancer', () => {
    const state = dance(scene('5,5 6,5 7,5'), ['R', 'S', 'R']);
    expect(out(state)).toEqual([1]);
    expect(scores(state)).toEqual([1, 0, 1, 0]);
  });

  it('gives a winner of two clashes two points', () => {
    const state = dance(scene('5,5 6,5 7,5'), ['S', 'R', 'S']);
    expect(out(state)).toEqual([0, 2]);
    expect(scores(state)).toEqual([0, 2, 0, 0]);
  });

  it('in the middle of a round takes the loser off the floor for the beats that follow', () => {
    const state = dance(scene(beside), ['R r S', 'S . R']);
    expect(places(state, 1)).toBe('6,5');
    expect(out(state)).toEqual([1]);
  });
});
