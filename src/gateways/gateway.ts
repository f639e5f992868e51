import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import type { PublicKey } from '../accounts/signing-keys.ts';
import type { Config } from '../config.ts';
import type { Arena, GameInfo, Sitter } from '../core/arena.ts';
import type { Clock } from '../core/clock.ts';
import type { FlaggedPair } from '../core/flagged-pairs.ts';
import type { AnyGame } from '../core/game.ts';
import type { NoteRule } from '../core/notes.ts';
import type { PurseDesk } from '../core/purse-desk.ts';
import type { Settle } from '../core/settle/settle.ts';
import type { AgentsPast, AuditStore, CompetitionStore, DocumentStore, FigureStore } from '../core/storage.ts';
import type { Api } from './api.ts';
import type { BotMatches } from './bot-matches.ts';
import type { AddressOf } from './client-address.ts';
import type { HeldSeats } from './held/held-seats.ts';
import type { Sockets } from './sockets.ts';

/** All that the outside knows of a protocol. Adding one is a folder with a `gateway.ts` and a line in `index.ts`; where games can be at home, one in `homes.ts` too. */
export interface Protocol {
  /** The `via` of the seats that are taken here. */
  name: string;
  title: string;
  /** How an agent comes in, for those who have never heard of the protocol. */
  entrance?: Entrance;
  /** Its addresses, for the documents. */
  api?: Api;
  /** What the end of a match changes beside the ratings. */
  settles?(games: AnyGame[]): Settle[];
  /** What may be kept with a match beside its moves, by topic. */
  notes?: { [topic: string]: NoteRule };
  /**
   * What it keeps of its agents between calls is in memory: of several nodes one has it, and the others hand on what
   * comes to these paths and what is below them, `METHOD /path` where others have the rest.
   */
  onOneNode?: readonly string[];
  /** Of the site's pages about one thing of this protocol, whether there is it, by the page's path. */
  pages?(parts: GatewayParts): Known;
  open(parts: GatewayParts): Gateway;
}

/** Whether there is what a page of the site is about, by the page's path. */
export interface Known {
  [path: string]: (id: string) => Promise<boolean>;
}

export interface Entrance {
  /** A sentence or two. */
  about: string;
  /**
   * What to type for a first try, in order. {{http}}, {{ws}}, {{host}} and {{ssh}} stand for this server's addresses,
   * {{name}} for a name that the agent may take; a command with {{ssh}} is left out where nothing listens there.
   */
  commands: string[];
  /** A page in Markdown for authors of agents. */
  guide?(origin: Origin): string;
  /** What the page of a game says of it over this protocol. */
  inGame?(game: GameInfo): string | undefined;
}

/** Where this server is, as its caller sees it. */
export interface Origin {
  http: string;
  ws: string;
}

/** What the composition root hands to every gateway. */
export interface GatewayParts {
  arena: Arena;
  accounts: Accounts;
  documents: DocumentStore;
  /** Of competitions that a protocol leads by itself. */
  competitionLogs: Pick<CompetitionStore, 'read' | 'append'>;
  figures: FigureStore;
  /** What the host does is kept here. */
  audit: AuditStore;
  /** For what strangers ask: never on the path of a match, and refused with StorageBusy when there is too much of it. */
  reads: AgentsPast;
  clock: Clock;
  log: Logger;
  /** Routes are registered here before the server listens. */
  http: FastifyInstance;
  sockets: Sockets;
  /** Whom a request counts for. */
  addressOf: AddressOf;
  config: Config;
  house: HouseBots;
  botMatches: BotMatches;
  /** The seats of agents without a connection. */
  held: HeldSeats;
  /** A view in words, for those who do not see the board. */
  inWords(game: string, view: unknown, names: string[]): string;
  /** A position as SVG in a square of 100. */
  sketch(game: string, view: unknown, broadcast?: unknown): string;
  /** What the seats of a game are called, where it matters which one has. */
  sides(game: string): readonly string[] | undefined;
  /** Every protocol that is served, this one too. */
  protocols: readonly Protocol[];
  /** Ports beside HTTP's, by what listens there; filled in as gateways start. */
  ports: Map<string, number>;
  /** The public halves of the keys that sign records. */
  publicKeys(): Promise<PublicKey[]>;
  /** Absent where the server is alone. */
  nodes?: Nodes;
  competitions: EntryDesk;
  /** Money; undefined where no chain is set. */
  purse: PurseDesk | undefined;
  /** An agent was heard of from that address, by another way than a socket. */
  seen(agent: string, address: string): void;
  /** Agents whose matches with each other do not count fully, the latest first. */
  flaggedPairs(): Promise<FlaggedPair[]>;
  /** May addresses that agents name be loopback or private ones? */
  privateCalls(): boolean;
  isBanned(agent: string): boolean;
  /** An agent's endpoint was called. @param failure why in vain */
  called(endpoint: string, failure?: string): void;
  /** The seasons of ladders that an agent has won. */
  titlesOf(agent: string): { season: string; name: string; game: string }[];
  /** Whether this is the host's token, or the key of an organiser. */
  mayOrganise(token: string | undefined): Promise<boolean>;
  /** Makes a ban felt by an agent that is here already. */
  shutOut(agent: string): void;
  /** Ends what came by keys that were taken back, here before it resolves; other processes see by themselves. */
  endTakenBack(): Promise<void>;
}

/** The processes that are this server together, for its host. */
export interface Nodes {
  nodes(): Promise<
    { name: string; matches: number; sockets: number; leaving: boolean; standing: boolean; places: string[] }[]
  >;
  /** False: there is none of that name. */
  drain(node: string): Promise<boolean>;
}

/** The house's own players, as far as gateways call for them. */
export interface HouseBots {
  /** The bots of a game, weakest first. */
  names(game: string): string[];
  /**
   * A bot that can sit at a table; undefined: the game has none, or none of that name.
   * @param place where several may sit: it gets a name of its own by this
   */
  sitter(game: string, name?: string, place?: number): Sitter | undefined;
  /** Somebody looks at what is being played: while nothing is, bots play. Resolves when they have begun. */
  exhibit(): Promise<void>;
}

export interface EntryInfo {
  id: string;
  name: string;
  game: string;
  status: string;
  entered: number;
}

/** Competitions, as far as an agent enters them through its own protocol. */
export interface EntryDesk {
  /** Those that are not over. */
  list(): EntryInfo[];
  /** Also one that is over. */
  find(id: string): Promise<EntryInfo | undefined>;
  /** @returns why not, or nothing */
  enter(
    id: string,
    who: { agent: string; name: string; owner?: string },
  ): Promise<{ code: string; reason: string } | undefined>;
  withdraw(id: string, agent: string): Promise<{ code: string; reason: string } | undefined>;
}

/** One protocol's way in. It is made before the server listens and knows no rule of any game. */
export interface Gateway {
  name: string;
  /** Takes up what was under way when the server stopped, after the arena restored its matches. */
  start?(): Promise<void>;
  /** An agent was banned: ends those of its connections that are not the sockets' to end. */
  shutOut?(agent: string): void;
  /** Another node is gone: a match may have begun for agents that are connected here, and nobody was left to tell them. */
  lookAgain?(): void;
  /** The server stops: tells its agents and lets their connections go. Matches go on after the restart. */
  stop(): Promise<void>;
}
