import type { Summary } from './wire.ts';

/** Matches of the same players, one after another. */
export interface Series {
  id: string;
  game: string;
  matches: [Summary, ...Summary[]];
}

const playersOf = ({ game, seats }: Summary): string =>
  JSON.stringify([game, ...seats.map(({ agent, kind, name }) => (kind === 'agent' ? agent : name)).sort()]);

/** Folds runs of matches of the same players into one. */
export function fold(matches: Summary[]): Series[] {
  const series: Series[] = [];
  for (const match of matches) {
    const last = series.at(-1);
    if (last && playersOf(last.matches[0]) === playersOf(match)) last.matches.push(match);
    else series.push({ id: match.id, game: match.game, matches: [match] });
  }
  return series;
}

/** What each of the players won, by name, the most first, and how many were drawn or void. */
export function tally({ matches }: Series): { wins: [name: string, won: number][]; drawn: number } {
  const wins = new Map(matches[0].seats.map(({ name }) => [name, 0]));
  let drawn = 0;
  for (const { outcome, seats } of matches) {
    const best = outcome?.kind === 'over' ? Math.min(...outcome.ranks) : 0;
    const winners = outcome?.kind === 'over' ? seats.filter((_, seat) => outcome.ranks[seat] === best) : [];
    const [winner] = winners;
    if (winners.length === 1 && winner) wins.set(winner.name, (wins.get(winner.name) ?? 0) + 1);
    else drawn++;
  }
  return { wins: [...wins].sort(([, a], [, b]) => b - a), drawn };
}
