import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import type { Arena } from '../core/arena.ts';
import type { Clock } from '../core/clock.ts';
import type { DocumentStore, FigureStore, Reads } from '../core/storage.ts';
import type { Sockets } from './sockets.ts';

/** What the composition root hands to every gateway. */
export interface GatewayParts {
  arena: Arena;
  accounts: Accounts;
  documents: DocumentStore;
  figures: FigureStore;
  /** For what strangers ask: never on the path of a match, and refused with StorageBusy when there is too much of it. */
  reads: Reads;
  clock: Clock;
  log: Logger;
  /** Routes are registered here before the server listens. */
  http: FastifyInstance;
  sockets: Sockets;
}

/** One protocol's way in. It is made before the server listens and knows no rule of any game. */
export interface Gateway {
  name: string;
  /** Takes up what was under way when the server stopped, after the arena restored its matches. */
  start?(): Promise<void>;
  /** An agent was banned: ends those of its connections that are not the sockets' to end. */
  shutOut?(agent: string): void;
  /** The server stops: tells its agents and lets their connections go. Matches go on after the restart. */
  stop(): Promise<void>;
}
