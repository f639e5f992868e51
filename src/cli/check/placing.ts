import type { Arena } from '../../core/arena.ts';

/** How an agent and its opponents come to one table, by the ways of its protocol. */
export interface Placing {
  /** What the agent is told beside the usual. */
  env: { [name: string]: string };
  /** Whether the agent is there to be met. */
  isThere(): Promise<boolean>;
  /** The opponents sit down opposite it, and the match begins. */
  bring(): Promise<void>;
  /** The opponents take up their seats after a restart. */
  resume(arena: Arena): Promise<void>;
  /** The opponents give up. */
  resign(arena: Arena): Promise<void>;
  close(): Promise<void>;
}
