import { expect, test } from 'vitest';
import { testArena } from '../../../test/arena.ts';
import type { Sitter } from '../../core/arena.ts';
import { manifestOf } from '../../games/manifests.ts';
import { ArenaHall } from './arena-hall.ts';

const ticTacToe = await manifestOf('ttt')!.rules();
const sitter = (agent: string, via: string): Sitter => ({
  agent,
  name: agent,
  kind: 'agent',
  via,
  begin() {},
  dismiss() {},
});

/** A process of an agent that goes on running. */
const running = { ended: new Promise<string>(() => {}) };

test('who was set down changes over to the table that an agent chose, and keeps the first seat', async () => {
  const { arena } = await testArena([ticTacToe]);
  const other = await arena.lobby.open({ game: 'ttt' });
  const hall = new ArenaHall(arena, 'ttt');
  await hall.sit(sitter('ours', 'duel'));
  const elsewhere = await arena.lobby.open({ game: 'ttt' });
  const found = hall.newcomer(['ours'], running, 'nobody');
  await arena.lobby.sit(elsewhere.id, sitter('theirs', 'agon'));
  expect(await found).toEqual({ agent: 'theirs' });
  await hall.gather('theirs');
  const begun = await hall.match(['ours', 'theirs'], [running]);
  expect('header' in begun && begun.header.seats.map(({ agent }) => agent)).toEqual(['ours', 'theirs']);
  expect((await arena.lobby.table(other.id))?.sitters).toEqual([]);
  await hall.close();
});

test('an agent that ends before the match begins is missed, not waited for', async () => {
  const { arena } = await testArena([ticTacToe]);
  const hall = new ArenaHall(arena, 'ttt');
  await hall.sit(sitter('ours', 'duel'));
  const ended = { ended: Promise.resolve('It ended with exit code 0.') };
  expect(await hall.match(['ours', 'theirs'], [undefined, ended])).toEqual({
    seat: 1,
    missing: 'It ended with exit code 0.',
  });
  await hall.close();
});
