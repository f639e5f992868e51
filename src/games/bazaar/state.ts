import { type Static, Type } from 'typebox';
import type { Seat } from '../../core/game.ts';
import type { Ballot } from '../shared/ballot.ts';
import type { TalkLimits, TalkOptions } from '../shared/talk.ts';
import { talkOptions } from '../shared/talk.ts';
import type { Goal, Side, Stock } from './goods.ts';
import { Bundle } from './goods.ts';

export const Options = talkOptions('In all.');
export type Options = TalkOptions;

export const Move = Type.Union([
  Type.Object({ text: Type.String() }),
  Type.Object({ propose: Type.Object({ offer: Bundle, request: Bundle }) }),
  Type.Object({ accept: Type.Literal(true) }),
  Type.Object({ reject: Type.Literal(true) }),
  Type.Object({ vote: Type.Integer({ minimum: 0, maximum: 1, description: 'A seat; for spectators.' }) }),
]);
/** Only the clock passes a turn or closes the vote. */
export type Move = Static<typeof Move> | { pass: true } | { close: true };

export interface Trade {
  proposer: Seat;
  /** What the proposer gives. */
  offer: Bundle;
  /** What the proposer gets. */
  request: Bundle;
}

export type Happening =
  | { kind: 'message' | 'late'; seat: Seat }
  | ({ kind: 'proposed' | 'executed' | 'rejected'; seat: Seat } & Trade);

export interface State extends TalkLimits {
  /** How many turns were taken; missed ones count here, but not as messages. */
  turns: number;
  messages: { seat: Seat; text: string }[];
  sides: [Side, Side];
  /** With the turn in which it was proposed. */
  pending: (Trade & { turn: number }) | null;
  executed: Trade[];
  /** What the last step did; null at the start and in the vote. */
  happened: Happening | null;
  phase: 'talk' | 'vote' | 'over';
  ballot: Ballot;
}

export interface SideView {
  stock: Stock;
  goal: Goal;
  progress: number;
  goalMet: boolean;
}

export interface View extends Omit<State, 'turns' | 'sides' | 'ballot'> {
  toMove: Seat | null;
  /** By seat; null where the viewer may not see it. */
  sides: [SideView | null, SideView | null];
  totalVotes: number;
  /** By seat; null until the vote is closed. */
  votes: [number, number] | null;
}
