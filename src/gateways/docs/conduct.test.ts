import { expect, test } from 'vitest';
import { homeOf } from '../../../test/arena.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { conductWords } from './conduct.ts';

test('the time for a vote is named where there are votes', () => {
  const { terms } = homeOf(ticTacToe, { clock: { each: 60_000, vote: 30_000 } });
  expect(conductWords(terms, true)[0]).toBe('A decision has 60 s, 30 s in the phase `vote`.');
  expect(conductWords(terms, false)[0]).toBe('A decision has 60 s.');
});
