import fc from 'fast-check';
import type { Seat, SeatMove, Turn } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import type { Action, Direction, Move } from './move.ts';
import { danceBattle } from './rules.ts';
import type { BeatKind, Dancer, State, Tile } from './state.ts';

const randomOf = (number: number) => stepRandom(number.toString(16).padStart(64, '0'), 0);
export const random = randomOf(1);
export const anyStart = fc.nat(1_000_000).map((number) => danceBattle.start({}, 4, randomOf(number)));

/** Moves are letters (u d l r, . to hold), poses R P S: "ur P" is up, right, paper. */
const DIRECTION: { [letter: string]: Direction } = { u: 'up', d: 'down', l: 'left', r: 'right', '.': 'hold' };
const ACTION: { [letter: string]: Action } = { R: 'rock', P: 'paper', S: 'scissors' };
export const planOf = (letters: string, motto?: string): Move => ({
  commands: [...letters.replaceAll(' ', '')].map((letter, beatIndex) =>
    DIRECTION[letter]
      ? { beatIndex, kind: 'move', direction: DIRECTION[letter] }
      : { beatIndex, kind: 'action', action: ACTION[letter]!, ...(motto !== undefined && { motto }) },
  ),
});
export const kindsOf = (letters: string): BeatKind[] =>
  [...letters.replaceAll(' ', '')].map((letter) => (DIRECTION[letter] ? 'move' : 'stress'));

const dancerAt = (place: string): Dancer => {
  const [x, y] = place.split(',').map(Number);
  return { x: x!, y: y!, score: 0, stunned: false, eliminatedRound: null, motto: '' };
};
const FAR = ['0,16', '16,16'];

/** Four dancers, given as "x,y x,y", on a floor with these walls, far ones in the lower corners where fewer are given. */
export function scene(at: string, change: Partial<State> = {}, walls: Tile[] = []): State {
  const start = danceBattle.start({}, 4, random);
  const near = at.split(' ');
  const all = [...near, ...FAR.slice(0, 4 - near.length)];
  return { ...start, floor: { ...start.floor, walls }, dancers: all.map(dancerAt), ...change };
}

/** Plays the round that the plans spell; the far ones hold and show rock. */
export function dance(state: State, plans: string[]): State {
  const kinds = kindsOf(plans[0]!);
  const beats = kinds.map((kind, beatIndex) => ({ beatIndex, kind }));
  const rounds = state.rounds.map((round) => (round.round === state.round ? { ...round, beats } : round));
  const waiting = kinds.map((kind) => (kind === 'move' ? '.' : 'R')).join('');
  const must = (danceBattle.status(state) as Turn).must;
  const moves = must.map((seat): SeatMove<Move> => ({ seat, move: planOf(plans[seat] ?? waiting) }));
  const [first, ...rest] = moves;
  const prepared = { ...state, rounds };
  for (const move of moves) {
    const refused = danceBattle.check(prepared, move);
    if (refused) throw new Error(refused.reason);
  }
  return danceBattle.play(prepared, [first!, ...rest], random);
}

/** Where the first few dancers are, as "x,y x,y". */
export const places = (state: State, first = 4): string =>
  state.dancers
    .slice(0, first)
    .map(({ x, y }) => `${x},${y}`)
    .join(' ');
export const tripsOf = (state: State, beatIndex = 0) => {
  const event = state.events.find((each) => each.beatIndex === beatIndex);
  if (event?.kind !== 'move') throw new Error('no move beat');
  return event.steps.map(({ trip }) => trip ?? null);
};
export const out = (state: State): Seat[] =>
  state.dancers.flatMap((each, seat) => (each.eliminatedRound ? [seat] : []));
export const scores = (state: State) => state.dancers.map(({ score }) => score);
