import { expect, test } from 'vitest';
import { homeOf, testArena } from '../../../test/arena.ts';
import type { Match } from '../../core/match.ts';
import type { SeatHolder } from '../../core/record.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { Featured } from './featured.ts';

const MINUTE = 60_000;
const agent = (name: string): SeatHolder => ({ agent: name, name, kind: 'agent', via: 'test' });
const bot = (name: string): SeatHolder => ({ agent: name, name, kind: 'bot', via: 'house' });

/** Ann and Bob have won a match each, and a win is worth 300 here. */
async function open() {
  const homes = { ttt: { ...homeOf(ticTacToe), rating: { start: 1500, k: 600 } } };
  const { arena, local, clock } = await testArena([ticTacToe], { homes });
  const begin = (...seats: SeatHolder[]): Promise<Match> => local.begin({ game: 'ttt', seats });
  const featured = new Featured(arena);
  const choose = async (shown?: string) => featured.choose(await arena.live(), shown, clock.now());
  for (const name of ['ann', 'bob']) {
    const match = await begin(agent(name), agent(`whom ${name} beat`));
    await new Promise<void>((resolve) => match.forfeit([1], 'left', undefined, () => resolve()));
  }
  return { arena, clock, begin, choose };
}

test('strong agents come before weak ones and these before bots, and what is shown stays unless clearly beaten', async () => {
  const { arena, begin, choose } = await open();
  expect(await arena.rating('ann', 'ttt')).toBe(1800);
  expect(await choose()).toBeUndefined();
  const bots = await begin(bot('one'), bot('two'));
  expect(await choose()).toBe(bots.id);
  const weak = await begin(agent('cy'), agent('di'));
  expect(await choose(bots.id)).toBe(weak.id);
  const other = await begin(agent('ed'), agent('flo'));
  expect(await choose(weak.id)).toBe(weak.id);
  expect(await choose(other.id)).toBe(other.id);
  const strong = await begin(agent('ann'), agent('bob'));
  expect(await choose(weak.id)).toBe(strong.id);
});

test('those who watch and a fresh start speak for a match', async () => {
  const { clock, begin, choose } = await open();
  const first = await begin(agent('cy'), agent('di'));
  await clock.pass(MINUTE / 10);
  const second = await begin(agent('ed'), agent('flo'));
  expect(await choose()).toBe(second.id);
  first.watch('spectator', () => {});
  expect(await choose()).toBe(first.id);
  for (let i = 0; i < 10; i++) second.watch('spectator', () => {});
  expect(await choose(first.id)).toBe(second.id);
});
