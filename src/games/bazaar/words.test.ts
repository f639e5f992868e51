import { expect, test } from 'vitest';
import { AUDIENCE } from '../../core/game.ts';
import { accept, make, offered, start, talkedOut } from './fixture.ts';
import { bazaar } from './rules.ts';
import { summary, told } from './words.ts';

const names = ['Ann', 'Bob'];

test('one vote and one deal are not told in the plural', () => {
  const voted = make(talkedOut(start()), AUDIENCE, { vote: 0 }, 'cy');
  expect(told(bazaar.view(voted, 'spectator'), names)).toEqual(['1 vote so far']);
  const dealt = make(offered(), 1, accept);
  expect(summary(bazaar.view(dealt, 'spectator'), names)).toContain('0 of 10 messages, 1 deal. ');
});
