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

export async function readInfo(arena: Arena, match: MatchHandle): Promise<MatchInfo> {
  const { seats, game } = match.header;
  const [ratings, headToHead] = await Promise.all([
    Promise.all(seats.map(({ agent }) => arena.rating(agent, game))),
    readHeadToHead(arena, match),
  ]);
  return { ratings, headToHead };
}

async function readHeadToHead(arena: Arena, { header }: MatchHandle): Promise<HeadToHead | null> {
  const [first, second] = header.seats as [SeatHolder, SeatHolder];
  const { won, lost, drawn } = await arena.against(first.agent, second.agent, header.game);
  return won + lost + drawn ? { wins: won, losses: lost, draws: drawn } : null;
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
