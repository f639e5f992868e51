import type { MatchHandle } from '../../../../core/arena.ts';
import type { Cancel } from '../../../../core/clock.ts';
import { type Line, line, type Size, styled } from '../line.ts';
import { Replay } from '../replay.ts';
import { moved, type Screen, type Stage, titleOf } from '../screen.ts';
import { ending } from './ending.ts';
import { drawMatch } from './match-view.ts';

const PLAY_EVERY = 1000;
const MOVES_SHOWN = 9;

export function drawReplay(replay: Replay, at: number, playing: boolean, size: Size): Line[] {
  const { match, last } = replay;
  const { game, seats } = match.header;
  const { status, view } = replay.step(at);
  const from = Math.max(1, Math.min(at - Math.floor(MOVES_SHOWN / 2), last - MOVES_SHOWN + 1));
  const steps = Array.from({ length: Math.min(MOVES_SHOWN, last) }, (_, i) => from + i);
  const notes = [
    line(`Step ${at} of ${last}${playing ? ' (playing)' : ''}`),
    ...(status.kind === 'turn' ? [] : [line(styled('bold', ending(status, seats)))]),
    [],
    ...steps.map((step) =>
      step === at ? line(styled('bold', `> ${replay.words(step)}`)) : line(`  ${replay.words(step)}`),
    ),
  ];
  const toMove = status.kind === 'turn' ? status.must[0] : undefined;
  return drawMatch({ game, seats, view, toMove, notes }, size);
}

/** A finished match, step by step. */
export function replayScreen(stage: Stage, match: MatchHandle): Screen {
  const replay = new Replay(match);
  let at = 0;
  let timer: Cancel | undefined;
  const stop = (): void => {
    timer?.();
    timer = undefined;
  };
  const play = (): void => {
    timer = stage.clock.after(PLAY_EVERY, () => {
      timer = undefined;
      if (at < replay.last) at++;
      if (at < replay.last) play();
      stage.repaint();
    });
  };
  return {
    title: `${titleOf(stage, match)}: replay`,
    keys: '←→ step   home/end   space play   esc back   q quit',
    draw: (size) => drawReplay(replay, at, timer !== undefined, size),
    press(key) {
      if (key === ' ') {
        if (timer) return stop();
        if (at === replay.last) at = 0;
        return play();
      }
      const to = moved(at, replay.last + 1, { left: 'up', right: 'down', enter: 'down' }[key] ?? key);
      if (to === undefined) return;
      stop();
      at = to;
    },
    closed: stop,
  };
}
