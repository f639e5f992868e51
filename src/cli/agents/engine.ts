import { Arena, ArenaError, NobodyThere } from '../../../sdk/typescript/src/index.ts';
import { gameIds, loadGame } from '../../duel/catalogue.ts';
import { Children } from '../../duel/players/children.ts';
import { Faulty } from '../../duel/players/player.ts';
import { type PlayerSpec, readSpec } from '../../duel/players/spec.ts';
import { ConfigError } from '../config.ts';
import { homeOf } from '../duel/homes.ts';
import { INTERRUPTED, onInterrupt } from '../duel/interrupt.ts';
import { readFlags } from '../read-flags.ts';
import { engineBot, Resigned } from './engine-bot.ts';

export const ENGINE_USAGE =
  'engine --game GAME (--uci|--gtp|--program) COMMAND --url URL --key KEY [--games N] [--concurrency N] [--against WHOM] [--option NAME=VALUE …] [--unrated]';

const FLAGS = {
  game: { type: 'string' },
  uci: { type: 'string' },
  gtp: { type: 'string' },
  program: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  games: { type: 'string' },
  concurrency: { type: 'string' },
  against: { type: 'string' },
  option: { type: 'string', multiple: true },
  unrated: { type: 'boolean' },
} as const;

/** Lets a program of one's own play rated matches on a server. */
export async function engine(args: string[]): Promise<void> {
  const values = read(args);
  const game = await loadGame(values.game ?? '');
  if (!game) throw new ConfigError(`--game must be one of ${gameIds().join(', ')}. Usage: crossplay ${ENGINE_USAGE}`);
  const spec = specOf(values, game.rules.id);
  const key = values.key ?? process.env.CROSSPLAY_KEY;
  if (!key) throw new ConfigError('--key (or CROSSPLAY_KEY) is missing: the API key of the account that plays.');
  const url = values.url ?? process.env.CROSSPLAY_URL ?? 'http://localhost:3000';
  const games = count('games', values.games, 1);
  const lanes = Math.min(games, count('concurrency', values.concurrency, 1));
  const children = new Children();
  const { signal, release } = onInterrupt(() => children.endAll());
  const arena = new Arena(url, key);
  const { options } = homeOf(game.rules);
  const tally = { won: 0, drawn: 0, lost: 0 };
  let begun = 0;
  const lane = async (): Promise<void> => {
    const { ready, bot, finished, close } = engineBot(game.rules, options, spec, children);
    await ready();
    while (begun < games && !signal.aborted) {
      begun++;
      const wish = { ...(values.against && { against: values.against }), ...(values.unrated && { rated: false }) };
      const over = await arena.play(game.rules.id, bot, { ...wish, signal }).catch((error) => {
        if (!(error instanceof Resigned)) throw error;
        return undefined;
      });
      if (over) finished(over);
      const rank = over?.result?.rank ?? (over ? undefined : 2);
      const drawn = over?.result?.ranks.every((one) => one === over.result!.ranks[0]);
      if (rank !== undefined && rank !== null) tally[drawn ? 'drawn' : rank === 1 ? 'won' : 'lost']++;
      const rating = over?.result?.rating;
      console.log(
        `${over?.match ?? 'match'}  ${over ? (over.result?.reason ?? over.status) : 'resigned'}  +${tally.won} =${tally.drawn} -${tally.lost}${rating === null || rating === undefined ? '' : `  rating ${Math.round(rating)}`}`,
      );
    }
    await close();
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } catch (error) {
    if (!signal.aborted) throw inWords(error, url, spec.name);
    process.exitCode = INTERRUPTED;
  } finally {
    release();
  }
}

/** What its host can mend is one line. */
function inWords(error: unknown, url: string, engine: string): unknown {
  if (error instanceof ArenaError) return new ConfigError(`${url} says: ${error.message}`);
  if (error instanceof NobodyThere) return new ConfigError(error.message);
  return error instanceof Faulty ? new ConfigError(`${engine} failed: ${error.message}`) : error;
}

const read = (args: string[]) => readFlags(ENGINE_USAGE, { args, options: FLAGS }).values;

function specOf({ uci, gtp, program, option = [] }: ReturnType<typeof read>, game: string): PlayerSpec {
  const given = [uci, gtp, program].filter((command) => command !== undefined);
  if (given.length !== 1)
    throw new ConfigError(`One of --uci, --gtp and --program is needed. Usage: crossplay ${ENGINE_USAGE}`);
  if (uci !== undefined && game !== 'chess') throw new ConfigError('--uci is for chess.');
  if (gtp !== undefined && game !== 'go') throw new ConfigError('--gtp is for go.');
  if (option.length && uci === undefined) throw new ConfigError('--option is for --uci: NAME=VALUE.');
  const written = uci !== undefined ? `uci:${uci}${option.length ? `[${option.join(',')}]` : ''}` : `gtp:${gtp}`;
  const spec =
    program === undefined ? readSpec(written) : { name: program, kind: 'program' as const, command: program };
  if (typeof spec === 'string') throw new ConfigError(spec);
  return spec;
}

function count(flag: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new ConfigError(`--${flag} is "${text}", but must be a whole number from 1.`);
  return Number(text);
}
