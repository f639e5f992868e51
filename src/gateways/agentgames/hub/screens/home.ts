import type { MatchHeader } from '../../../../core/arena.ts';
import { scroll } from '../frame.ts';
import { column, type Line, line, number, type Size, styled } from '../line.ts';
import { plain } from '../plain.ts';
import { moved, type Screen, type Stage } from '../screen.ts';
import { canPractise, ladderScreen } from './ladder.ts';
import { matchesScreen } from './matches.ts';

export interface GameRow {
  title: string;
  live: number;
  leader: { name: string; rating: number } | undefined;
}

export function drawHome(rows: GameRow[], chosen: number, size: Size): Line[] {
  const height = size.rows - 2;
  const top = scroll(chosen, rows.length, height);
  const shown = rows.slice(top, top + height).map(({ title, live, leader }, i) => {
    const best = leader ? `${plain(leader.name, 24)} ${Math.round(leader.rating)}` : '-';
    const text = `${column(title, 24)}${number(live || '-', 6)}   ${best}`;
    return top + i === chosen ? line(styled('chosen', `> ${column(text, 64)}`)) : line(`  ${text}`);
  });
  return [line(styled('bold', `  ${column('Game', 24)}${number('Live', 6)}   Leader`)), [], ...shown];
}

/** All games: what is going on, and who leads. */
export function homeScreen(stage: Stage): Screen {
  const { arena } = stage;
  const games = [...arena.games].sort((a, b) => a.title.localeCompare(b.title));
  const leaders = new Map<string, GameRow['leader']>();
  let live: MatchHeader[] = [];
  let chosen = 0;
  const count = async (): Promise<void> => {
    live = await arena.live();
    stage.repaint();
  };
  const load = async (): Promise<void> => {
    await count();
    for (const { id } of games) {
      const [best] = await arena.ladder(id, 1);
      leaders.set(id, best);
    }
    stage.repaint();
  };
  const unwatch = arena.watch(() => void count().catch(() => {}));
  const rows = (): GameRow[] =>
    games.map(({ id, title }) => ({
      title,
      live: live.filter(({ game }) => game === id).length,
      leader: leaders.get(id),
    }));
  return {
    title: 'Games',
    get keys() {
      const practice = canPractise(stage, games[chosen]?.id) ? ' and practice' : '';
      return `↑↓ choose   enter ladder${practice}   m matches   q quit`;
    },
    draw: (size) => drawHome(rows(), chosen, size),
    shown: () => void load().catch(() => {}),
    press(key) {
      chosen = moved(chosen, games.length, key) ?? chosen;
      const game = games[chosen];
      if ((key === 'enter' || key === 'right') && game) stage.open(ladderScreen(stage, game));
      if (key === 'm') stage.open(matchesScreen(stage));
    },
    closed: unwatch,
  };
}
