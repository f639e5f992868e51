import { afterEach, expect, test } from 'vitest';
import { homeOf, testArena } from '../../test/arena.ts';
import type { MatchHandle, Sitter } from '../core/arena.ts';
import type { Turn } from '../core/game.ts';
import type { Update } from '../core/update.ts';
import { clawpoly } from '../games/clawpoly/rules.ts';
import { connectFour } from '../games/connect-four/rules.ts';
import { danceBattle } from '../games/dance-battle/rules.ts';
import { loadGames } from '../games/load.ts';
import { manifests } from '../games/manifests.ts';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import { House } from './house.ts';

const { bots } = await loadGames(manifests);
const houses: House[] = [];
afterEach(async () => {
  for (const house of houses.splice(0)) await house.close();
});

async function open(patience: number | undefined) {
  const games = [ticTacToe, connectFour, danceBattle, clawpoly];
  const home = await testArena(games, { homes: Object.fromEntries(games.map((game) => [game.id, homeOf(game)])) });
  const faults: unknown[] = [];
  const house = new House({
    arena: home.arena,
    clock: home.clock,
    bots,
    patience,
    fault: (error) => faults.push(error),
  });
  houses.push(house);
  return { ...home, house, faults };
}

function agent(name: string) {
  const begun: MatchHandle[] = [];
  const updates: Update[] = [];
  const sitter: Sitter = {
    agent: name,
    name,
    kind: 'agent',
    via: 'test',
    begin(match, seat) {
      begun.push(match);
      match.watch(seat, (update) => updates.push(update));
    },
    dismiss: () => {},
  };
  return { sitter, begun, updates };
}

test('a lone agent gets a bot for company when it has waited long enough, not before', async () => {
  const { arena, clock } = await open(10_000);
  const lone = agent('lone');
  await arena.lobby.queue('ttt', lone.sitter);
  await clock.pass(9_999);
  expect(lone.begun).toHaveLength(0);
  await clock.pass(1);
  await expect.poll(() => lone.begun).toHaveLength(1);
  expect(lone.begun[0]!.header.seats[1]).toMatchObject({ kind: 'bot', name: expect.stringMatching(/bot/i) });
});

test('bots take all free seats of a larger table, under names of their own', async () => {
  const { arena, clock } = await open(1000);
  const lone = agent('lone');
  await arena.lobby.queue('dance-battle', lone.sitter);
  await clock.pass(1000);
  await expect.poll(() => lone.begun).toHaveLength(1);
  const { seats } = lone.begun[0]!.header;
  expect(seats.map(({ kind }) => kind)).toEqual(['agent', 'bot', 'bot', 'bot']);
  expect(new Set(seats.map(({ name }) => name.split(' ')[0])).size).toBe(4);
});

test('no bot comes to a reserved table, nor where the host wants none, nor after the agent left', async () => {
  const { arena, clock } = await open(1000);
  const room = await arena.lobby.open({ game: 'ttt', reserved: true });
  await arena.lobby.sit(room.id, agent('guest').sitter);
  const seated = await arena.lobby.queue('c4', agent('gone').sitter);
  if ('table' in seated) await arena.lobby.stand(seated.table.id, 'gone');
  await clock.pass(5000);
  expect((await arena.lobby.table(room.id))?.status).toBe('open');
  expect(await arena.live()).toHaveLength(0);
  const none = await open(undefined);
  await none.arena.lobby.queue('ttt', agent('lone').sitter);
  await none.clock.pass(1e6);
  expect(await none.arena.live()).toHaveLength(0);
});

test.each(['easy', 'medium', 'hard'])(
  'two %s bots play a whole match, slow thinkers in their own thread',
  async (name) => {
    const { local, house, faults } = await open(undefined);
    const match = await local.begin({ game: 'c4', seats: [house.holder('c4', name)!, house.holder('c4', name)!] });
    house.play(match);
    await expect.poll(() => match.outcome?.kind, { timeout: 30_000 }).toBe('over');
    expect(match.outcome).not.toHaveProperty('forfeit');
    expect(faults).toEqual([]);
  },
);

test('a bot plays at the pace of its match', async () => {
  const { local, arena, house, clock } = await open(undefined);
  const terms = { ...arena.home('clawpoly').terms, pace: 1000 };
  const seats = [house.holder('clawpoly')!, house.holder('clawpoly')!];
  const match = await local.begin({ game: 'clawpoly', terms, seats });
  house.play(match);
  const { events } = match.position.status as Turn;
  await clock.pass(1000 * events! - 1);
  expect(match.position.step).toBe(0);
  await clock.pass(1);
  expect(match.position.step).toBe(1);
  match.stop();
});

test('four dancers of the house play to the end, and the eliminated are asked once a round', async () => {
  const { local, house, faults } = await open(undefined);
  const seats = ['easy', 'medium', 'medium', 'hard'].map((name) => house.holder('dance-battle', name)!);
  const match = await local.begin({ game: 'dance-battle', seats });
  house.play(match);
  await expect.poll(() => match.outcome?.kind, { timeout: 30_000 }).toBe('over');
  expect(faults).toEqual([]);
});

test('after a restart the bots sit in their matches again', async () => {
  const { local, arena, house, storage, clock } = await open(undefined);
  const lone = agent('lone');
  const table = await arena.lobby.open({ game: 'ttt', size: 2 });
  await arena.lobby.sit(table.id, lone.sitter);
  await arena.lobby.sit(table.id, house.sitter('ttt', 'medium')!);
  await expect.poll(() => lone.begun).toHaveLength(1);
  local.stop();
  const next = await testArena([ticTacToe], { storage, clock });
  await next.local.restore();
  const again = new House({ arena: next.arena, clock, bots, patience: undefined, fault: () => {} });
  houses.push(again);
  await again.start();
  const match = next.local.match(lone.begun[0]!.id)!;
  match.watch(0, () => {});
  await new Promise<void>((resolve) => match.submit({ seat: 0, move: { cell: 4 } }, 0, () => resolve()));
  await expect.poll(() => match.position.step).toBe(2);
});

test('a bot that is not there is not to be had', async () => {
  const { house } = await open(undefined);
  expect(house.sitter('ttt', 'genius')).toBeUndefined();
  expect(house.sitter('no-game')).toBeUndefined();
  expect(house.names('ttt')).toEqual(['easy', 'medium', 'hard']);
});
