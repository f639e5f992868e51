import { homeOf, testArena } from '../../test/arena.ts';
import type { AnyGame, SeatMove } from './game.ts';
import type { Match, Refused } from './match.ts';
import type { NoteRules } from './notes.ts';
import type { Terms } from './terms.ts';
import type { Update } from './update.ts';

export const holders = (count: number) =>
  Array.from({ length: count }, (_, seat) => ({
    agent: `a${seat}`,
    name: `Agent ${seat}`,
    kind: 'agent' as const,
    via: 'test',
  }));

/** A match of a toy arena, its seats watched from the first moment. */
export async function begin(
  game: AnyGame,
  terms: Partial<Terms> = {},
  { seats = 2, watched = true, notes = {} as NoteRules } = {},
) {
  const home = await testArena([game], { homes: { [game.id]: homeOf(game, terms) }, notes });
  const seen: Update[][] = Array.from({ length: seats }, () => []);
  const leave: (() => void)[] = [];
  const match = await home.local.begin({ game: game.id, seats: holders(seats) }, (begun) => {
    if (watched)
      for (let seat = 0; seat < seats; seat++) leave.push(begun.watch(seat, (update) => seen[seat]!.push(update)));
  });
  return { ...home, arena: home.local, match, seen, leave };
}

export const submit = (
  match: Match,
  seat: number,
  move: unknown,
  turn?: number,
  by?: string,
): Promise<Refused | undefined> =>
  new Promise((resolve) => {
    const { status } = match.position;
    const number = turn ?? (status.kind === 'turn' ? status.number : 0);
    const seatMove: SeatMove = by === undefined ? { seat, move } : { seat, move, by };
    match.submit(seatMove, number, resolve);
  });

export const note = (match: Match, topic: string, data: unknown): Promise<Refused | undefined> =>
  new Promise((resolve) => match.note(topic, data, resolve));
