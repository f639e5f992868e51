import { expect } from 'vitest';
import { type Fixture, fixture, type TestAgent } from './fixture.ts';

const open: Fixture[] = [];

/** Taken into care: `closeAll` stops it. */
export function care(table: Fixture): Fixture {
  open.push(table);
  return table;
}

export const fresh = async (): Promise<Fixture> => care(await fixture());

/** After each test: nothing went wrong unseen. */
export function closeAll(): void {
  for (const { arena, faults } of open.splice(0)) {
    arena.stop();
    expect(faults).toEqual([]);
  }
}

export const frame = (agent: TestAgent, index = -1) => JSON.parse(agent.frames.at(index)!);
export const types = (agent: TestAgent) => agent.frames.map((text) => JSON.parse(text).type);
export const move = (token: unknown) => JSON.stringify({ type: 'move', move: token });

/** Alice and Bob, in a match. */
export async function pair(game = 'ttt') {
  const table = await fresh();
  const alice = table.connect('alice', game);
  const bob = table.connect('bob', game);
  await table.settle();
  return { table, alice, bob };
}
