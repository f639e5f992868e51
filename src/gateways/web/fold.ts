import type { ResultLine, Summary } from './json.ts';

/** As many matches of the same players stand one by one. */
const FEW = 2;
/** So many of a line are told with it. */
const TOLD = 10;

const nameOf = ({ agent, kind, name }: Summary['seats'][number]): string => (kind === 'agent' ? agent : name);

const playersOf = ({ game, seats }: Summary): string => JSON.stringify([game, ...seats.map(nameOf).sort()]);

/** Matches of the same players become one line, where the latest of them is. */
export function fold(matches: Summary[]): ResultLine[] {
  const met = new Map<string, Summary[]>();
  for (const match of matches) {
    const key = playersOf(match);
    const all = met.get(key) ?? [];
    all.push(match);
    met.set(key, all);
  }
  return matches.flatMap((match) => {
    const all = met.get(playersOf(match))!;
    if (all.length <= FEW) return [lineOf([match])];
    return all[0] === match ? [lineOf(all)] : [];
  });
}

function lineOf(matches: Summary[]): ResultLine {
  const [{ game, seats }] = matches as [Summary];
  const won = seats.map(() => 0);
  let drawn = 0;
  for (const { outcome, seats: holders } of matches) {
    const ranks = outcome?.kind === 'over' ? outcome.ranks : [];
    const best = Math.min(...ranks);
    const winners = holders.filter((_, seat) => ranks[seat] === best);
    const [winner] = winners;
    if (winners.length === 1 && winner) won[seats.findIndex((seat) => nameOf(seat) === nameOf(winner))]!++;
    else drawn++;
  }
  return { game, players: seats, games: matches.length, won, drawn, matches: matches.slice(0, TOLD) };
}
