import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { Over } from '../../core/game.ts';
import { dance, kindsOf, out, places, planOf, random, scene } from './fixture.ts';
import type { Move } from './move.ts';
import type { RefusalCode } from './rules.ts';
import { danceBattle } from './rules.ts';

describe('a round plan', () => {
  const state = scene('5,5 9,9');
  const usual = { ...state, rounds: state.rounds.map((round) => ({ ...round, beats: beatsOf('ud P') })) };
  const check = (move: Move, seat = 0) => danceBattle.check(usual, { seat, move });

  function beatsOf(letters: string) {
    return kindsOf(letters).map((kind, beatIndex) => ({ beatIndex, kind }));
  }

  it('has one command of the right kind for each beat, in any order', () => {
    expect(check(planOf('ud P'))).toBeUndefined();
    expect(check({ commands: planOf('ud P').commands.toReversed() })).toBeUndefined();
  });

  it.each<[string, Move, RefusalCode]>([
    ['too few commands', planOf('ud'), 'beat-count'],
    ['too many commands', planOf('ud PP'), 'beat-count'],
    ['a pose on a move beat', planOf('uPP'), 'beat-kind'],
    ['a step on a stress beat', planOf('udl'), 'beat-kind'],
    [
      'two commands for one beat',
      { commands: planOf('ud P').commands.map((each) => ({ ...each, beatIndex: 0 })) },
      'beat-missing',
    ],
    ['a motto of 101 characters', planOf('ud P', 'x'.repeat(101)), 'motto-too-long'],
  ])('with %s is refused, also from the eliminated', (_name, move, code) => {
    expect(check(move)?.code).toBe(code);
    expect(danceBattle.check(danceBattle.leave!(usual, [3], 'left')!, { seat: 3, move })?.code).toBe(code);
  });

  it('may have a motto of 100 characters, counted as people count them', () => {
    expect(check(planOf('ud P', '🕺'.repeat(100)))).toBeUndefined();
  });

  it.each([
    { commands: [{ beatIndex: 0, kind: 'move', direction: 'north' }] },
    { commands: [{ beatIndex: 0, kind: 'action', action: 'lizard' }] },
    { commands: [{ beatIndex: 0, kind: 'action', action: 'rock', motto: 7 }] },
    { commands: {} },
    {},
  ])('like %j does not fit the schema', (move) => {
    expect(Value.Check(danceBattle.move, move)).toBe(false);
  });

  it('fits the schema with every direction and pose', () => {
    for (const letters of ['udlr.', 'RPS']) expect(Value.Check(danceBattle.move, planOf(letters))).toBe(true);
  });

  it('sets the motto from the last pose that has one, for the stunned and the eliminated too', () => {
    const left = danceBattle.leave!(usual, [3], 'late')!;
    const withMotto = { commands: [...planOf('ud').commands, { ...planOf('ud P', 'Still here').commands[2]! }] };
    const after = danceBattle.play(
      left,
      [
        { seat: 0, move: planOf('ud P') },
        { seat: 1, move: withMotto },
        { seat: 2, move: planOf('ud P', '') },
        { seat: 3, move: withMotto },
      ],
      random,
    );
    expect(danceBattle.view(after, 'spectator').players.map(({ motto }) => motto)).toEqual([
      '',
      'Still here',
      '',
      'Still here',
    ]);
    expect(dance(after, ['.']).dancers[3]!.motto).toBe('Still here');
  });
});

describe('a dance battle', () => {
  it('asks all four at once and keeps their plans sealed', () => {
    expect(danceBattle.status(danceBattle.start({}, 4, random))).toEqual({
      kind: 'turn',
      number: 0,
      must: [0, 1, 2, 3],
      asks: [],
      sealed: true,
    });
  });

  it('asks the eliminated without waiting for them, anew in each round', () => {
    const state = dance(scene('5,5 6,5'), ['R', 'S']);
    expect(danceBattle.status(state)).toMatchObject({
      number: 1,
      must: [0, 2, 3],
      asks: [{ seat: 1, id: '2/1', phase: 'eliminated' }],
    });
    expect(danceBattle.status(dance(state, ['.']))).toMatchObject({ asks: [{ id: '3/1' }] });
  });

  it('ends with the last one standing', () => {
    let state = dance(scene('5,5 6,5'), ['R', 'S']);
    state = danceBattle.leave!(state, [2], 'late')!;
    expect(danceBattle.status(state)).toMatchObject({ number: 1, must: [0, 3] });
    state = danceBattle.leave!(state, [0], 'late')!;
    expect(danceBattle.status(state)).toEqual({
      kind: 'over',
      ranks: [2, 4, 3, 1],
      scores: [1, 0, 0, 0],
      reason: 'last_standing',
    } satisfies Over);
    expect(danceBattle.view(state, 0)).toMatchObject({
      status: 'completed',
      round: 2,
      matchResult: {
        rankings: [
          { seat: 3, score: 0, eliminatedRound: null },
          { seat: 0, score: 1, eliminatedRound: 2 },
          { seat: 2, score: 0, eliminatedRound: 2 },
          { seat: 1, score: 0, eliminatedRound: 1 },
        ],
        winner: 3,
        reason: 'last_standing',
      },
    });
  });

  it('stops in the middle of a round when only one is left', () => {
    const two = danceBattle.leave!(scene('5,5 6,5'), [2, 3], 'left')!;
    const state = dance(two, ['R u S', 'S u R']);
    expect(state.events).toHaveLength(1);
    expect(places(state, 1)).toBe('5,5');
    expect(danceBattle.status(state)).toMatchObject({ kind: 'over', ranks: [1, 2, 2, 2], reason: 'last_standing' });
  });

  it('ranks those who were eliminated in the same round by score', () => {
    const state = dance(scene('5,5 6,5 6,6 5,6'), ['R', 'S', 'R', 'P']);
    expect(out(state)).toEqual([0, 1, 2]);
    expect(danceBattle.status(state)).toMatchObject({ kind: 'over', ranks: [2, 4, 2, 1], scores: [1, 0, 1, 2] });
    expect(danceBattle.view(state, 0).matchResult?.rankings.map(({ seat }) => seat)).toEqual([3, 0, 2, 1]);
  });

  it('ends after round 30 with the highest score of those on the floor', () => {
    const last = scene('5,5 6,5', { round: 30 });
    const state = dance(last, ['R', 'S']);
    expect(danceBattle.status(state)).toMatchObject({
      kind: 'over',
      ranks: [1, 4, 2, 2],
      scores: [1, 0, 0, 0],
      reason: 'round_limit',
    });
    expect(danceBattle.view(state, 'spectator')).toMatchObject({
      round: 30,
      matchResult: { winner: 0, reason: 'round_limit' },
    });
  });

  it('has no winner after round 30 when the best on the floor are equal', () => {
    const state = dance(scene('5,5 9,9', { round: 30 }), ['R', 'S']);
    expect(danceBattle.status(state)).toMatchObject({ ranks: [1, 1, 1, 1] });
    const { matchResult } = danceBattle.view(state, 'spectator');
    expect(matchResult).toMatchObject({ winner: null });
    expect(matchResult?.rankings.map(({ seat }) => seat)).toEqual([0, 1, 2, 3]);
  });

  it('puts an eliminated dancer behind those on the floor, whatever the score', () => {
    const state = scene('5,5 9,9', { round: 30 });
    const rich = { ...state.dancers[0]!, score: 9, eliminatedRound: 29 };
    expect(danceBattle.status(dance({ ...state, dancers: state.dancers.with(0, rich) }, ['R']))).toMatchObject({
      ranks: [4, 1, 1, 1],
    });
  });

  it('is a draw in order of seats when everyone still dancing leaves at once', () => {
    const scored = dance(scene('5,5 6,5'), ['R', 'S']);
    const state = danceBattle.leave!(scored, [0, 2, 3], 'late')!;
    expect(danceBattle.status(state)).toMatchObject({ kind: 'over', ranks: [1, 4, 1, 1], reason: 'last_standing' });
    const { matchResult } = danceBattle.view(state, 'spectator');
    expect(matchResult?.winner).toBeNull();
    expect(matchResult?.rankings.map(({ seat }) => seat)).toEqual([0, 2, 3, 1]);
  });

  it('goes on unchanged when someone leaves who is out already', () => {
    const state = dance(scene('5,5 6,5'), ['R', 'S']);
    expect(danceBattle.leave!(state, [1], 'away')).toEqual(state);
  });

  it('plays for the late by standing still', () => {
    const start = danceBattle.start({}, 4, random);
    const move = danceBattle.fallback!(start, 2);
    expect(danceBattle.check(start, { seat: 2, move })).toBeUndefined();
    expect(move.commands.some((command) => command.kind === 'move' && command.direction !== 'hold')).toBe(false);
  });

  it('shows everyone the same: floor, beats, dancers and what happened in the last round', () => {
    const state = dance(scene('5,5 6,5'), ['. R', '. S']);
    const view = danceBattle.view(state, 0);
    expect(danceBattle.view(state, 'spectator')).toEqual(view);
    expect(Object.keys(view)).toEqual(['round', 'maxRounds', 'status', 'map', 'beatSequence', 'players', 'events']);
    expect(view).toMatchObject({ round: 2, maxRounds: 30, status: 'active', map: { width: 17, height: 17 } });
    expect(view.players[1]).toEqual({
      seat: 1,
      x: 6,
      y: 5,
      score: 0,
      stunned: false,
      eliminated: true,
      motto: '',
    });
    expect(view.events.map(({ round, kind }) => [round, kind])).toEqual([
      [1, 'move'],
      [1, 'stress'],
    ]);
    expect(danceBattle.scores!(state)).toEqual([1, 0, 0, 0]);
  });
});
