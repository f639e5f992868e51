import type { Arena, MatchHandle } from '../../../core/arena.ts';
import type { Seat } from '../../../core/game.ts';
import type { SeatHolder } from '../../../core/record.ts';
import type { MatchOpponent } from '../protocol.ts';
import { typeOf } from './match-result.ts';

export interface HeadToHead {
  wins: number;
  losses: number;
  draws: number;
}

/** What the two brought along when the match began. */
export interface MatchInfo {
  ratings: number[];
  /** Of seat 0 against seat 1 in earlier matches of this game; null when this is their first. */
  headToHead: HeadToHead | null;
}

/** So many of an agent's latest matches are looked through for earlier meetings. */
const LOOKED_BACK = 200;

export async function readInfo(arena: Arena, match: MatchHandle): Promise<MatchInfo> {
  const { seats, game } = match.header;
  const [ratings, headToHead] = await Promise.all([
    Promise.all(seats.map(({ agent }) => arena.rating(agent, game))),
    readHeadToHead(arena, match),
  ]);
  return { ratings, headToHead };
}

async function readHeadToHead(arena: Arena, { header }: MatchHandle): Promise<HeadToHead | null> {
  const { game, id } = header;
  const [first, second] = header.seats as [SeatHolder, SeatHolder];
  const summary = { wins: 0, losses: 0, draws: 0 };
  for (const earlier of await arena.list({ agent: first.agent, game, over: true, limit: LOOKED_BACK })) {
    const outcome = earlier.result?.outcome;
    const mine = earlier.seats.findIndex(({ agent }) => agent === first.agent);
    const other = earlier.seats.findIndex(({ agent }) => agent === second.agent);
    if (earlier.id === id || other < 0 || outcome?.kind !== 'over') continue;
    const difference = outcome.ranks[mine]! - outcome.ranks[other]!;
    summary[difference < 0 ? 'wins' : difference > 0 ? 'losses' : 'draws']++;
  }
  return summary.wins + summary.losses + summary.draws ? summary : null;
}

export function headToHeadFor(seat: Seat, summary: HeadToHead | null): HeadToHead | null {
  if (!summary || seat === 0) return summary;
  return { wins: summary.losses, losses: summary.wins, draws: summary.draws };
}

export function participant(match: MatchHandle, seat: Seat, info: MatchInfo, connected: boolean): MatchOpponent {
  const holder = match.header.seats[seat]!;
  return {
    id: holder.agent,
    type: typeOf(holder),
    name: holder.name,
    framework: holder.kind === 'bot' ? 'crossplay' : null,
    elo: info.ratings[seat]!,
    connected,
  };
}
