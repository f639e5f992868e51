import type { Hex } from '../core/money.ts';
import { isTestNetwork } from '../purse/networks.ts';
import { ConfigError, type Setting, whole, wrong } from './setting.ts';

export interface ChainConfig {
  /** It may hold a key, so it is never shown. */
  url: string;
  id: number;
  usdc: Hex;
  seedFile: string;
  confirmations: number;
}

const ACCEPTED = 'i-accept-the-risk';

export const CHAIN_SETTINGS = {
  chainUrl: {
    flag: 'chain-url',
    variable: 'CROSSPLAY_CHAIN_URL',
    fallback: '',
    about: 'JSON-RPC address of a chain; without it there is no money',
    secret: true,
  },
  chainId: { flag: 'chain-id', variable: 'CROSSPLAY_CHAIN_ID', fallback: '', about: 'number of that chain' },
  chainUsdc: {
    flag: 'chain-usdc',
    variable: 'CROSSPLAY_CHAIN_USDC',
    fallback: '',
    about: 'address of the USDC contract there',
  },
  chainSeedFile: {
    flag: 'chain-seed-file',
    variable: 'CROSSPLAY_CHAIN_SEED_FILE',
    fallback: '',
    about: 'file with the mnemonic of the purse, mode 600',
  },
  chainConfirmations: {
    flag: 'chain-confirmations',
    variable: 'CROSSPLAY_CHAIN_CONFIRMATIONS',
    fallback: '3',
    about: 'blocks until a payment counts',
  },
  chainMainnet: {
    flag: 'chain-mainnet',
    variable: 'CROSSPLAY_CHAIN_MAINNET',
    fallback: '',
    about: `${ACCEPTED}: for chains that are no known test network`,
  },
} satisfies { [name: string]: Setting };

type Text = (name: keyof typeof CHAIN_SETTINGS) => string;

/** Undefined: there is no money. @throws ConfigError */
export function chainConfig(text: Text): ChainConfig | undefined {
  const url = text('chainUrl');
  if (url === '') return undefined;
  const { chainUrl, chainId, chainUsdc, chainSeedFile, chainConfirmations, chainMainnet } = CHAIN_SETTINGS;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new ConfigError(`${chainUrl.variable} (--${chainUrl.flag}) must be an http:// or https:// address.`);
  }
  const id = whole(chainId, text('chainId'), 1, Number.MAX_SAFE_INTEGER);
  const usdc = text('chainUsdc');
  if (!/^0x[\da-fA-F]{40}$/.test(usdc)) throw wrong(chainUsdc, usdc, 'the address of a contract, 0x and 40 digits');
  const seedFile = text('chainSeedFile');
  if (seedFile === '') throw wrong(chainSeedFile, seedFile, 'the path of a file');
  const accepted = text('chainMainnet');
  if (accepted !== '' && accepted !== ACCEPTED) throw wrong(chainMainnet, accepted, `${ACCEPTED}, or left out`);
  if (accepted === '' && !isTestNetwork(id)) {
    const set = `${chainMainnet.variable}=${ACCEPTED}`;
    throw new ConfigError(
      `chain ${id} is no known test network: money there may be real. Set ${set} if you want that.`,
    );
  }
  const confirmations = whole(chainConfirmations, text('chainConfirmations'), 1, 1000);
  return { url, id, usdc: usdc as Hex, seedFile, confirmations };
}
