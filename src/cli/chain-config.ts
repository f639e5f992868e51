import { readAmount } from '../core/amounts.ts';
import type { Amounts, Hex } from '../core/money.ts';
import type { StakeLimits } from '../core/purse-desk.ts';
import { isTestNetwork } from '../purse/networks.ts';
import { ConfigError, type Setting, whole, wrong } from './setting.ts';

export interface ChainConfig {
  /** It may hold a key, so it is never shown. */
  url: string;
  id: number;
  usdc: Hex;
  seedFile: string;
  confirmations: number;
  limits: StakeLimits;
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
  houseCut: {
    flag: 'house-cut',
    variable: 'CROSSPLAY_HOUSE_CUT',
    fallback: '0.1,0',
    about: 'part of the house in premium rooms, and of wagers',
  },
  stakeLimit: {
    flag: 'stake-limit',
    variable: 'CROSSPLAY_STAKE_LIMIT',
    fallback: '100,0.05',
    about: "most USDC for one wager or entry fee, and most of the chain's own coin for an entry fee",
  },
  dayLimit: {
    flag: 'day-limit',
    variable: 'CROSSPLAY_DAY_LIMIT',
    fallback: '1000,0.5',
    about:
      'most USDC that an account stakes in wagers, pays in entry fees, or takes out in a day, and most coin in entry fees',
  },
  purseLimit: {
    flag: 'purse-limit',
    variable: 'CROSSPLAY_PURSE_LIMIT',
    fallback: '10000',
    about: 'USDC beyond which an account may only take out',
  },
  newAddressWait: {
    flag: 'new-address-wait',
    variable: 'CROSSPLAY_NEW_ADDRESS_WAIT',
    fallback: '60',
    about: 'minutes until an address that is new to an account is paid',
  },
  roomWait: {
    flag: 'room-wait',
    variable: 'CROSSPLAY_ROOM_WAIT',
    fallback: '60',
    about: 'minutes until a premium room that has not begun gives everything back',
  },
} satisfies { [name: string]: Setting };

const MINUTE = 60_000;
const LONGEST_WAIT = 10_080;

type Text = (name: keyof typeof CHAIN_SETTINGS) => string;

/** Undefined: there is no money. @throws ConfigError */
export function chainConfig(text: Text): ChainConfig | undefined {
  const url = text('chainUrl');
  const limits = stakeLimits(text);
  const confirmations = whole(CHAIN_SETTINGS.chainConfirmations, text('chainConfirmations'), 1, 1000);
  if (url === '') return undefined;
  const { chainUrl, chainId, chainUsdc, chainSeedFile, chainMainnet } = CHAIN_SETTINGS;
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
  return { url, id, usdc: usdc as Hex, seedFile, confirmations, limits };
}

function stakeLimits(text: Text): StakeLimits {
  const { houseCut, newAddressWait, roomWait } = CHAIN_SETTINGS;
  const [rooms, wagers, ...more] = text('houseCut').split(',').map(tenThousandths);
  if (rooms === undefined || (wagers === undefined && text('houseCut').includes(',')) || more.length > 0) {
    throw wrong(houseCut, text('houseCut'), 'one or two numbers from 0 to 0.5, of at most four places: rooms,wagers');
  }
  return {
    cut: { rooms, wagers: wagers ?? 0 },
    each: amountsOf('stakeLimit', text),
    day: amountsOf('dayLimit', text),
    account: usdcOf(text),
    newAddress: whole(newAddressWait, text('newAddressWait'), 0, LONGEST_WAIT) * MINUTE,
    roomWait: whole(roomWait, text('roomWait'), 1, LONGEST_WAIT) * MINUTE,
  };
}

function tenThousandths(part: string): number | undefined {
  if (!/^\d(\.\d{1,4})?$/.test(part.trim())) return undefined;
  const value = Math.round(Number(part) * 10_000);
  return value <= 5000 ? value : undefined;
}

/** Without a second amount the coin's own default holds. */
function amountsOf(name: 'stakeLimit' | 'dayLimit', text: Text): Amounts {
  const setting = CHAIN_SETTINGS[name];
  const [first, second = setting.fallback.split(',')[1], ...more] = text(name).split(',');
  const [USDC, native] = [readAmount(first?.trim(), 'USDC'), readAmount(second?.trim(), 'native')];
  if (USDC === undefined || native === undefined || more.length > 0) {
    throw wrong(setting, text(name), 'one or two amounts above 0: of USDC, and of the chain’s own coin');
  }
  return { USDC, native };
}

function usdcOf(text: Text): bigint {
  const amount = readAmount(text('purseLimit'), 'USDC');
  if (amount === undefined) throw wrong(CHAIN_SETTINGS.purseLimit, text('purseLimit'), 'an amount of USDC above 0');
  return amount;
}
