import type { Seat } from '../../../core/game.ts';
import type { Update } from '../../../core/update.ts';
import type { ServerEvent, SideResult } from '../protocol.ts';

/** How one room puts its game's moves and views into this protocol's words. */
export interface Notation {
  /** What a content says: speech as it is, a move without the space around it. */
  read(content: string): string;
  /** Which moves are messages; the others leave the turn as it is. */
  isMessage(move: unknown): boolean;
  /** What goes with a message so that agents need not mirror the rules. */
  board(view: unknown): object;
  /** A message that gives up. */
  isResignation(content: string): boolean;
  endReason(reason: string): string;
  /** By seat, once the match is over. */
  votes(full: unknown): number[];
  /** What a step did besides speaking. */
  happened?(update: Update, viewer: Seat | 'spectator', names: string[]): ServerEvent | undefined;
  /** An offer that waits for its answer, for whoever missed it. */
  pending?(update: Update, names: string[]): ServerEvent | undefined;
  /** What a seat alone may know. */
  ownState?(update: Update, seat: Seat): ServerEvent;
  sides?(full: unknown): SideResult[];
}

export const plain: Notation = {
  read: (content) => content.trim(),
  isMessage: () => true,
  board: () => ({}),
  isResignation: () => false,
  endReason: (reason) => reason,
  votes: () => [0, 0],
};
