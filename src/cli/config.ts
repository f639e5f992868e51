import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { CHAIN_SETTINGS, chainConfig } from './chain-config.ts';
import { CLUSTER_SETTINGS, clusterConfig } from './cluster-config.ts';
import { ConfigError, type Setting, wrong as wrongSetting } from './setting.ts';

export { ConfigError } from './setting.ts';

type Name = Exclude<keyof Config, 'chain' | 'cluster'> | keyof typeof CHAIN_SETTINGS | keyof typeof CLUSTER_SETTINGS;

export const SETTINGS: { [name in Name]: Setting } = {
  host: { flag: 'host', variable: 'HOST', fallback: '127.0.0.1', about: 'address to listen on' },
  port: { flag: 'port', variable: 'PORT', fallback: '3000', about: 'HTTP and WebSocket port' },
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
  },
  houseBots: {
    flag: 'house-bots',
    variable: 'CROSSPLAY_HOUSE_BOTS',
    fallback: 'off',
    about: 'seconds until a bot joins a lone agent, or off',
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
    about: 'let anyone open leagues: yes, no, or auto (while listening on loopback)',
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
    about: 'call league players at loopback and private addresses: yes, no, or auto (while listening on loopback)',
  },
  openSpectators: {
    flag: 'open-spectators',
    variable: 'CROSSPLAY_OPEN_SPECTATORS',
    fallback: 'no',
    about: 'show live spectators what is hidden: yes or no',
  },
  logLevel: {
    flag: 'log-level',
    variable: 'CROSSPLAY_LOG',
    fallback: 'info',
    about: 'fatal, error, warn, info, debug or silent',
  },
  ...CLUSTER_SETTINGS,
  ...CHAIN_SETTINGS,
};

/** Reads flags, then the environment, then the defaults. @throws ConfigError */
export function readConfig(args: string[], env: NodeJS.ProcessEnv): Config {
  const text = values(args, env);
  const host = text('host');
  const database = databaseUrl(text('databaseUrl'));
  return {
    host,
    port: port('port', text),
    sshPort: sshPort(text),
    data: text('data'),
    databaseUrl: database,
    cluster: clusterConfig(text, database),
    houseBots: text('houseBots') === 'off' ? undefined : number('houseBots', text, 0, 86_400),
    timeScale: number('timeScale', text, 0.0001, 1000),
    heldGrace: number('heldGrace', text, 0.001, 86_400),
    moveTimeout: number('moveTimeout', text, 0.001, 86_400),
    queueWait: number('queueWait', text, 0.001, 86_400),
    playAddress: address(text('playAddress')),
    leagues: leagues(text('leagues')),
    openLeagues: { yes: true, no: false, auto: isLoopback(host) }[
      oneOf('openLeagues', text, ['yes', 'no', 'auto'] as const)
    ],
    leagueTokens: oneOf('leagueTokens', text, ['off', 'queries', 'strict'] as const),
    privateCalls: { yes: true, no: false, auto: isLoopback(host) }[
      oneOf('privateCalls', text, ['yes', 'no', 'auto'] as const)
    ],
    openSpectators: oneOf('openSpectators', text, ['yes', 'no'] as const) === 'yes',
    logLevel: oneOf('logLevel', text, ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const),
    chain: chainConfig(text),
  };
}

type Text = (name: Name) => string;

function values(args: string[], env: NodeJS.ProcessEnv): Text {
  const options = Object.fromEntries(Object.values(SETTINGS).map(({ flag }) => [flag, { type: 'string' as const }]));
  let flags: { [flag: string]: string | undefined };
  try {
    flags = parseArgs({ args, options, strict: true }).values as typeof flags;
  } catch (error) {
    throw new ConfigError((error as Error).message.split('\n')[0]);
  }
  return (name) => {
    const { flag, variable, fallback } = SETTINGS[name];
    return flags[flag] ?? (env[variable] || fallback);
  };
}

const wrong = (name: Name, value: string, wants: string): ConfigError => wrongSetting(SETTINGS[name], value, wants);

function number(name: Name, text: Text, least: number, most: number): number {
  const value = Number(text(name));
  if (text(name).trim() === '' || !(value >= least && value <= most)) {
    throw wrong(name, text(name), `a number from ${least} to ${most}${name === 'houseBots' ? ', or off' : ''}`);
  }
  return value;
}

function port(name: Name, text: Text): number {
  const value = Number(text(name));
  if (!/^\d+$/.test(text(name)) || value > 65_535) throw wrong(name, text(name), 'a port from 0 to 65535');
  return value;
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
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, id, players, game] = /^([\w.-]{1,64})=(\d{1,4})(?::([\w-]+))?$/.exec(part) ?? [];
      if (!id || Number(players) < 2) throw wrong('leagues', part, 'id=players[:game], with at least two players');
      return { id, players: Number(players), game: game ?? 'even_odd' };
    });
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');
