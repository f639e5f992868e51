import { expect, it } from 'vitest';
import { fixture } from '../../src/gateways/agentgames/fixture.ts';
import { TestTerminal } from '../../src/gateways/agentgames/hub/fixture-terminal.ts';
import { Hub } from '../../src/gateways/agentgames/hub/hub.ts';
import { nowOf } from '../../src/gateways/now.ts';

it('who leans on Enter in the hub opens one screen, which leaves nothing behind', async () => {
  const table = await fixture();
  const { arena, games } = table.parts;
  table.connect('alice', 'ttt');
  table.connect('bob', 'ttt');
  await table.settle();
  const [live] = await arena.live();
  const match = (await arena.running(live!.id))!;
  const practice = { names: () => [], sitter: () => undefined, isFull: () => false, began() {} };
  const hub = new Hub({ arena, clock: table.clock, practice, games }, new TestTerminal(), 'guest');
  const press = async (keys: string): Promise<void> => {
    hub.receive(Buffer.from(keys));
    await table.settle();
    await table.clock.pass(100);
  };
  await press('m');
  await press('\r'.repeat(500));
  expect((await nowOf(match)).watching).toBe(1);
  hub.close();
  expect((await nowOf(match)).watching).toBe(0);
  table.arena.stop();
});
