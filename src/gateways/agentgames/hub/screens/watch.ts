import type { MatchHandle } from '../../../../core/arena.ts';
import type { Cancel } from '../../../../core/clock.ts';
import type { Update } from '../../../../core/update.ts';
import { line, styled } from '../line.ts';
import { type Screen, type Stage, titleOf } from '../screen.ts';
import { ending } from './ending.ts';
import { drawMatch, lastMove } from './match-view.ts';
import { replayScreen } from './replay.ts';

const SECOND = 1000;

/** A live match, as every player can see it. */
export function watchScreen(stage: Stage, match: MatchHandle): Screen {
  const { game, seats } = match.header;
  let update: Update | undefined;
  let heardAt = 0;
  let last = '';
  let timer: Cancel | undefined;
  const secondsLeft = ({ left, running }: NonNullable<Update['clock']>): number =>
    Math.max(0, Math.ceil((running ? left - (stage.clock.ticks() - heardAt) : left) / SECOND));
  const tick = (): void => {
    timer = stage.clock.after(SECOND, () => {
      if (update?.clock?.running) stage.repaint();
      tick();
    });
  };
  const unwatch = match.watch('spectator', (news) => {
    update = news;
    last = lastMove(match, news) ?? last;
    heardAt = stage.clock.ticks();
    stage.repaint();
  });
  tick();
  return {
    title: `${titleOf(stage, match)}: live`,
    keys: 'enter replay once it is over   esc back   q quit',
    draw(size) {
      if (!update) return [line('One moment…')];
      const { status, step, view, clock, watching } = update;
      const over = status.kind === 'turn' ? undefined : status;
      const notes = over
        ? [line(styled('bold', ending(over, seats))), line(`${step} steps`), line('Press enter for the replay.')]
        : [
            line(`Step ${step}`),
            line(clock ? `${secondsLeft(clock)} s on the clock` : ''),
            line(`${watching} watching`),
          ];
      const toMove = status.kind === 'turn' ? status.must[0] : undefined;
      return drawMatch({ game, seats, view, toMove, last, notes }, size);
    },
    press(key) {
      if (key === 'enter' && update && update.status.kind !== 'turn') stage.open(replayScreen(stage, match));
      if (key === 'left') stage.back();
    },
    closed() {
      timer?.();
      unwatch();
    },
  };
}
