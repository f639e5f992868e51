import { afterEach, expect, test } from 'vitest';
import { homeOf, testArena } from '../../test/arena.ts';
import type { SeatHolder } from '../core/record.ts';
import { connectFour } from '../games/connect-four/rules.ts';
import { loadGames } from '../games/load.ts';
import { manifests } from '../games/manifests.ts';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import { House } from './house.ts';

const { bots } = await loadGames(manifests);
const houses: House[] = [];
afterEach(async () => {
  for (const house of houses.splice(0)) await house.close();
});

async function open(exhibitions: number) {
  const games = [ticTacToe, connectFour];
  const home = await testArena(games, { homes: Object.fromEntries(games.map((game) => [game.id, homeOf(game)])) });
  const faults: unknown[] = [];
  const fault = (error: unknown) => faults.push(error);
  const house = new House({
    arena: home.arena,
    clock: home.clock,
    bots,
    patience: undefined,
    exhibitions: shows(exhibitions),
    fault,
  });
  houses.push(house);
  return { ...home, house, faults };
}

const shows = (most: number) => ({ most, games: ['ttt', 'c4'] });

const agents: SeatHolder[] = ['ann', 'bob'].map((name) => ({ agent: name, name, kind: 'agent', via: 'test' }));

test('whoever looks while nothing is on sees bots play, of different games, unrated', async () => {
  const { arena, house, faults } = await open(2);
  await Promise.all([house.exhibit(), house.exhibit()]);
  const live = await arena.live();
  expect(live).toHaveLength(2);
  expect(live.map(({ game }) => game).sort()).toEqual(['c4', 'ttt']);
  expect(live.flatMap(({ seats }) => seats).every(({ kind }) => kind === 'bot')).toBe(true);
  expect(live.every(({ terms }) => terms.rated === false)).toBe(true);
  house.exhibit();
  await expect.poll(() => arena.live()).toHaveLength(2);
  expect(faults).toEqual([]);
});

test('bots leave the stage to others, and play on what they began', async () => {
  const { arena, local, house } = await open(2);
  await local.begin({ game: 'ttt', seats: agents });
  house.exhibit();
  await expect.poll(async () => (await arena.live()).map(({ seats }) => seats[0]!.name)).toEqual(['ann']);
});

test('none are played where the host wants none', async () => {
  const { arena, house } = await open(0);
  house.exhibit();
  expect(await arena.live()).toEqual([]);
});

test('an exhibition is played slowly enough to be watched, also by who takes it up after a restart', async () => {
  const { arena, local, house, clock, storage } = await open(1);
  house.exhibit();
  await expect.poll(() => arena.live()).toHaveLength(1);
  const { id } = (await arena.live())[0]!;
  await clock.pass(1999);
  expect(local.match(id)!.position.step).toBe(0);
  await clock.pass(1);
  await expect.poll(() => local.match(id)!.position.step).toBe(1);
  local.stop();
  const next = await testArena([ticTacToe, connectFour], { storage, clock });
  await next.local.restore();
  const again = new House({
    arena: next.arena,
    clock,
    bots,
    patience: undefined,
    exhibitions: shows(1),
    fault: () => {},
  });
  houses.push(again);
  await again.start();
  await clock.pass(1999);
  expect(next.local.match(id)!.position.step).toBe(1);
  await clock.pass(1);
  await expect.poll(() => next.local.match(id)!.position.step).toBe(2);
});
