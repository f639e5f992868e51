import type { Bots, Random } from '../../core/game.ts';
import type { EchoMove, EchoView } from './rules.ts';
import { HIGHEST, ROUNDS } from './rules.ts';

/** Numbers that matter: three high ones, and any low one that keeps those free for the next round. */
const KINDS = [10, 9, 8, 1];
const LOW = KINDS.length - 1;
const FRESH = KINDS.length;
const LEARNING_ROUNDS = 300;

interface Solved {
  value: number;
  /** How often to play each kind, as weights. */
  mix: number[];
}

/** The value of each situation for the seat to be advised, and its mixed strategy, worked out backwards and kept. */
const solved = new Map<string, Solved>();

function solve(left: number, lead: number, mine: number, theirs: number): Solved {
  if (left === 0) return { value: Math.sign(lead), mix: [] };
  const key = `${left}/${lead}/${mine}/${theirs}`;
  const known = solved.get(key);
  if (known) return known;
  const payoffs = KINDS.map((_, i) =>
    KINDS.map((_, j) => solve(left - 1, lead + compare(i, j, mine, theirs), i, j).value),
  );
  const found = equilibrium(payoffs);
  solved.set(key, found);
  return found;
}

function compare(mine: number, theirs: number, myPrevious: number, theirPrevious: number): number {
  return Math.sign(worth(mine, myPrevious) - worth(theirs, theirPrevious));
}

/** A low number need never repeat: there are several of them. */
const worth = (kind: number, previous: number): number => (kind === previous && kind !== LOW ? 0 : KINDS[kind]!);

/** Both sides answer the other's past play again and again; their averages approach the equilibrium. */
function equilibrium(payoffs: number[][]): Solved {
  const size = payoffs.length;
  const rows = Array<number>(size).fill(0);
  const gains = Array<number>(size).fill(0);
  const losses = Array<number>(size).fill(0);
  for (let i = 0; i < LEARNING_ROUNDS; i++) {
    const row = gains.indexOf(Math.max(...gains));
    const column = losses.indexOf(Math.min(...losses));
    rows[row]! += 1;
    for (let k = 0; k < size; k++) {
      gains[k]! += payoffs[k]![column]!;
      losses[k]! += payoffs[row]![k]!;
    }
  }
  return { value: (Math.max(...gains) + Math.min(...losses)) / 2 / LEARNING_ROUNDS, mix: rows };
}

function kindOf(number: number | undefined): number {
  if (number === undefined) return FRESH;
  const kind = KINDS.indexOf(number);
  return kind < 0 ? LOW : kind;
}

function draw(weights: number[], random: Random): number {
  let ticket = random.int(weights.reduce((sum, weight) => sum + weight, 0));
  return weights.findIndex((weight) => {
    ticket -= weight;
    return ticket < 0;
  });
}

export const echoBots: Bots<EchoView, EchoMove> = [
  { name: 'easy', play: (_view, _turn, _seat, random) => ({ number: 1 + random.int(HIGHEST) }) },
  {
    name: 'medium',
    play: (view, _turn, seat, random) => ({
      number: random.pick([10, 9, 8, 7].filter((number) => number !== view.last?.numbers[seat])),
    }),
  },
  {
    name: 'hard',
    play: ({ last, scores, history }, _turn, seat, random) => {
      const mine = last?.numbers[seat];
      const lead = scores[seat]! - scores[1 - seat]!;
      const { mix } = solve(ROUNDS - history.length, lead, kindOf(mine), kindOf(last?.numbers[1 - seat]));
      const kind = draw(mix, random);
      return { number: kind === LOW && mine === KINDS[LOW] ? KINDS[LOW]! + 1 : KINDS[kind]! };
    },
  },
];
