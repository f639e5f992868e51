import { expect, it } from 'vitest';
import { openDesk } from '../../../../test/chain/desk.ts';
import { agentAccount, HOUSE_CUT, HOUSE_LOSS, moving, payout } from '../../../core/money.ts';
import type { StakeLimits } from '../../../core/purse-desk.ts';
import { freshAddress, UNIT, withChain } from '../../../purse/fixture.ts';
import { fixture, type Seats, type TestAgent } from '../fixture.ts';

const MATE = ['f3', 'e5', 'g4', 'Qh4#'];

it('for USDC is refused where no chain is set', async () => {
  const hall = await fixture();
  const { first, match } = await hall.match('chess');
  await first.does('propose_wager', { match_id: match, amount: '1', currency: 'USDC' });
  expect(first.last('error')).toMatchObject({ code: 'VALIDATION_FAILED', message: 'USDC is not played for here.' });
});

withChain('a wager for USDC', (chain) => {
  /** Two agents with fifty each, in a match. */
  async function rich(room = 'chess', limits: Partial<StakeLimits> = {}, payers = [1, 2]) {
    const { money, desk } = await openDesk(chain(), limits);
    const hall = await fixture('17', { storage: money.storage, purse: desk });
    const seats = await hall.match(room);
    const agents = [seats.first, seats.second];
    for (const [i, { id }] of agents.entries()) {
      await chain().pay(payers[i]!, (await desk.address(agentAccount(id)))!, 50n * UNIT);
    }
    await money.deepen();
    const balances = () => Promise.all(agents.map(({ id }) => money.balance(agentAccount(id))));
    return { money, desk, hall, balances, ...seats };
  }

  const propose = (agent: TestAgent, match: string, amount: number | string) =>
    agent.does('propose_wager', { match_id: match, amount, currency: 'USDC' });

  const accepted = async ({ first, second, match }: Seats, amount: number | string) => {
    await propose(first, match, amount);
    await second.does('accept_wager', { match_id: match });
    expect(second.last('wager_accepted')).toBeDefined();
  };

  it.each([
    [0, [40n, 60n]],
    [500, [40n, 59n]],
  ])('goes to the winner with the result, less a part of %i ten-thousandths', async (wagers, [loser, winner]) => {
    const table = await rich('chess', { cut: { rooms: 0, wagers } });
    const { first, second, match, hall, money, balances } = table;
    const fields = { match_id: match, amount: '10', currency: 'USDC', proposer_name: first.name };
    await propose(first, match, '10.000000');
    expect(second.last('wager_proposed')).toEqual({ event: 'wager_proposed', ...fields });
    await second.does('accept_wager', { match_id: match });
    expect(first.last('wager_accepted')).toEqual({ event: 'wager_accepted', ...fields });
    expect(await balances()).toEqual([40n * UNIT, 40n * UNIT]);
    expect(await money.balance(`stakes:${match}`)).toBe(20n * UNIT);
    await hall.play(table, ...MATE);
    expect(second.last('wager_result')).toEqual({
      event: 'wager_result',
      ...fields,
      winner_id: second.id,
      result: 'won',
    });
    expect(first.last('wager_result')).toMatchObject({ result: 'lost' });
    expect(await balances()).toEqual([loser! * UNIT, winner! * UNIT]);
    expect(await money.balance(HOUSE_CUT)).toBe((60n - winner!) * UNIT);
    await money.expectSound();
    expect(hall.faults).toEqual([]);
  });

  it('is given back on a draw, also after a restart', async () => {
    const table = await rich('go');
    await accepted(table, 2.5);
    const later = await table.hall.restart();
    const again = [table.first, table.second].map(({ name }) => later.connect(name));
    for (const agent of again) await agent.does('enter_room', { room: 'go' });
    expect(await table.balances()).toEqual([47_500_000n, 47_500_000n]);
    for (const agent of again) agent.session.close();
    await later.clock.pass(60_000);
    expect(await table.balances()).toEqual([50n * UNIT, 50n * UNIT]);
    await table.money.expectSound();
  });

  it('is given back when the match is void', async () => {
    const table = await rich();
    await accepted(table, '7');
    const match = table.hall.arena.match(table.match)!;
    await new Promise<void>((done) => match.end(undefined, 'stopped by the host', 'host', () => done()));
    expect(await table.balances()).toEqual([50n * UNIT, 50n * UNIT]);
    expect(await table.money.balance(`stakes:${table.match}`)).toBe(0n);
    await table.money.expectSound();
  });

  it('goes back when the match is declared void later, from the winner as far as it has it, else from the house', async () => {
    const kept = await rich('chess', { cut: { rooms: 0, wagers: 500 } });
    await accepted(kept, '10');
    await kept.hall.play(kept, ...MATE);
    expect(await kept.hall.arena.undo(kept.match, 'host')).toBe(true);
    expect(await kept.balances()).toEqual([50n * UNIT, 50n * UNIT]);
    expect(await kept.money.balance(HOUSE_CUT)).toBe(0n);
    expect(await kept.money.balance(HOUSE_LOSS)).toBe(0n);
    await kept.money.expectSound();

    const spent = await rich();
    await accepted(spent, '10');
    await spent.hall.play(spent, ...MATE);
    const account = agentAccount(spent.second.id);
    const to = freshAddress();
    const all = { id: 'all', account, to, asset: 'USDC', amount: 57n * UNIT, reason: 'withdrawal', at: 0 } as const;
    await spent.desk.move(payout(all));
    expect(await spent.hall.arena.undo(spent.match, 'host')).toBe(true);
    expect(await spent.balances()).toEqual([50n * UNIT, 0n]);
    expect(await spent.money.balance(HOUSE_LOSS)).toBe(-7n * UNIT);
    await spent.money.expectSound();
  });

  it('is refused in words when it will not do', async () => {
    const { first, match, hall } = await rich('chess', {
      each: { USDC: 60n * UNIT, native: 0n },
      day: { USDC: 40n * UNIT, native: 0n },
    });
    const refused = async (amount: number | string, words: string) => {
      await propose(first, match, amount);
      expect(first.last('error')).toMatchObject({ code: 'VALIDATION_FAILED', message: expect.stringContaining(words) });
    };
    await refused('0.0000001', 'six places');
    await refused('ten', 'six places');
    await refused('61', 'at most 60');
    await refused('51', `${first.name} does not have 51 USDC`);
    await refused('41', 'at most 40 USDC within a day');
    expect(hall.faults).toEqual([]);
  });

  it('is refused when the other side cannot pay, and stays open', async () => {
    const { first, second, match, money, desk } = await rich();
    await propose(first, match, '30');
    const gone = moving('gone', 'spent', 'USDC', { [agentAccount(second.id)]: -30n * UNIT, [HOUSE_CUT]: 30n * UNIT });
    await desk.move({ postings: [gone] });
    await second.does('accept_wager', { match_id: match });
    expect(second.last('error')).toMatchObject({ message: `${second.name} does not have 30 USDC.` });
    await first.does('cancel_wager', { match_id: match });
    expect(first.last('wager_cancelled')).toMatchObject({ amount: '30', currency: 'USDC' });
    await money.expectSound();
  });

  it('is not made among the agents of one owner, of the over-rich, nor at other games', async () => {
    const same = await rich('chess', {}, [1, 1]);
    await propose(same.first, same.match, '1');
    expect(same.first.last('error')!.message).toContain('same address');
    const over = await rich('chess', { account: 49n * UNIT });
    await propose(over.first, over.match, '1');
    expect(over.first.last('error')!.message).toContain('may only take it out');
    const debate = await rich('debate');
    await propose(debate.first, debate.match, '1');
    expect(debate.first.last('error')!.message).toBe('USDC is not played for in this match.');
  });
});
