import type { Seat, SeatMove, Turn } from '../../core/game.ts';
import type { Outcome } from '../../core/record.ts';
import type { ClockRule } from '../clock.ts';

/** What a player is told when a game begins. */
export interface Beginning {
  game: string;
  seat: Seat;
  /** Names by seat. */
  players: string[];
  options: unknown;
  clock: ClockRule;
  /** 32 bytes in hex, for the player's own chance; another one in each game. */
  seed: string;
}

/** What a player is asked. Lists are made when they are wanted. */
export interface Question {
  seat: Seat;
  step: number;
  turn: Turn;
  /** Names the decision, where it has a name. */
  phase: string | undefined;
  /** The offer that is to be answered, where it is none of the turn's own decisions. */
  ask: string | undefined;
  view: unknown;
  /** Milliseconds, by seat. */
  left: (seat: Seat) => number;
  /** Undefined: the game cannot list them. */
  legal(): unknown[] | undefined;
  /** All moves so far, for players of games without secrets. */
  played(): SeatMove[];
}

export type Answer = { move: unknown } | { text: string } | { resign: true };

/** Why a player lost a game other than by playing it. */
export type Fault = 'illegal' | 'late' | 'crash';

/** A player did not answer as it should. The message is a sentence for its author. */
export class Faulty extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** One player of one lane. It plays one game at a time. */
export interface Player {
  /** It may still be loading: true until its first answer where beginning does not wait for that. */
  readonly fresh: boolean;
  /** Starts what must be started. @throws Faulty */
  begin(beginning: Beginning): void | Promise<void>;
  /** @throws Faulty */
  answer(question: Question): Answer | Promise<Answer>;
  end(outcome: Outcome): void;
  /** It hangs or broke: whatever it is, it stops now and is started anew for the next game. */
  drop(): void;
  /** The last lines that it wrote about itself. */
  lastWords(): string[];
  close(): Promise<void>;
}
