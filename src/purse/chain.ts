import { createHash, pbkdf2Sync } from 'node:crypto';
import {
  BaseError,
  BlockNotFoundError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createPublicClient,
  ExecutionRevertedError,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  http,
  InsufficientFundsError,
  isAddress,
  keccak256,
  parseAbiItem,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  toEventSelector,
  type TransactionReceipt as ViemReceipt,
} from 'viem';
import { english, HDKey, hdKeyToAccount } from 'viem/accounts';
import { type Hex, lesser, TILL } from '../core/money.ts';
import type { Anchor } from '../core/purse-store.ts';
import {
  type Chain,
  ChainError,
  type ChainReader,
  type Order,
  type Receipt,
  Reverted,
  type Transfer,
  WrongChain,
} from './chain-contract.ts';
import { isMnemonic, SeedError } from './seed.ts';

export interface ChainSettings {
  url: string;
  id: number;
  /** The token's contract. */
  usdc: Hex;
  /** How many milliseconds an answer may take. */
  patience?: number;
}

const PATIENCE = 10_000;
const ADDRESSES_AT_ONCE = 400;
const DECIMALS = 6;
/** Whatever the chain suggests, besides twice its own price. */
const MOST_TIP = 50n * 10n ** 9n;
const TRANSFER_EVENT = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
const TRANSFER = toEventSelector(TRANSFER_EVENT);

export const readAddress = (text: unknown): Hex | undefined =>
  typeof text === 'string' && isAddress(text) && BigInt(text) !== 0n ? getAddress(text) : undefined;

/** Without keys: enough to compare the books with it. */
export const readChain = (settings: ChainSettings): ChainReader => connect(settings).reader;

/** @param seed the words from which every key is derived; they stay in this file */
export function openChain(settings: ChainSettings, seed: string): Chain {
  if (!isMnemonic(seed, english)) throw new SeedError('the seed file holds no mnemonic, or one with a wrong word.');
  const root = HDKey.fromMasterSeed(pbkdf2Sync(seed, 'mnemonic', 2048, 64, 'sha512'));
  const { client, ask, reader } = connect(settings);
  const callOf = (order: Order) => callTo(getAddress(settings.usdc), order);
  return {
    ...reader,
    addressOf: (account) => accountOf(root, account).address,
    price: (order) =>
      ask(async () => {
        const { baseFeePerGas } = await client.getBlock();
        const tip =
          baseFeePerGas === null
            ? await client.getGasPrice()
            : lesser(await client.estimateMaxPriorityFeePerGas(), baseFeePerGas * 2n + MOST_TIP);
        const estimate = await client.estimateGas({ account: accountOf(root, order.sender).address, ...callOf(order) });
        return { gas: (estimate * 12n) / 10n, fee: (baseFeePerGas ?? 0n) * 2n + tip, tip };
      }),
    async sign(order, { gas, fee, tip }, nonce) {
      const common = { chainId: settings.id, nonce, gas, ...callOf(order) };
      const raw = await accountOf(root, order.sender).signTransaction(
        fee === tip
          ? { type: 'legacy', gasPrice: fee, ...common }
          : { type: 'eip1559', maxFeePerGas: fee, maxPriorityFeePerGas: tip, ...common },
      );
      return { hash: keccak256(raw), raw };
    },
  };
}

function callTo(usdc: Hex, { to, asset, amount }: Order): { to: Hex; value: bigint; data?: Hex } {
  if (asset === 'native') return { to, value: amount };
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
  return { to: usdc, value: 0n, data };
}

function connect({ url, id, patience = PATIENCE, ...settings }: ChainSettings) {
  const usdc = getAddress(settings.usdc);
  const closing = new AbortController();
  const client = createPublicClient({
    transport: http(url, {
      retryCount: 0,
      timeout: 0,
      fetchFn: (input, init) =>
        fetch(input, { ...init, signal: AbortSignal.any([closing.signal, AbortSignal.timeout(patience)]) }),
    }),
  });
  const token = { address: usdc, abi: erc20Abi } as const;

  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      return await question();
    } catch (error) {
      if (error instanceof ChainError) throw error;
      const reverted = error instanceof BaseError && error.walk(isRefusal);
      throw reverted ? new Reverted(wordsOf(reverted, url)) : new ChainError(wordsOf(error, url));
    }
  };

  const blockAt = (number: number) => unless(BlockNotFoundError, client.getBlock({ blockNumber: BigInt(number) }));
  const receiptOf = (tx: Hex) => unless(TransactionReceiptNotFoundError, client.getTransactionReceipt({ hash: tx }));
  const transactionOf = (tx: Hex) => unless(TransactionNotFoundError, client.getTransaction({ hash: tx }));

  const checkId = async (): Promise<void> => {
    const found = await client.getChainId();
    if (found !== id) throw new WrongChain(`The chain that answers is ${found}, not ${id}.`);
  };

  /** Logs are numbered within their block, which may change; what stays is their place within the transaction. */
  const transfersIn = ({ transactionHash, blockNumber, blockHash, logs }: ViemReceipt): Transfer[] =>
    logs.flatMap((log, place) => {
      const [event, from, to] = log.topics;
      if (getAddress(log.address) !== usdc || event !== TRANSFER || !from || !to) return [];
      return {
        id: `${transactionHash}#${place}`,
        tx: transactionHash,
        from: getAddress(`0x${from.slice(-40)}`),
        to: getAddress(`0x${to.slice(-40)}`),
        asset: 'USDC',
        amount: BigInt(log.data),
        block: Number(blockNumber),
        blockHash,
      };
    });

  const receiptInBlock = async (tx: Hex): Promise<ViemReceipt> => {
    const receipt = await receiptOf(tx);
    if (!receipt) throw new ChainError(`The chain shows ${tx} in a block, but has no receipt for it.`);
    return receipt;
  };

  const coinOf = (tx: { hash: Hex; from: Hex; to: Hex; value: bigint }, at: Anchor): Transfer => ({
    id: `${tx.hash}#coin`,
    tx: tx.hash,
    from: getAddress(tx.from),
    to: getAddress(tx.to),
    asset: 'native',
    amount: tx.value,
    block: at.number,
    blockHash: at.hash,
  });

  const reader: ChainReader = {
    id,
    head: (confirmations) =>
      ask(async () => {
        await checkId();
        let block = await client.getBlock();
        const number = Number(block.number);
        if ((await blockAt(number))?.hash !== block.hash) throw new ChainError(`The chain has no block ${number}.`);
        for (let depth = 1; depth < confirmations; depth++) {
          if (block.number === 0n) return { number };
          const below = await blockAt(Number(block.number) - 1);
          if (below?.hash !== block.parentHash) {
            throw new ChainError(
              `The chain names a height of ${number}, but its last blocks do not follow each other.`,
            );
          }
          block = below;
        }
        return { number, deep: { number: Number(block.number), hash: block.hash } };
      }),
    blockHash: (number) => ask(async () => (await blockAt(number))?.hash),
    tokens: (addresses, from, to) =>
      ask(async () => {
        const txs = new Set<Hex>();
        for (let first = 0; first < addresses.length; first += ADDRESSES_AT_ONCE) {
          const logs = await client.getLogs({
            address: usdc,
            event: TRANSFER_EVENT,
            args: { to: addresses.slice(first, first + ADDRESSES_AT_ONCE) },
            fromBlock: BigInt(from),
            toBlock: BigInt(to),
          });
          for (const log of logs) txs.add(log.transactionHash);
        }
        const ours = new Set(addresses);
        const found: Transfer[] = [];
        for (const tx of txs) {
          const receipt = await receiptInBlock(tx);
          found.push(...transfersIn(receipt).filter((one) => ours.has(one.to) && one.amount > 0n));
        }
        return found.filter(({ block }) => block >= from && block <= to);
      }),
    coins: (addresses, number) =>
      ask(async () => {
        const block = await client.getBlock({ blockNumber: BigInt(number), includeTransactions: true });
        const found: Transfer[] = [];
        for (const { hash, from, to, value } of block.transactions) {
          if (value === 0n || !to || !addresses.has(getAddress(to))) continue;
          const { status } = await receiptInBlock(hash);
          if (status === 'success') found.push(coinOf({ hash, from, to, value }, { number, hash: block.hash }));
        }
        return found;
      }),
    holds: (address, asset, block) =>
      ask(() => {
        const blockNumber = BigInt(block);
        if (asset === 'native') return client.getBalance({ address, blockNumber });
        return client.readContract({ ...token, functionName: 'balanceOf', args: [address], blockNumber });
      }),
    receipt: (tx) =>
      ask(async () => {
        const receipt = await receiptOf(tx);
        return receipt && toReceipt(receipt);
      }),
    payment: (tx) =>
      ask(async () => {
        const sent = await transactionOf(tx);
        const receipt = sent && (await receiptOf(tx));
        if (!receipt) return sent && { transfers: [] };
        const transfers = transfersIn(receipt);
        const { from, to, value } = sent;
        const at = { number: Number(receipt.blockNumber), hash: receipt.blockHash };
        if (to && value > 0n) transfers.push(coinOf({ hash: tx, from, to, value }, at));
        return { receipt: toReceipt(receipt), transfers };
      }),
    sent: (address, block) =>
      ask(() => client.getTransactionCount({ address, ...(block !== undefined && { blockNumber: BigInt(block) }) })),
    broadcast: (raw) =>
      ask(async () => {
        await client.sendRawTransaction({ serializedTransaction: raw }).catch((error) => {
          if (!/already known|already imported/i.test(wordsOf(error, url))) throw error;
        });
      }),
    verify: () =>
      ask(async () => {
        await checkId();
        const decimals = await client.readContract({ ...token, functionName: 'decimals' }).catch((error) => {
          if (!(error instanceof BaseError && error.walk(isNoToken))) throw error;
        });
        if (decimals !== DECIMALS) throw new WrongChain(`At ${usdc} is no token of ${DECIMALS} decimals.`);
      }),
    close: () => closing.abort(),
  };
  return { client, ask, reader };
}

/** Undefined where the chain has no such thing. */
async function unless<T>(missing: new (...args: never[]) => Error, answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof missing) return undefined;
    throw error;
  }
}

const isNoToken = (error: unknown): boolean =>
  error instanceof ContractFunctionZeroDataError || error instanceof ContractFunctionRevertedError;

const isRefusal = (error: unknown): boolean =>
  error instanceof ExecutionRevertedError || error instanceof InsufficientFundsError;

function toReceipt(receipt: ViemReceipt): Receipt {
  const { status, gasUsed, effectiveGasPrice, blockNumber, blockHash } = receipt;
  // Chains that live on another one charge for their place there as well.
  const { l1Fee = 0 } = receipt as { l1Fee?: Hex };
  const gas = gasUsed * effectiveGasPrice + BigInt(l1Fee);
  return { block: Number(blockNumber), blockHash, succeeded: status === 'success', gas };
}

/** The till is where any wallet looks first. Others follow from their names, so that no address ever has two owners. */
function accountOf(root: HDKey, account: string) {
  if (account === TILL) return hdKeyToAccount(root, { path: "m/44'/60'/0'/0/0" });
  const hash = createHash('sha256').update(`crossplay ${account}`).digest();
  const steps = [0, 4, 8].map((at) => `${hash.readUInt32BE(at) >>> 1}'`);
  return hdKeyToAccount(root, { path: `m/44'/60'/1'/${steps.join('/')}` as `m/44'/60'/${string}` });
}

/** One line without the address we asked, which may hold a key, and never what we asked with. */
function wordsOf(error: unknown, url: string): string {
  const texts = error instanceof BaseError ? [error.shortMessage, error.details] : [String(error)];
  const { host, username, password, pathname, searchParams } = new URL(url);
  const secrets = [url, host, username, password, ...pathname.split('/'), ...searchParams.values()];
  let words = texts.flatMap((text) => text?.split('\n')[0]?.slice(0, 200) ?? []).join(' ');
  for (const secret of secrets) if (secret.length > 5) words = words.replaceAll(secret, '…');
  return words;
}
