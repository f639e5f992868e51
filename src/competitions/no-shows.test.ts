import { expect, test } from 'vitest';
import type { Competition, Entrant } from './competition.ts';
import { begin } from './log.ts';
import { noShowWords } from './no-shows.ts';
import { UNTOUCHED } from './state.ts';

const cup = { name: 'Cup', rules: { entry: {}, start: null, noShow: 60_000, between: 0 } } as unknown as Competition;
const entrant = (agent: string, withdrew = false): Entrant => ({
  agent,
  name: agent.toUpperCase(),
  seed: 1,
  lot: 1,
  withdrew,
});
const pairing = (...agents: string[]) => ({ ...UNTOUCHED, id: 'R1M1', round: 1, agents });
const decided = { ranks: [1, 2], reason: 'no-show' };

test('who did not come hears why it lost, and that it is withdrawn; the other hears that it has won', () => {
  const state = { ...begin(), entrants: [entrant('ann'), entrant('bob', true)] };
  expect(noShowWords(cup, state, { ...pairing('ann', 'bob'), outcome: decided }, ['bob'])).toEqual([
    ['ann', 'Cup, R1M1: BOB did not come. You win the pairing.'],
    ['bob', 'Cup, R1M1: you did not come within 60 seconds and lose the pairing. After 3 in a row you are withdrawn.'],
  ]);
});

test('where enough are left, the others hear that they play without who did not come', () => {
  const state = { ...begin(), entrants: ['ann', 'bob', 'eve'].map((agent) => entrant(agent)) };
  expect(noShowWords(cup, state, pairing('ann', 'bob', 'eve'), ['eve'])[0]).toEqual([
    'ann',
    'Cup, R1M1: EVE did not come. It is played without.',
  ]);
});
