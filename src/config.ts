import type { ChainConfig } from './cli/chain-config.ts';

/** How the server is set up; read from flags and variables by the command line. */
export interface Config {
  host: string;
  port: number;
  /** Where the server is for the world, without a slash at the end; undefined: wherever it was found. */
  publicUrl: string | undefined;
  /** Proxies whose word for the caller's address is believed. */
  trustProxy: string[];
  /** Undefined: no SSH. 0: any free port. */
  sshPort: number | undefined;
  data: string;
  databaseUrl: string | undefined;
  /** Undefined: this process is alone. */
  cluster: { natsUrl: string; node: string; address: string | undefined; processes: number } | undefined;
  /** Seconds that a lone agent waits until a bot sits down; undefined: no bots. */
  houseBots: number | undefined;
  /** So many matches the house's bots play among themselves for whoever looks while nothing else is on. */
  exhibitions: number;
  timeScale: number;
  /** Seconds for which an agent without a connection is here after its last call. */
  heldGrace: number;
  moveTimeout: number;
  queueWait: number;
  /** A second address for `/play`. */
  playAddress: { host: string; port: number } | undefined;
  leagues: { id: string; players: number; game: string }[];
  /** May anyone open a league.v2 league? */
  openLeagues: boolean;
  leagueTokens: 'off' | 'queries' | 'strict';
  /** May agents' own addresses be loopback or private ones? auto: until a request comes through a proxy. */
  privateCalls: boolean | 'auto';
  /** Further names by which it is known. */
  hosts: string[];
  /** Whose pages may use it; local: those of this machine. */
  origins: '*' | 'local' | string[];
  /** Hours that an account must be old for its votes to count fully. */
  voterAge: number;
  /** So many rated matches of the same two in a game count fully each day; undefined: all. */
  samePair: number | undefined;
  /** Matches between agents of one owner or address are rated too. */
  sameOwner: boolean;
  /** Live spectators see everything, as after the end. */
  openSpectators: boolean;
  /** Seconds after which spectators are shown what a game that hides much broadcasts. */
  broadcastDelay: number;
  /** Days that finished matches are kept; undefined: for good. */
  keepDays: number | undefined;
  logLevel: string;
  /** Lines for people, not for machines. */
  pretty: boolean;
  /** Undefined: there is no money. */
  chain: ChainConfig | undefined;
}
