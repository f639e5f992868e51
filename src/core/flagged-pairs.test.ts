import { expect, test } from 'vitest';
import { fakeClock } from '../../test/clock.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { FlaggedPairs, type Suspect } from './flagged-pairs.ts';

async function world() {
  const storage = await openSqlite(':memory:');
  const clock = fakeClock();
  const faults: unknown[] = [];
  const accounts = createAccounts({ storage, clock });
  const suspect = async (name: string): Promise<Suspect> => {
    const made = await accounts.register(name);
    if ('error' in made) throw new Error(made.error);
    return { agent: made.agent.id, name };
  };
  const open = () => new FlaggedPairs({ ...storage, clock, fault: (error) => faults.push(error) });
  return { storage, clock, faults, open, suspect };
}

test('a flagged pair is still listed after a restart, and counted on', async () => {
  const { clock, open, suspect, faults } = await world();
  const [one, other] = [await suspect('One'), await suspect('Other')];
  const before = open();
  before.add('ttt', [one, other], 'often');
  before.add('ttt', [other, one], 'often');
  await clock.pass(1000);
  const after = open();
  await clock.pass(1000);
  after.add('ttt', [one, other], 'often');
  after.add('c4', [one, other], 'one owner');
  expect(await after.list()).toMatchObject([
    { game: 'ttt', why: 'often', matches: 3, agents: [{ name: 'One' }, { name: 'Other' }] },
    { game: 'c4', why: 'one owner', matches: 1 },
  ]);
  expect(faults).toEqual([]);
});

test('two nodes that count the same pair lose none', async () => {
  const { open, suspect } = await world();
  const pair = [await suspect('One'), await suspect('Other')] as const;
  const nodes = [open(), open()];
  for (const node of nodes) for (let i = 0; i < 3; i++) node.add('ttt', pair, 'often');
  await Promise.all(nodes.map((node) => node.written()));
  expect(await nodes[0]!.list()).toMatchObject([{ matches: 6 }]);
});

test('only the latest thousand are kept', async () => {
  const { storage, clock, open } = await world();
  const flagged = open();
  for (let i = 0; i < 1200; i++) {
    flagged.add(
      'ttt',
      [
        { agent: `a${i}`, name: '' },
        { agent: `b${i}`, name: '' },
      ],
      'often',
    );
    await clock.pass(1);
  }
  const listed = await flagged.list();
  expect(listed).toHaveLength(1000);
  expect(listed[0]!.agents[0].agent).toBe('a1199');
  expect((await storage.documents.list('flagged-pair')).length).toBeLessThanOrEqual(1100);
});
