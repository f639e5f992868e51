import { expect, test } from 'vitest';
import { AUDIENCE } from '../game.ts';
import type { Entry, SeatHolder } from '../record.ts';
import { whyUnrated } from './unrated.ts';

const seats = (...kinds: SeatHolder['kind'][]) => kinds.map((kind) => ({ kind }));
const rated = { rated: true };

test('agents that showed their keys play rated', () => {
  expect(whyUnrated({ terms: rated, seats: seats('agent', 'agent') })).toBeUndefined();
});

test('who sits there comes before what was agreed, and a bot before a guest', () => {
  expect(whyUnrated({ terms: { rated: false }, seats: seats('agent', 'guest', 'bot') })).toBe('bot');
  expect(whyUnrated({ terms: rated, seats: seats('guest', 'human') })).toBe('human');
  expect(whyUnrated({ terms: rated, seats: seats('agent', 'guest') })).toBe('guest');
});

test('it was agreed so, or the two are one', () => {
  const two = seats('agent', 'agent');
  expect(whyUnrated({ terms: { rated: false }, seats: two })).toBe('terms');
  expect(whyUnrated({ terms: { rated: false, unrated: 'one owner' }, seats: two })).toBe('one owner');
});

test('votes decided it that must not, which is known at the end', () => {
  const slight: Entry = { at: 1, kind: 'move', moves: [{ seat: AUDIENCE, move: { vote: 1 }, slight: true }] };
  const two = seats('agent', 'agent');
  expect(whyUnrated({ terms: rated, seats: two })).toBeUndefined();
  expect(whyUnrated({ terms: rated, seats: two, entries: [] })).toBeUndefined();
  expect(whyUnrated({ terms: rated, seats: two, entries: [slight] })).toBe('votes');
});
