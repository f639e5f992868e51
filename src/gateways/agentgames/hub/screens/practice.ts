import type { GameInfo } from '../../../../core/arena.ts';
import { type Line, line, styled } from '../line.ts';
import { moved, type Screen, type Stage } from '../screen.ts';
import { beginPractice } from './play.ts';

export function drawPractice(title: string, bots: string[], chosen: number, problem: string): Line[] {
  return [
    line(`Practice ${title} against a house bot. You move first; nothing is rated.`),
    [],
    ...bots.map((bot, i) => (i === chosen ? line(styled('chosen', `> ${bot.padEnd(12)}`)) : line(`  ${bot}`))),
    [],
    line(problem),
  ];
}

/** The choice of a bot to practise against. */
export function practiceScreen(stage: Stage, game: GameInfo): Screen {
  const bots = stage.practice.names(game.id);
  let chosen = 0;
  let starting = false;
  let problem = '';
  const begin = async (): Promise<void> => {
    problem = stage.practice.isFull() ? 'Too many matches against bots are played from your address.' : '';
    if (problem) return stage.repaint();
    starting = true;
    try {
      const screen = await beginPractice(stage, game, bots[chosen]!, () => practiceScreen(stage, game));
      stage.back();
      stage.open(screen);
    } catch {
      problem = 'The match could not begin. Please try again.';
      stage.repaint();
    } finally {
      starting = false;
    }
  };
  return {
    title: `${game.title}: practice`,
    keys: '↑↓ choose a strength   enter begin   esc back   q quit',
    draw: () => drawPractice(game.title, bots, chosen, problem),
    press(key) {
      chosen = moved(chosen, bots.length, key) ?? chosen;
      if ((key === 'enter' || key === 'right') && !starting) void begin();
      if (key === 'left') stage.back();
    },
  };
}
