import type { Bots, Random } from '../../core/game.ts';
import type { BlottoMove, BlottoView } from './rules.ts';
import { ALLOCATIONS, fight, roundWinner } from './rules.ts';

/** Spreads that beat the even one and hold up against each other, in no order of battlefields. */
const SOLID = [
  [3, 3, 3, 1, 0],
  [4, 3, 3, 0, 0],
  [3, 3, 2, 2, 0],
  [4, 3, 2, 1, 0],
  [3, 3, 2, 1, 1],
  [4, 4, 2, 0, 0],
];
const CANDIDATES = 120;
const GUESSES = 40;

const solid = (random: Random): number[] => random.shuffle(random.pick(SOLID));

/** What the opponent may play next: something it has played, as it was or rearranged, or a solid spread. */
function guess(past: number[][], random: Random): number[] {
  const kind = random.int(4);
  if (past.length === 0 || kind === 0) return solid(random);
  const seen = random.pick(past);
  return kind === 1 ? random.shuffle(seen) : seen;
}

function bestAgainst(guesses: number[][], random: Random): number[] {
  const worth = (allocation: readonly number[]) =>
    guesses.reduce((sum, theirs) => {
      const winner = roundWinner(fight(allocation, theirs));
      return winner === null ? sum : winner === 0 ? sum + 1 : sum - 1;
    }, 0);
  const candidates = Array.from({ length: CANDIDATES }, (_, i) =>
    i % 2 ? solid(random) : [...random.pick(ALLOCATIONS)],
  );
  return candidates
    .map((allocation) => ({ allocation, worth: worth(allocation) }))
    .reduce((best, next) => (next.worth > best.worth ? next : best)).allocation;
}

export const blottoBots: Bots<BlottoView, BlottoMove> = [
  { name: 'easy', play: (_view, _turn, _seat, random) => ({ allocation: [...random.pick(ALLOCATIONS)] }) },
  { name: 'medium', play: (_view, _turn, _seat, random) => ({ allocation: solid(random) }) },
  {
    name: 'hard',
    play: ({ history }, _turn, seat, random) => {
      if (history.length === 0) return { allocation: solid(random) };
      const past = history.map((round) => round.allocations[1 - seat]!);
      return {
        allocation: bestAgainst(
          Array.from({ length: GUESSES }, () => guess(past, random)),
          random,
        ),
      };
    },
  },
];
