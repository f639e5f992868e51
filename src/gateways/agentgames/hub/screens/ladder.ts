import type { GameInfo } from '../../../../core/arena.ts';
import type { LadderRow } from '../../../../core/ladder.ts';
import { column, type Line, line, number, type Size, styled } from '../line.ts';
import { plain } from '../plain.ts';
import { moved, type Screen, type Stage } from '../screen.ts';
import { matchesScreen } from './matches.ts';
import { practiceScreen } from './practice.ts';

const LONGEST_LADDER = 500;

/** @param rows undefined: not there yet */
export function drawLadder(rows: LadderRow[] | undefined, top: number, size: Size): Line[] {
  if (!rows) return [line('One moment…')];
  if (rows.length === 0) return [line('Nobody is rated in this game yet.')];
  const head = `${number('#', 4)}  ${column('Agent', 32)}${number('Rating', 7)}${number('Won', 7)}${number('Drawn', 7)}${number('Lost', 7)}`;
  const shown = rows.slice(top, top + size.rows - 2).map(({ rank, name, rating, won, drawn, lost }) => {
    const counts = `${number(Math.round(rating), 7)}${number(won, 7)}${number(drawn, 7)}${number(lost, 7)}`;
    return line(`${number(rank, 4)}  ${column(plain(name), 32)}${counts}`);
  });
  return [line(styled('bold', head)), [], ...shown];
}

export const canPractise = ({ games, practice }: Stage, game = ''): boolean =>
  games.has(game) && practice.names(game).length > 0;

/** Who is best at a game, and the ways on from there. */
export function ladderScreen(stage: Stage, game: GameInfo): Screen {
  let rows: LadderRow[] | undefined;
  let top = 0;
  const hasBots = canPractise(stage, game.id);
  const load = async (): Promise<void> => {
    rows = await stage.arena.ladder(game.id, LONGEST_LADDER);
    stage.repaint();
  };
  return {
    title: game.title,
    keys: `↑↓ scroll   m matches${hasBots ? '   p practice' : ''}   esc back   q quit`,
    draw: (size) => drawLadder(rows, top, size),
    shown: () => void load().catch(() => {}),
    press(key) {
      top = moved(top, rows?.length ?? 1, key) ?? top;
      if (key === 'm') stage.open(matchesScreen(stage, game));
      if (key === 'p' && hasBots) stage.open(practiceScreen(stage, game));
      if (key === 'left') stage.back();
    },
  };
}
