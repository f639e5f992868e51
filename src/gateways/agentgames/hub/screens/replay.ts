import type { MatchHandle } from '../../../../core/arena.ts';
import type { Cancel } from '../../../../core/clock.ts';
import type { Update } from '../../../../core/update.ts';
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
  let replay: Replay | undefined;
  let words = 'Setting up the board…';
  let closed = false;
  let at = 0;
  const load = async (): Promise<void> => {
    const steps: Update[] = [];
    for await (const update of match.past('replay', -1)) {
      if (closed) return;
      steps.push(update);
    }
    replay = new Replay(match, steps);
  };
  load()
    .catch(() => {
      words = 'Too much is being read right now. Please come back in a moment.';
    })
    .finally(() => stage.repaint());
  let timer: Cancel | undefined;
  const stop = (): void => {
    timer?.();
    timer = undefined;
  };
  const play = (last: number): void => {
    timer = stage.clock.after(PLAY_EVERY, () => {
      timer = undefined;
      if (at < last) at++;
      if (at < last) play(last);
      stage.repaint();
    });
  };
  return {
    title: `${titleOf(stage, match)}: replay`,
    keys: '←→ step   home/end   space play   esc back   q quit',
    draw: (size) => (replay ? drawReplay(replay, at, timer !== undefined, size) : [line(words)]),
    press(key) {
      if (!replay) return;
      if (key === ' ') {
        if (timer) return stop();
        if (at === replay.last) at = 0;
        return play(replay.last);
      }
      const to = moved(at, replay.last + 1, { left: 'up', right: 'down', enter: 'down' }[key] ?? key);
      if (to === undefined) return;
      stop();
      at = to;
    },
    closed() {
      closed = true;
      stop();
    },
  };
}
