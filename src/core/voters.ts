import type { SeatHolder } from './record.ts';
import type { AgentRow, AgentStore } from './storage.ts';

export interface VotersParts {
  agents: Pick<AgentStore, 'byId'>;
  /** So many milliseconds an account must be old. */
  age: number;
  now(): number;
}

/** Whether a spectator's vote counts fully: that of an account that is old enough and not of somebody who plays. */
export type CountsFully = (voter: string | undefined, seats: readonly Pick<SeatHolder, 'agent'>[]) => Promise<boolean>;

export function voters({ agents, age, now }: VotersParts): CountsFully {
  return async (voter, seats) => {
    const account = voter === undefined ? undefined : await agents.byId(voter);
    if (!account || account.bannedAt !== undefined || now() - account.at < age) return false;
    if (account.owner === undefined) return true;
    const seated = await Promise.all(seats.map(({ agent }) => agents.byId(agent)));
    return !seated.some((one: AgentRow | undefined) => one?.owner === account.owner);
  };
}
