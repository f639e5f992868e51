import type { GameInfo, MatchHandle } from '../../../core/arena.ts';
import type { Seat, Status, Viewer } from '../../../core/game.ts';
import type { Update } from '../../../core/update.ts';

/** The match that frames are about. */
export type Subject = Pick<MatchHandle, 'id' | 'header'>;

export interface Named {
  agentId: string;
  agentName: string;
}

/** One update as a notation reads it. */
export interface Scene<View = unknown> {
  match: Subject;
  viewer: Viewer;
  view: View;
  status: Status;
  update: Update;
  /** By seat. */
  players: readonly Named[];
  /** What is known of the game beside its rules. */
  game: Pick<GameInfo, 'sealed' | 'scored'>;
}

export interface Action {
  seat: Seat;
  action: string;
}

/** A skill as it is announced before the turn it was used in; the frame adds grid and extra. */
export interface SkillUse {
  skill: string;
  seat: Seat;
  target: { row: number; col: number };
  description: string;
  animationDurationMs: number;
  affectedCells?: { row: number; col: number; before: string; after: string }[];
}

/** Puts what a game shows into this protocol's words. It sees views only, so it can tell nothing that a viewer may not know. */
export interface Notation<View> {
  maxRounds(scene: Scene<View>): number;
  /** The decision to make, from 1; once the match is over, the one it ended with. */
  round(scene: Scene<View>): number;
  /** How many decisions were made. */
  made(scene: Scene<View>): number;
  /** While the match goes on. */
  scores(scene: Scene<View>): number[];
  extra(scene: Scene<View>): object;
  grid?(scene: Scene<View>): string[][];
  /** `extra.publicState` is sent at the top level too. */
  publicState?: true;
  /** What was done in the decision that was just made. */
  actions(scene: Scene<View>): Action[];
  summary(scene: Scene<View>, round: number): string;
  skill?(scene: Scene<View>): SkillUse | undefined;
  /** The game may go on without a seat that forfeits, and plays the others' moves at once. */
  playsOn?: true;
  /** The legal moves are shown, so they are asked for. */
  legal?: true;
  /** Moves are taken as text too: `{"text": "Nf3"}`. */
  text?: true;
}

/** Something of each player, by agent id. */
export const byId = <Value>(players: readonly Named[], of: (seat: Seat) => Value): { [agentId: string]: Value } =>
  Object.fromEntries(players.map(({ agentId }, seat) => [agentId, of(seat)]));

export const idOf = (players: readonly Named[], seat: Seat | null): string | null =>
  seat === null ? null : (players[seat]?.agentId ?? null);

export const nameOf = (players: readonly Named[], seat: Seat): string => players[seat]?.agentName ?? `Seat ${seat}`;
