import type { BenchAgent } from '../agents.ts';

/** What the load generator hears of one agent's match, in whatever words it comes. */
export interface Ear {
  begun(seat: number, opponent: string): void;
  /** A move was played, by whichever side. @param bytes of what told so */
  moved(bytes: number): void;
  over(): void;
}

export interface Player {
  agent: BenchAgent;
  ear: Ear;
}

export type Send = (column: number, ply: number) => void;

/** A server's way of talking. Sits two agents down; they need not meet each other. */
export type Line = (url: string, pair: [Player, Player]) => Promise<[Send, Send]>;
