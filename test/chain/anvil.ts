import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { createTestClient, defineChain, type Hex, http, publicActions, walletActions } from 'viem';
import { type HDAccount, mnemonicToAccount } from 'viem/accounts';
import { TOKEN_BYTECODE, tokenAbi } from './token.ts';

/** The binary comes in a package of its own for each platform; the one that names them needs no install script for it. */
function anvilPath(): string | undefined {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const binary = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    const path = createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/${binary}`);
    return spawnSync(path, ['--version']).status === 0 ? path : undefined;
  } catch {
    return undefined;
  }
}

export const anvilBinary = anvilPath();

const PAYERS = 'test test test test test test test test test test test junk';
const payers = new Map<number, HDAccount>();

/** Their keys take long to derive. */
export function payer(index: number): HDAccount {
  let account = payers.get(index);
  if (!account) payers.set(index, (account = mnemonicToAccount(PAYERS, { addressIndex: index })));
  return account;
}

export type TestChain = Awaited<ReturnType<typeof startChain>>;

/** A real chain that mines when it is told to, with a token of six decimals on it. */
export async function startChain({ id = 31337 } = {}) {
  const child = spawn(anvilBinary!, ['--port', '0', '--no-mining', '--chain-id', String(id), '--mnemonic', PAYERS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = /^Listening on (\S+)/.exec(line);
      if (found) resolve(`http://${found[1]}`);
    });
    child.once('exit', () => reject(new Error('anvil ended')));
  });
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const chain = defineChain({ id, name: 'anvil', nativeCurrency, rpcUrls: { default: { http: [url] } } });
  const client = createTestClient({
    chain,
    mode: 'anvil',
    transport: http(url),
    pollingInterval: 5,
  })
    .extend(publicActions)
    .extend(walletActions);
  const mine = (blocks = 1) => client.mine({ blocks });
  const mined = async (hash: Hex): Promise<Hex> => {
    await mine();
    return hash;
  };
  const deploy = async (): Promise<Hex> => {
    const hash = await client.deployContract({ abi: tokenAbi, bytecode: TOKEN_BYTECODE, account: payer(9) });
    const { contractAddress } = await client.getTransactionReceipt({ hash: await mined(hash) });
    return contractAddress!;
  };
  const usdc = await deploy();
  await mine(10);
  const write = (from: number, functionName: 'mint' | 'transfer', args: readonly [Hex, bigint]): Promise<Hex> =>
    client.writeContract({ abi: tokenAbi, address: usdc, functionName, args, account: payer(from) });

  return {
    url,
    id,
    usdc,
    client,
    mine,
    /** Another token. */
    deploy,
    /** In the next block, as all below. */
    mint: (to: Hex, amount: bigint) => write(9, 'mint', [to, amount]),
    /** Mints to the payer first. */
    async pay(from: number, to: Hex, amount: bigint): Promise<Hex> {
      await mined(await write(9, 'mint', [payer(from).address, amount]));
      return write(from, 'transfer', [to, amount]);
    },
    transfer: (from: number, to: Hex, amount: bigint) => write(from, 'transfer', [to, amount]),
    coin: (from: number, to: Hex, value: bigint) => client.sendTransaction({ account: payer(from), to, value }),
    tokens: (of: Hex) => client.readContract({ abi: tokenAbi, address: usdc, functionName: 'balanceOf', args: [of] }),
    coins: (of: Hex) => client.getBalance({ address: of }),
    /** Replaces the last blocks by empty ones. */
    reorganise: (depth: number) => client.request({ method: 'anvil_reorg', params: [depth, []] } as never),
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
