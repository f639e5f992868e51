import type { Lobby, TableInfo } from '../core/arena.ts';
import type { Seat } from '../core/game.ts';

/**
 * The label of a table that no queue leads to: whom its opener waits for, and which seat the opener wants. Every protocol
 * whose agents can be challenged reads it.
 */
export interface Invitation {
  /** Whoever is told the table's id, or one agent. */
  invited: 'anybody' | { agent: string };
  seat?: Seat;
  /** When it was opened. */
  at: number;
}

export const invitationOf = ({ label }: TableInfo): Invitation | undefined =>
  (label as Partial<Invitation> | undefined)?.invited ? (label as Invitation) : undefined;

/** Where somebody who follows the invitation takes a place, so that whoever opened the table has the seat they want. */
export const placeAt = (table: TableInfo): number | undefined =>
  table.size === 2 && invitationOf(table)?.seat === 1 && table.sitters.length === 1 ? 0 : undefined;

/** Tables at which somebody waits for this agent. */
export async function challengesOf(lobby: Lobby, agent: string): Promise<TableInfo[]> {
  return (await lobby.tables()).filter((table) => isChallengeOf(table, agent));
}

export const isChallengeOf = (table: TableInfo, agent: string): boolean => {
  const invited = invitationOf(table)?.invited;
  return typeof invited === 'object' && invited.agent === agent && table.status === 'open' && table.sitters.length > 0;
};
