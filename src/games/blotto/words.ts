import type { BlottoView } from './rules.ts';

export function told({ last }: BlottoView, names: string[]): string[] {
  if (!last) return [];
  const { allocations, winner, battlefieldWinners } = last;
  const taken = (seat: number) => battlefieldWinners.filter((one) => one === seat).length;
  return [
    `${allocations[0].join('-')} against ${allocations[1].join('-')}`,
    `Fields ${taken(0)} : ${taken(1)}, ${winner === null ? 'nobody takes' : `${names[winner]} takes`} the round`,
  ];
}

export function summary({ currentRound, maxRounds, scores, last }: BlottoView, names: string[]): string {
  const latest = last ? ` Last round ${last.allocations[0].join(' ')} against ${last.allocations[1].join(' ')}.` : '';
  return `Colonel Blotto, round ${currentRound} of ${maxRounds}. ${names[0]} ${scores[0]}, ${names[1]} ${scores[1]}.${latest}`;
}
