// Longer than most files: every setting of the server, one entry each.
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { trustedProxies, WrongRange } from '../gateways/client-address.ts';
import { isLoopback } from '../gateways/visitors.ts';
import { CHAIN_SETTINGS, chainConfig } from './chain-config.ts';
import { CLUSTER_SETTINGS, clusterConfig } from './cluster-config.ts';
import { didYouMean } from './nearest.ts';
import { ConfigError, type Setting, wrong as wrongSetting } from './setting.ts';

export { ConfigError } from './setting.ts';

type Name = Exclude<keyof Config, 'chain' | 'cluster'> | keyof typeof CHAIN_SETTINGS | keyof typeof CLUSTER_SETTINGS;

export const SETTINGS: { [name in Name]: Setting } = {
  host: { flag: 'host', variable: 'HOST', fallback: '127.0.0.1', about: 'address to listen on' },
  port: { flag: 'port', variable: 'PORT', fallback: '3000', about: 'HTTP and WebSocket port' },
  publicUrl: {
    flag: 'public-url',
    variable: 'CROSSPLAY_PUBLIC_URL',
    fallback: '',
    about: 'where the world finds the server, such as https://example.com/arena',
  },
  trustProxy: {
    flag: 'trust-proxy',
    variable: 'CROSSPLAY_TRUST_PROXY',
    fallback: 'loopback',
    about: "proxies that say the caller's address: addresses, ranges, loopback, private or none",
  },
  sshPort: {
    flag: 'ssh-port',
    variable: 'CROSSPLAY_SSH_PORT',
    fallback: '2222',
    about: 'SSH port; 0 turns SSH off, any takes a free one',
  },
  data: { flag: 'data', variable: 'CROSSPLAY_DATA', fallback: './data', about: 'folder for the embedded database' },
  databaseUrl: {
    flag: 'database-url',
    variable: 'DATABASE_URL',
    fallback: '',
    about: 'postgres://… instead of the embedded database',
    secret: true,
  },
  houseBots: {
    flag: 'house-bots',
    variable: 'CROSSPLAY_HOUSE_BOTS',
    fallback: 'off',
    about: 'seconds until a bot joins a lone agent, or off',
  },
  exhibitions: {
    flag: 'exhibitions',
    variable: 'CROSSPLAY_EXHIBITIONS',
    fallback: 'auto',
    about:
      'matches that house bots play for a visitor while nothing else is on, or off; auto: 3 with house bots, else off',
  },
  timeScale: {
    flag: 'time-scale',
    variable: 'CROSSPLAY_TIME_SCALE',
    fallback: '1',
    about: 'multiplies every clock, grace and delay',
  },
  heldGrace: {
    flag: 'held-grace',
    variable: 'CROSSPLAY_HELD_GRACE',
    fallback: '60',
    about: 'seconds for which an agent over HTTP or MCP is here after its last call',
  },
  moveTimeout: {
    flag: 'move-timeout',
    variable: 'AGENTBBS_GAME_MOVE_TIMEOUT',
    fallback: '15',
    about: 'seconds per move in ttt and c4',
  },
  queueWait: {
    flag: 'queue-wait',
    variable: 'AGENTBBS_GAME_QUEUE_WAIT',
    fallback: '120',
    about: 'seconds an AgentGames agent waits for an opponent',
  },
  playAddress: {
    flag: 'play-address',
    variable: 'AGENTBBS_GAME_WS_ADDR',
    fallback: '',
    about: 'HOST:PORT that serves /play too',
  },
  leagues: {
    flag: 'leagues',
    variable: 'CROSSPLAY_LEAGUES',
    fallback: 'league_2025_even_odd=4',
    about: 'leagues to open: id=players[:game],…',
  },
  openLeagues: {
    flag: 'open-leagues',
    variable: 'CROSSPLAY_OPEN_LEAGUES',
    fallback: 'auto',
    about: 'let anyone open leagues: yes, no, or auto (on loopback without a public URL)',
  },
  leagueTokens: {
    flag: 'league-tokens',
    variable: 'CROSSPLAY_LEAGUE_TOKENS',
    fallback: 'queries',
    about: 'off, queries or strict',
  },
  privateCalls: {
    flag: 'private-calls',
    variable: 'CROSSPLAY_PRIVATE_CALLS',
    fallback: 'auto',
    about:
      'call league players at loopback and private addresses: yes, no, or auto (on loopback, until a request comes through a proxy)',
  },
  hosts: {
    flag: 'hosts',
    variable: 'CROSSPLAY_HOSTS',
    fallback: '',
    about: 'further host names by which it is reached: name,…',
  },
  origins: {
    flag: 'origins',
    variable: 'CROSSPLAY_ORIGINS',
    fallback: 'auto',
    about: 'whose pages may use it: https://…,… or *; auto: * beyond loopback or with a public URL, else local pages',
  },
  voterAge: {
    flag: 'voter-age',
    variable: 'CROSSPLAY_VOTER_AGE',
    fallback: 'auto',
    about: 'hours until the votes of a new account count fully; auto: 24 beyond loopback or with a public URL, else 0',
  },
  samePair: {
    flag: 'same-pair',
    variable: 'CROSSPLAY_SAME_PAIR',
    fallback: 'auto',
    about:
      'rated matches of the same two in a game that count fully each day, or off; auto: 5 beyond loopback or with a public URL, else off',
  },
  sameOwner: {
    flag: 'same-owner',
    variable: 'CROSSPLAY_SAME_OWNER',
    fallback: 'no',
    about: 'rate matches between agents of one owner or one address: yes or no',
  },
  openSpectators: {
    flag: 'open-spectators',
    variable: 'CROSSPLAY_OPEN_SPECTATORS',
    fallback: 'no',
    about: 'show live spectators what is hidden: yes or no',
  },
  broadcastDelay: {
    flag: 'broadcast-delay',
    variable: 'CROSSPLAY_BROADCAST_DELAY',
    fallback: '60',
    about:
      'seconds after which spectators are shown what a game hides no longer (where the drones of Resource Rush were)',
  },
  keepDays: {
    flag: 'keep-days',
    variable: 'CROSSPLAY_KEEP_DAYS',
    fallback: 'off',
    about: 'days after which finished matches are moved into files below the data folder, or off',
  },
  logLevel: {
    flag: 'log-level',
    variable: 'CROSSPLAY_LOG',
    fallback: 'info',
    about: 'fatal, error, warn, info, debug or silent',
  },
  ...CLUSTER_SETTINGS,
  pretty: {
    flag: 'pretty',
    variable: 'CROSSPLAY_LOG_PRETTY',
    fallback: 'no',
    about: 'lines for people in place of JSON; --pretty alone means yes',
  },
  ...CHAIN_SETTINGS,
};

/** Reads flags, then the environment, then the defaults. @throws ConfigError */
export function readConfig(args: string[], env: NodeJS.ProcessEnv): Config {
  const text = values(args, env);
  const host = text('host');
  const database = databaseUrl(text('databaseUrl'));
  const publicAt = publicUrl(text('publicUrl'));
  const isOpen = publicAt !== undefined || !isLoopback(host);
  return {
    host,
    port: port('port', text),
    publicUrl: publicAt,
    trustProxy: trustProxy(text('trustProxy')),
    sshPort: sshPort(text),
    data: text('data'),
    databaseUrl: database,
    cluster: clusterConfig(text, database),
    houseBots: text('houseBots') === 'off' ? undefined : number('houseBots', text, 0, 86_400),
    exhibitions: exhibitions(text),
    timeScale: number('timeScale', text, 0.0001, 1000),
    heldGrace: number('heldGrace', text, 0.001, 86_400),
    moveTimeout: number('moveTimeout', text, 0.001, 86_400),
    queueWait: number('queueWait', text, 0.001, 86_400),
    playAddress: address(text('playAddress')),
    leagues: leagues(text('leagues')),
    openLeagues: { yes: true, no: false, auto: !isOpen }[oneOf('openLeagues', text, ['yes', 'no', 'auto'] as const)],
    leagueTokens: oneOf('leagueTokens', text, ['off', 'queries', 'strict'] as const),
    privateCalls: { yes: true, no: false, auto: isOpen ? false : ('auto' as const) }[
      oneOf('privateCalls', text, ['yes', 'no', 'auto'] as const)
    ],
    hosts: hosts(text('hosts')),
    origins: text('origins') === 'auto' ? (isOpen ? '*' : 'local') : origins(text('origins')),
    voterAge: text('voterAge') === 'auto' ? (isOpen ? 24 : 0) : number('voterAge', text, 0, 1_000_000),
    samePair: samePair(text, isOpen),
    sameOwner: oneOf('sameOwner', text, ['yes', 'no'] as const) === 'yes',
    openSpectators: oneOf('openSpectators', text, ['yes', 'no'] as const) === 'yes',
    broadcastDelay: number('broadcastDelay', text, 0, 86_400),
    keepDays: text('keepDays') === 'off' ? undefined : number('keepDays', text, 1, 36_500),
    logLevel: oneOf('logLevel', text, ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const),
    pretty: oneOf('pretty', text, ['yes', 'no'] as const) === 'yes',
    chain: chainConfig(text),
  };
}

const SAME_PAIR = 5;
const EXHIBITIONS = 3;

type Text = (name: Name) => string;

/** The settings in force, for the log: those with secrets only say that they are set. */
export function shownSettings(args: string[], env: NodeJS.ProcessEnv): { [variable: string]: string } {
  const text = values(args, env);
  return Object.fromEntries(
    Object.entries(SETTINGS).flatMap(([name, { variable, secret }]) => {
      const value = text(name as Name);
      return value === '' ? [] : [[variable, secret ? '[set]' : value]];
    }),
  );
}

const OURS = /^(CROSSPLAY|AGENTBBS_GAME)_(?!TEST_)/;

/** Variables that look like settings and are none, each with a sentence. They stop nothing: others may have set them for other ends. */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const known = Object.values(SETTINGS).map(({ variable }) => variable);
  return Object.keys(env)
    .filter((name) => OURS.test(name) && !known.includes(name))
    .map((name) => `${name} is no setting.${didYouMean(name, known)}`);
}

function values(args: string[], env: NodeJS.ProcessEnv): Text {
  const options = Object.fromEntries(Object.values(SETTINGS).map(({ flag }) => [flag, { type: 'string' as const }]));
  let flags: { [flag: string]: string | undefined };
  try {
    const spelled = args.map((arg) => (arg === '--pretty' ? '--pretty=yes' : arg));
    flags = parseArgs({ args: spelled, options, strict: true }).values as typeof flags;
  } catch (error) {
    throw new ConfigError(wrongFlag(error as Error, args));
  }
  return (name) => {
    const { flag, variable, fallback } = SETTINGS[name];
    return flags[flag] ?? (env[variable] || fallback);
  };
}

function wrongFlag({ message }: Error, args: string[]): string {
  const known = Object.values(SETTINGS).map(({ flag }) => `--${flag}`);
  const isFlag = (arg: string) => arg.startsWith('-');
  const see = 'See crossplay serve --help.';
  const unknown = args.map((arg) => arg.split('=')[0]!).find((arg) => isFlag(arg) && !known.includes(arg));
  if (unknown !== undefined) return `${unknown} is no setting of serve.${didYouMean(unknown, known)} ${see}`;
  const wantsValue = (arg: string | undefined) => arg !== '--pretty' && known.includes(arg ?? '');
  const bare = args.find((arg, at) => wantsValue(arg) && isFlag(args[at + 1] ?? '-'));
  const setting = Object.values(SETTINGS).find(({ flag }) => `--${flag}` === bare);
  if (setting) return `--${setting.flag} has no value: ${setting.about}. ${see}`;
  const stray = args.find((arg, at) => !isFlag(arg) && !wantsValue(args[at - 1]));
  return stray === undefined ? message.split('\n')[0]! : `"${stray}" belongs to no setting of serve. ${see}`;
}

const wrong = (name: Name, value: string, wants: string): ConfigError => wrongSetting(SETTINGS[name], value, wants);

function number(name: Name, text: Text, least: number, most: number): number {
  const value = Number(text(name));
  if (text(name).trim() === '' || !(value >= least && value <= most)) {
    throw wrong(
      name,
      text(name),
      `a number from ${least} to ${most}${SETTINGS[name].fallback === 'off' ? ', or off' : ''}`,
    );
  }
  return value;
}

function port(name: Name, text: Text): number {
  const value = Number(text(name));
  if (!/^\d+$/.test(text(name)) || value > 65_535) throw wrong(name, text(name), 'a port from 0 to 65535');
  return value;
}

function publicUrl(value: string): string | undefined {
  if (value === '') return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw wrong('publicUrl', value, 'an address such as https://example.com or https://example.com/arena');
  }
  return url.href.replace(/\/+$/, '');
}

function trustProxy(value: string): string[] {
  const names = value.split(',').map((part) => part.trim());
  try {
    trustedProxies(names);
  } catch (error) {
    if (!(error instanceof WrongRange)) throw error;
    throw wrong('trustProxy', value, `addresses or ranges such as 10.0.0.0/8, loopback, private or none`);
  }
  return names;
}

function sshPort(text: Text): number | undefined {
  if (text('sshPort') === 'any') return 0;
  return port('sshPort', text) || undefined;
}

function oneOf<const Value extends string>(name: Name, text: Text, allowed: readonly Value[]): Value {
  const value = allowed.find((one) => one === text(name));
  if (!value) throw wrong(name, text(name), `one of ${allowed.join(', ')}`);
  return value;
}

function databaseUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^postgres(ql)?:\/\//.test(value))
    throw new ConfigError('DATABASE_URL (--database-url) must begin with postgres:// or postgresql://.');
  return value;
}

function address(value: string): Config['playAddress'] {
  if (value === '') return undefined;
  const [, host, digits] = /^(?:\[?([^[\]]*)\]?):(\d{1,5})$/.exec(value) ?? [];
  if (digits === undefined || Number(digits) > 65_535) throw wrong('playAddress', value, 'HOST:PORT');
  return { host: host || '0.0.0.0', port: Number(digits) };
}

function leagues(value: string): Config['leagues'] {
  return listed(value).map((part) => {
    const [, id, players, game] = /^([\w.-]{1,64})=(\d{1,4})(?::([\w-]+))?$/.exec(part) ?? [];
    if (!id || Number(players) < 2) throw wrong('leagues', part, 'id=players[:game], with at least two players');
    return { id, players: Number(players), game: game ?? 'even_odd' };
  });
}

function samePair(text: Text, isOpen: boolean): number | undefined {
  if (text('samePair') === 'auto') return isOpen ? SAME_PAIR : undefined;
  return text('samePair') === 'off' ? undefined : number('samePair', text, 1, 1_000_000);
}

function exhibitions(text: Text): number {
  if (text('exhibitions') === 'auto') return text('houseBots') === 'off' ? 0 : EXHIBITIONS;
  return text('exhibitions') === 'off' ? 0 : number('exhibitions', text, 1, 12);
}

const listed = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function hosts(value: string): string[] {
  return listed(value).map((name) => {
    if (!/^([\w.-]+|\[[\da-fA-F:.]+\])$/.test(name) || !URL.canParse(`http://${name}`))
      throw wrong('hosts', name, 'a list of host names without ports');
    return name;
  });
}

function origins(value: string): Config['origins'] {
  if (value.trim() === '*') return '*';
  return listed(value).map((origin) => {
    if (!/^https?:\/\//.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin.replace(/\/$/, ''))
      throw wrong('origins', origin, 'a list of origins such as https://site.example, or *');
    return new URL(origin).origin;
  });
}
