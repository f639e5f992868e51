import type { ExportedRecord } from '../core/record.ts';
import type { GameManifest, Opening } from '../games/shared/manifest.ts';
import { resultOf } from './streak.ts';

/** How an agent fared with a beginning. */
export interface PlayedOpening {
  name: string;
  seat: number;
  won: number;
  drawn: number;
  lost: number;
}

/** The longest known beginning that the moves begin with. */
export function openingOf(book: Opening[], moves: unknown[]): Opening | undefined {
  const written = moves.map((move) => JSON.stringify(move));
  let longest: Opening | undefined;
  for (const opening of book) {
    if (opening.moves.length <= (longest?.moves.length ?? 0)) continue;
    if (opening.moves.every((move, i) => JSON.stringify(move) === written[i])) longest = opening;
  }
  return longest;
}

/** The beginnings of these matches of a game, the most played first, by the seat that the agent had. */
export async function playedOpenings(
  game: GameManifest,
  agent: string,
  records: ExportedRecord[],
): Promise<PlayedOpening[]> {
  const openings = await game.openings?.();
  if (!openings) return [];
  const played = new Map<string, PlayedOpening>();
  for (const record of records) {
    const seat = record.seats.findIndex((one) => one.agent === agent);
    const result = resultOf(record, agent);
    const moves = record.entries.flatMap((entry) => (entry.kind === 'move' ? entry.moves.map(({ move }) => move) : []));
    if (!result || moves.length === 0) continue;
    const options = record.options as object;
    const name = openingOf(openings.book(options), moves)?.name ?? openings.spelled(moves, options);
    const row = played.get(`${seat} ${name}`) ?? { name, seat, won: 0, drawn: 0, lost: 0 };
    row[result]++;
    played.set(`${seat} ${name}`, row);
  }
  const count = ({ won, drawn, lost }: PlayedOpening): number => won + drawn + lost;
  return [...played.values()].sort((a, b) => count(b) - count(a));
}
