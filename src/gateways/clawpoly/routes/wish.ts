import { wrongCharacters } from '../../../accounts/name-characters.ts';
import { readAmount, shortAmount } from '../../../core/amounts.ts';
import { ASSETS } from '../../../core/money.ts';
import type { PurseDesk } from '../../../core/purse-desk.ts';
import { isObject } from '../protocol.ts';
import type { Wish } from '../rooms/rooms.ts';
import { isSpeed, MAX_PLAYERS, SPEEDS, TURN_LIMIT } from '../terms.ts';
import { type Fields, isWhole, readName, type Wrong, wrong } from './body.ts';

const LONGEST_ROOM_NAME = 64;

/** What room is wished for, or what is wrong with that. */
export function readWish(fields: Fields, purse: PurseDesk | undefined): Wish | Wrong {
  const { maxPlayers = MAX_PLAYERS, turnLimit = TURN_LIMIT, gameSpeed = 'normal', bots = 0, mode } = fields;
  const premium = mode === 'premium';
  if (premium && !purse) return wrong('Premium rooms are not available on this server', 501);
  if (!isWhole(maxPlayers, 2, 6)) return wrong('maxPlayers must be a whole number from 2 to 6');
  if (!isWhole(turnLimit, 1, 1000)) return wrong('turnLimit must be a whole number from 1 to 1000');
  if (!isSpeed(gameSpeed)) return wrong(`gameSpeed must be one of ${SPEEDS.join(', ')}`);
  if (!isWhole(bots, 0, maxPlayers)) return wrong('bots must be a whole number from 0 to maxPlayers');
  const name = readName(fields.name, LONGEST_ROOM_NAME) ?? '';
  const unfit = wrongCharacters(name);
  if (unfit !== undefined) return wrong(unfit);
  const wish = { name, maxPlayers, turnLimit, speed: gameSpeed, bots };
  if (!premium) return wish;
  if (bots > 0) return wrong('bots must be 0: no bots play for money');
  const entryFee = readFee(fields.entryFee, purse!);
  return 'error' in entryFee ? entryFee : { ...wish, entryFee };
}

function readFee(given: unknown, { chain, limits }: PurseDesk): NonNullable<Wish['entryFee']> | Wrong {
  if (!isObject(given)) return wrong('entryFee must be {amount, token, chain}');
  const asset = ASSETS.find((one) => one === (given.token ?? 'USDC'));
  if (!asset) return wrong(`entryFee.token must be one of ${ASSETS.join(', ')}`);
  if (String(given.chain ?? chain) !== String(chain))
    return wrong(`entryFee.chain must be ${chain}, the only one here`);
  const amount = readAmount(given.amount, asset);
  if (amount === undefined) return wrong('entryFee.amount must be a decimal number of tokens above 0, as a string');
  const most = limits.each[asset];
  if (amount > most) return wrong(`entryFee.amount must be at most ${shortAmount(most, asset)}`);
  return { asset, amount };
}
