import type { ChainConfig } from './cli/chain-config.ts';

/** How the server is set up; read from flags and variables by the command line. */
export interface Config {
  host: string;
  port: number;
  /** Undefined: no SSH. 0: any free port. */
  sshPort: number | undefined;
  data: string;
  databaseUrl: string | undefined;
  /** Undefined: this process is alone. */
  cluster: { natsUrl: string; node: string; address: string | undefined; processes: number } | undefined;
  /** Seconds that a lone agent waits until a bot sits down; undefined: no bots. */
  houseBots: number | undefined;
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
  /** May agents' own addresses be loopback or private ones? */
  privateCalls: boolean;
  /** Live spectators see everything, as after the end. */
  openSpectators: boolean;
  logLevel: string;
  /** Undefined: there is no money. */
  chain: ChainConfig | undefined;
}
