import { ConfigError } from './config.ts';
import { demo } from './league/demo.ts';
import { type Fields, type Place, tell } from './league/endpoint.ts';
import { startPlayer } from './league/player.ts';
import { startReferee } from './league/referee.ts';
import { strategies } from './league/strategies.ts';
import { tableOf } from './league/table.ts';
import { LEAGUE_USAGE } from './league-usage.ts';
import { printable } from './printable.ts';
import { readFlags } from './read-flags.ts';

type Flags = { [flag: string]: string | undefined };

const FLAGS = ['url', 'players', 'game', 'name', 'strategy', 'league', 'key', 'host', 'port', 'matches'];

/** `crossplay league …`: the roles of a league as programs. */
export async function league(args: string[]): Promise<void> {
  const { words, flags } = read(args);
  const [role, id, more] = words;
  const most = role === 'open' || role === 'start' ? 2 : 1;
  if (words.length > most) throw new ConfigError(`"${more ?? id}" is one word too many`);
  const url = flags.url ?? `http://127.0.0.1:${process.env.PORT || 3000}`;
  if (!URL.canParse(url))
    throw new ConfigError(`--url is "${url}", but must be an address such as http://127.0.0.1:3000.`);
  switch (role) {
    case 'open':
      return open(url, needed(id, 'open'), flags);
    case 'start':
      return start(url, needed(id, 'start'));
    case 'player':
      return player(url, flags);
    case 'referee':
      return referee(url, flags);
    case 'demo':
      return demo(whole(flags.players ?? '4', 'players', 2, 32));
    default:
      throw new ConfigError(
        `usage: crossplay league ${Object.values(LEAGUE_USAGE).join('\n       crossplay league ')}`,
      );
  }
}

async function open(url: string, league_id: string, flags: Flags): Promise<void> {
  const players = whole(flags.players ?? '4', 'players', 2, 256);
  const body = JSON.stringify({ league_id, players, game_type: flags.game ?? 'even_odd' });
  const headers = {
    'content-type': 'application/json',
    ...(flags.key !== undefined && { authorization: `Bearer ${flags.key}` }),
  };
  const response = await reach(url, () => fetch(new URL('/api/v1/leagues', url), { method: 'POST', headers, body }));
  const reply = (await response.json()) as Fields;
  if (!response.ok) throw new ConfigError(String(reply.error));
  console.log(printable(`League ${league_id} is open for ${players} players of ${reply.game_type}.`));
}

async function start(url: string, league_id: string): Promise<void> {
  const status = await reach(url, () => tell(url, 'START_LEAGUE', 'host', { league_id }));
  const { status: state, current_round, total_rounds } = status;
  console.log(printable(`League ${league_id}: ${state}, round ${current_round} of ${total_rounds}.`));
}

async function player(url: string, flags: Flags): Promise<void> {
  const name = flags.name ?? 'Sample player';
  const make = strategies[flags.strategy ?? 'random'];
  if (!make) throw new ConfigError(`no strategy "${flags.strategy}"; there are ${Object.keys(strategies).join(', ')}`);
  const running = await reach(url, () =>
    startPlayer({
      server: url,
      name,
      strategy: make(),
      league: flags.league,
      games: [flags.game ?? 'even_odd'],
      apiKey: flags.key,
      ...placeOf(flags),
      hear(message) {
        if (message.message_type === 'GAME_OVER')
          console.log(printable(`${message.match_id}: ${(message.game_result as Fields).reason}`));
        if (message.message_type === 'LEAGUE_STANDINGS_UPDATE') console.log(tableOf(message.standings));
      },
    }),
  );
  console.log(printable(`${name} plays as ${running.id}, called at ${running.url}.`));
  await running.over;
  await running.close();
}

async function referee(url: string, flags: Flags): Promise<void> {
  const name = flags.name ?? 'Sample referee';
  const running = await reach(url, () =>
    startReferee({
      server: url,
      name,
      league: flags.league,
      most: whole(flags.matches ?? '2', 'matches', 1, 1000),
      ...placeOf(flags),
    }),
  );
  console.log(printable(`${name} is ${running.id}, called at ${running.url}.`));
  await running.over;
  await running.close();
}

// ── words and flags ──

function read(args: string[]): { words: string[]; flags: Flags } {
  const options = Object.fromEntries(FLAGS.map((flag) => [flag, { type: 'string' as const }]));
  const { positionals, values } = readFlags(`league ${Object.keys(LEAGUE_USAGE).join('|')}`, {
    args,
    options,
    allowPositionals: true,
  });
  return { words: positionals, flags: values as Flags };
}

function needed(id: string | undefined, role: keyof typeof LEAGUE_USAGE): string {
  if (id === undefined) throw new ConfigError(`usage: crossplay league ${LEAGUE_USAGE[role]}`);
  return id;
}

function whole(text: string, flag: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new ConfigError(`--${flag} is "${text}", but must be a whole number from ${least} to ${most}.`);
  }
  return number;
}

const placeOf = ({ host, port }: Flags): Place => ({
  ...(host !== undefined && { host }),
  ...(port !== undefined && { port: whole(port, 'port', 0, 65_535) }),
});

/** Says in one line what went wrong on the way to the server. */
async function reach<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    throw new ConfigError(message === 'fetch failed' ? `nobody answers at ${url}; is the server running?` : message);
  }
}
