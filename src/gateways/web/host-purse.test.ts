import { Check } from 'typebox/value';
import { expect, it } from 'vitest';
import { openDesk } from '../../../test/chain/desk.ts';
import { agentAccount, HOUSE_CUT, payout } from '../../core/money.ts';
import { freshAddress, UNIT, withChain } from '../../purse/fixture.ts';
import { purseJson } from './host-purse.ts';
import { answers } from './json.ts';

withChain('what the host sees of the purse', (chain) => {
  it('is what accounts have and what is to be sent, and no word of the seed', async () => {
    const { money, desk } = await openDesk(chain());
    const account = agentAccount('ann');
    await chain().pay(1, (await desk.address(account))!, 5n * UNIT);
    await money.deepen();
    const to = freshAddress();
    const wish = { id: 'one', account, to, asset: 'USDC', amount: 2n * UNIT, reason: 'withdrawal', at: 0 } as const;
    await desk.move(payout(wish));
    const earned = { id: 'cut', reason: 'cut', lines: [{ account, asset: 'USDC' as const, amount: -UNIT }] };
    await desk.move({
      postings: [{ ...earned, lines: [...earned.lines, { account: HOUSE_CUT, asset: 'USDC', amount: UNIT }] }],
    });
    const purse = await purseJson(desk);
    expect(Check(answers['host/purse'], { purse })).toBe(true);
    expect(purse).toMatchObject({ chain: chain().id, address: money.till, paused: null, trouble: null });
    expect(purse.balances).toContainEqual({ account, asset: 'USDC', amount: '2' });
    expect(purse.balances[0]!.account).toMatch(/^house:/);
    expect(purse.sends).toMatchObject([{ id: 'one', kind: 'payout', to, amount: '2', state: 'wanted', why: null }]);
    const words = money.seed.split(' ');
    for (const [i, word] of words.slice(1).entries())
      expect(JSON.stringify(purse)).not.toContain(`${words[i]} ${word}`);
  });
});
