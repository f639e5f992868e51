import { afterEach, expect, it } from 'vitest';
import { HANG_UP, type Liar, SILENCE, startLiar } from '../../test/chain/liar.ts';

import { WrongChain } from './chain-contract.ts';
import { ANN, freshAddress, openPurse, UNIT, withChain } from './fixture.ts';

const TRUTH: Liar['lie'] = (_, truth) => truth();

withChain('a chain', (world) => {
  let liar: Liar | undefined;
  afterEach(() => liar?.close());

  /** A purse that knows of a payment and has not seen it deep enough, behind somebody who lies from now on. */
  async function between(lie: Liar['lie'], patience?: number) {
    liar = await startLiar(world().url);
    const opened = await openPurse(world(), { url: liar.url, ...(patience !== undefined && { patience }) });
    await opened.purse.round();
    await world().pay(1, await opened.purse.address(ANN), UNIT);
    await world().mine();
    await opened.purse.round();
    liar.lie = lie;
    return { ...opened, liar };
  }

  it('that is down is asked again later, and what happened meanwhile is booked then', async () => {
    const { purse, balance, troubles, deepen, liar } = await between(async () => HANG_UP);
    await expect(deepen()).rejects.toThrow('HTTP request failed.');
    expect(troubles).toHaveLength(1);
    await expect(purse.round()).rejects.toThrow('HTTP request failed.');
    liar.lie = TRUTH;
    await purse.round();
    expect(await balance(ANN)).toBe(UNIT);
    expect(troubles).toEqual([expect.stringContaining('HTTP request failed.'), undefined]);
  });

  it('whose address holds a key is not named when it is down', async () => {
    const { url } = world();
    const { purse } = await openPurse(world(), { url: `${url.replace(/\d+$/, '1')}/v3/SECRET-KEY` });
    const error = await purse.round().then(
      () => undefined,
      (reason) => reason as Error,
    );
    expect(error?.message).toContain('failed');
    expect(`${error?.stack} ${JSON.stringify(error)} ${error?.cause}`).not.toMatch(/SECRET-KEY|127\.0\.0\.1/);
  });

  it('that answers too slowly is given up for now', async () => {
    const { purse, chain, balance, deepen, liar } = await between(async () => SILENCE, 1500);
    await expect(deepen()).rejects.toThrow(/abort|time/i);
    // Which does not make it a wrong one.
    await expect(chain.verify()).rejects.not.toThrow(WrongChain);
    liar.lie = TRUTH;
    await purse.round();
    expect(await balance(ANN)).toBe(UNIT);
  });

  it('that says nothing holds nobody up who wants to stop', async () => {
    const { purse, liar, waits } = await between(async () => SILENCE, 3_600_000);
    const before = liar.asked();
    purse.start();
    await expect.poll(() => liar.asked()).toBeGreaterThan(before);
    await purse.stop();
    expect(waits).toEqual([]);
  });

  it('that stays down is asked less and less often, and as before when it is back', async () => {
    const { purse, clock, waits, liar, faults } = await between(async () => HANG_UP);
    purse.start();
    for (let rounds = 1; rounds <= 6; rounds++) {
      await expect.poll(() => waits.length).toBe(rounds);
      if (rounds === 6) liar.lie = TRUTH;
      await clock.pass(waits.at(-1)!);
    }
    await expect.poll(() => waits).toEqual([8000, 16_000, 32_000, 60_000, 60_000, 60_000, 4000]);
    expect(faults).toEqual([]);
  });

  it('that names a height it has no blocks for is not believed', async () => {
    const { purse, balance, deepen, liar } = await between(async ({ method, params }, truth) => {
      const told = (await truth()) as { number: string };
      return method === 'eth_getBlockByNumber' && params[0] === 'latest' ? { ...told, number: '0xffffff' } : told;
    });
    await expect(purse.round()).rejects.toThrow('no block 16777215');
    expect(await balance(ANN)).toBe(0n);
    liar.lie = TRUTH;
    await deepen();
    expect(await balance(ANN)).toBe(UNIT);
  });

  it('whose blocks do not follow each other is not believed', async () => {
    const { purse, balance } = await between(async ({ method }, truth) => {
      const told = (await truth()) as { hash: string };
      return method === 'eth_getBlockByNumber' ? { ...told, parentHash: told.hash } : told;
    });
    await expect(purse.round()).rejects.toThrow('do not follow each other');
    expect(await balance(ANN)).toBe(0n);
  });

  it('that falls behind what it said before is waited for', async () => {
    const behind = await world().client.getBlockNumber();
    const { purse, store, troubles, deepen, liar } = await between(TRUTH);
    await deepen();
    const before = await store.anchors();
    liar.lie = async (question, truth) => {
      if (question.method !== 'eth_getBlockByNumber') return truth();
      const asked = question.params[0] === 'latest' ? behind : BigInt(question.params[0] as string);
      question.params[0] = `0x${asked.toString(16)}`;
      return asked > behind ? null : truth();
    };
    await purse.round();
    expect(await store.anchors()).toEqual(before);
    expect(troubles.at(-1)).toMatch(/The chain is at block \d+, but was at \d+ before/);
    liar.lie = TRUTH;
    await deepen();
    expect(troubles.at(-1)).toBeUndefined();
  });

  it('that is another one than the settings name is not used', async () => {
    const { purse, chain, store } = await openPurse(world(), { id: 11155111 });
    await expect(purse.round()).rejects.toThrow('The chain that answers is 31337, not 11155111.');
    await expect(chain.verify()).rejects.toThrow('not 11155111');
    expect(await store.anchors()).toEqual([]);
  });

  it('that has no token of six decimals where the settings say is not used', async () => {
    const right = await openPurse(world());
    await right.chain.verify();
    const wrong = await openPurse({ ...world(), usdc: `0x${'12'.repeat(20)}` });
    await expect(wrong.chain.verify()).rejects.toThrow('no token of 6 decimals');
  });

  it('that asks for a tip beyond measure does not get it', async () => {
    const { chain } = await between(async ({ method }, truth) =>
      method === 'eth_maxPriorityFeePerGas' ? '0xffffffffffffff' : truth(),
    );
    const { baseFeePerGas } = await world().client.getBlock();
    const { tip, fee } = await chain.price({ sender: ANN, to: freshAddress(), asset: 'native', amount: 0n });
    expect(tip).toBe(baseFeePerGas! * 2n + 50n * 10n ** 9n);
    expect(fee).toBe(baseFeePerGas! * 2n + tip);
  });

  it('that changes while it is read is read again', async () => {
    const { purse, balance, deepen, liar } = await between(TRUTH);
    liar.lie = async ({ method }, truth) => {
      const told = await truth();
      if (method === 'eth_getLogs') {
        liar.lie = TRUTH;
        await world().reorganise(4);
      }
      return told;
    };
    await expect(deepen()).rejects.toThrow(/changed|no receipt/);
    expect(await balance(ANN)).toBe(0n);
    await purse.round();
    expect(await balance(ANN)).toBe(0n);
  });
});
