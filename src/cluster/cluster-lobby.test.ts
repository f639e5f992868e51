import { expect, test } from 'vitest';
import { testArena } from '../../test/arena.ts';
import type { Sitter } from '../core/arena.ts';
import { arenaOf } from '../core/arena-facade.ts';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import { ClusterLobby } from './cluster-lobby.ts';
import { busInMemory } from './fixture.ts';
import type { LobbyHost } from './lobby-host.ts';

const sitter = (agent: string, kind: Sitter['kind'] = 'agent'): Sitter => ({
  agent,
  name: agent,
  kind,
  via: 'test',
  begin: () => {},
  dismiss: () => {},
});

test('an account has no more than 64 seats on all nodes together; a bot of the house as many as it likes', async () => {
  const { local, faults } = await testArena([ticTacToe]);
  const lobby = new ClusterLobby({
    bus: busInMemory(),
    node: 'a',
    games: ['ttt'],
    host: { has: () => true } as unknown as LobbyHost,
    here: arenaOf(local).lobby,
    newId: () => 'x',
    whereabouts: { of: () => undefined, seen: () => {} },
    seats: async (agent) => (agent === 'ann' ? 63 : 64),
    handle: () => {
      throw new Error('nothing begins here');
    },
    fault: (error) => void faults.push(error),
  });
  expect(await lobby.queue('ttt', sitter('ann'))).toMatchObject({ table: { status: 'open' } });
  expect(await lobby.queue('ttt', sitter('ann'))).toEqual({ refused: 'busy' });
  const { id } = await lobby.open({ game: 'ttt' });
  expect(await lobby.sit(id, sitter('ann'))).toEqual({ refused: 'busy' });
  expect(await lobby.sit(id, sitter('bot', 'bot'))).toMatchObject({ table: { id } });
  expect(faults).toEqual([]);
});
