import type { EchoView } from './rules.ts';

export function told({ last }: EchoView, names: string[]): string[] {
  if (!last) return [];
  const { numbers, counted, winner } = last;
  const shown = numbers.map((number, seat) => (counted[seat] === 0 ? `${number} (repeated)` : `${number}`));
  return [`${shown.join(' : ')}, ${winner === null ? 'nobody' : names[winner]} scores`];
}

export function summary({ currentRound, maxRounds, scores, last }: EchoView, names: string[]): string {
  const latest = last ? ` Last round ${last.numbers[0]} against ${last.numbers[1]}.` : '';
  return `Echo, round ${currentRound} of ${maxRounds}. ${names[0]} ${scores[0]}, ${names[1]} ${scores[1]}.${latest}`;
}
