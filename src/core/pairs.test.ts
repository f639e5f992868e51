import { expect, test } from 'vitest';
import { homeOf } from '../../test/arena.ts';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import { Pairs } from './pairs.ts';
import type { SeatHolder } from './record.ts';
import type { MatchSummary } from './storage.ts';

const ann: SeatHolder = { agent: 'ann', name: 'Ann', kind: 'agent', via: 'http' };
let serial = 0;
const bot = (name: string): SeatHolder => ({
  agent: `bot:ttt:${name}:${++serial}`,
  name: `House bot (${name})`,
  kind: 'bot',
  via: 'house',
});
const terms = { ...homeOf(ticTacToe).terms, practice: { rating: 1700, deviation: 30 } };

const pairs = (before: MatchSummary[] = []): Pairs =>
  new Pairs({
    rules: { samePair: 2, sameOwner: false },
    agents: { byId: async () => undefined },
    matches: { list: async () => before },
    addressOf: () => undefined,
    now: () => 0,
    flag: () => {
      throw new Error('practice flags nobody');
    },
  });

const weights = async (of: Pairs, bots: string[]) => {
  const found: (number | undefined)[] = [];
  for (const name of bots) found.push((await of.worth('ttt', [ann, bot(name)], terms)).weight);
  return found;
};

test('practice with one bot counts less and less, with another fully again', async () => {
  const met = await weights(pairs(), ['hard', 'hard', 'hard', 'hard', 'easy']);
  expect(met).toEqual([undefined, undefined, 2 / 3, 2 / 4, undefined]);
});

test('what was practised before the server started counts as well', async () => {
  const seats = [ann, bot('hard')];
  const earlier = { id: 'm', game: 'ttt', version: 1, seats, at: 0 };
  expect(await weights(pairs([earlier, earlier]), ['hard', 'easy'])).toEqual([2 / 3, undefined]);
});

test('practice that nobody agreed on is left alone', async () => {
  const { practice: _, ...plain } = terms;
  expect(await pairs().worth('ttt', [ann, bot('hard')], plain)).toBe(plain);
});
