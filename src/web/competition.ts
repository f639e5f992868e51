import { endingText } from './format.ts';
import type { ShownCompetition } from './wire.ts';

export type ShownPairing = ShownCompetition['rounds'][number]['pairings'][number];

export interface BracketRound {
  number: number;
  title: string;
  pairings: (ShownPairing | null)[];
}

export interface BracketPart {
  title: string;
  rounds: BracketRound[];
}

const FORMATS: { [type: string]: string } = {
  'round-robin': 'Round robin',
  swiss: 'Swiss',
  knockout: 'Knockout',
  'double-knockout': 'Double knockout',
  arena: 'Arena',
  gauntlet: 'Gauntlet',
  heats: 'Heats',
};
export const formatName = ({ format }: Pick<ShownCompetition, 'format'>): string => FORMATS[format.type] ?? format.type;

export const isBracket = ({ format }: Pick<ShownCompetition, 'format'>): boolean =>
  format.type === 'knockout' || format.type === 'double-knockout';

/** What each got of a pairing, in order of its agents: points of games, else 1, ½ or 0; where more than two met, its rank. */
export function scoresOf({ agents, outcome }: ShownPairing): string[] {
  if (!outcome) return agents.map(() => '');
  if (agents.length === 1) return ['bye'];
  if (outcome.scores) return outcome.scores.map(half);
  if (agents.length > 2) return outcome.ranks.map(ordinal);
  const first = outcome.ranks.filter((rank) => rank === 1).length;
  return agents.map((agent, i) => {
    if (outcome.forfeit?.includes(agent)) return '–';
    return outcome.ranks[i] === 1 ? (first > 1 ? '½' : '1') : '0';
  });
}

/** Where the score does not say it. */
const REASONS: { [reason: string]: string } = {
  bye: '',
  score: '',
  seed: 'the better seed goes on',
  void: 'no game counted',
};

/** How a pairing was decided; empty: its score says it. */
export const reasonOf = ({ outcome }: ShownPairing, game: string): string =>
  outcome ? (REASONS[outcome.reason] ?? endingText(game, outcome.reason)) : '';

const ordinal = (rank: number): string => `${rank}${['th', 'st', 'nd', 'rd'][rank] ?? 'th'}`;

/** 1½ for 1.5. */
export const half = (points: number): string => {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole || ''}½`;
};

export const hasWon = ({ agents, outcome }: ShownPairing, agent: string): boolean => {
  if (!outcome || outcome.forfeit?.includes(agent)) return false;
  return outcome.ranks[agents.indexOf(agent)] === 1 && outcome.ranks.filter((rank) => rank === 1).length === 1;
};

const PARTS = [
  ['winners', 'Winners'],
  ['losers', 'Losers'],
  ['final', 'Final'],
  ['third place', 'Third place'],
] as const;

/** The rounds of a bracket, part by part; what is still to come of a single one as empty places. */
export function bracketOf({ format, rounds, entrants }: ShownCompetition): BracketPart[] {
  if (rounds.length === 0) return [];
  const last = Math.ceil(Math.log2(Math.max(2, entrants.length)));
  if (format.type === 'knockout') {
    const main = rounds.map(({ number, pairings }) => ({
      number,
      title: roundTitle(number, last),
      pairings: pairings.filter(({ part }) => part !== 'third place') as (ShownPairing | null)[],
    }));
    for (let number = main.length + 1; number <= last; number++) {
      const count = Math.max(1, 2 ** (last - number));
      main.push({ number, title: roundTitle(number, last), pairings: Array.from({ length: count }, () => null) });
    }
    return [{ title: 'Bracket', rounds: main }, ...partsOf(rounds, ['third place'])];
  }
  return partsOf(rounds, ['winners', 'losers', 'final', 'third place']);
}

function partsOf(rounds: ShownCompetition['rounds'], wanted: string[]): BracketPart[] {
  return PARTS.filter(([part]) => wanted.includes(part)).flatMap(([part, title]) => {
    const own = rounds.flatMap(({ number, pairings }) => {
      const here = pairings.filter((pairing) => pairing.part === part);
      return here.length ? [{ number, title: `Round ${number}`, pairings: here }] : [];
    });
    return own.length ? [{ title, rounds: own }] : [];
  });
}

const roundTitle = (number: number, last: number): string =>
  ['Final', 'Semi-finals', 'Quarter-finals'][last - number] ?? `Round ${number}`;

/** So many meetings are shown one by one. */
const FEW = 4;

/** What each got against each, in order of the table: `1`, `½0`, after many meetings `7½ / 12`; empty where they have not met. */
export function crosstableOf({ rounds, standings }: ShownCompetition): string[][] {
  const place = new Map(standings.map(({ agent }, i) => [agent, i]));
  const scores = standings.map(() => standings.map((): string[] => []));
  for (const pairing of rounds.flatMap(({ pairings }) => pairings)) {
    if (pairing.agents.length !== 2 || !pairing.outcome) continue;
    const [a, b] = pairing.agents.map((agent) => place.get(agent)!) as [number, number];
    const { scores: _, ...outcome } = pairing.outcome;
    const [first, second] = scoresOf({ ...pairing, outcome }) as [string, string];
    scores[a]![b]!.push(first);
    scores[b]![a]!.push(second);
  }
  return scores.map((row) => row.map((met) => (met.length <= FEW ? met.join('') : `${total(met)} / ${met.length}`)));
}

const POINTS: { [score: string]: number } = { '1': 1, '½': 0.5 };
const total = (scores: string[]): string => half(scores.reduce((sum, score) => sum + (POINTS[score] ?? 0), 0));
