import type { GameInfo } from '../../../../core/arena.ts';
import type { Cancel } from '../../../../core/clock.ts';
import type { Outcome, SeatHolder } from '../../../../core/record.ts';
import { scroll } from '../frame.ts';
import { column, type Line, line, type Size, styled } from '../line.ts';
import { moved, type Screen, type Stage } from '../screen.ts';
import { story } from './ending.ts';
import { replayScreen } from './replay.ts';
import { watchScreen } from './watch.ts';

const MOST_LIVE = 100;
const MOST_RECENT = 100;
const REFRESH_AFTER = 500;

export interface MatchRow {
  id: string;
  game: string;
  seats: SeatHolder[];
  at: number;
  /** Undefined: it is live. */
  outcome: Outcome | undefined;
}

/** @param rows undefined: not there yet */
export function drawMatches(rows: MatchRow[] | undefined, chosen: number, size: Size): Line[] {
  if (!rows) return [line('One moment…')];
  if (rows.length === 0) return [line('No match has been played yet.')];
  const top = scroll(chosen, rows.length, size.rows);
  return rows.slice(top, top + size.rows).map(({ game, seats, at, outcome }, i) => {
    const when = outcome ? `${new Date(at).toISOString().slice(5, 16).replace('T', ' ')} UTC` : 'live now';
    const text = `${column(when, 17)}${column(game, 15)}${story(outcome, seats)}`;
    if (top + i === chosen) return line(styled('chosen', `> ${text}`));
    return line('  ', outcome ? text : styled('bold', text));
  });
}

/** Live matches, then those that ended, newest first. */
export function matchesScreen(stage: Stage, game?: GameInfo): Screen {
  const { arena, clock } = stage;
  const only = game && { game: game.id };
  let rows: MatchRow[] | undefined;
  let chosen = 0;
  let refreshing: Cancel | undefined;
  const load = async (): Promise<void> => {
    const [live, ended] = await Promise.all([
      arena.live(only),
      arena.list({ over: true, limit: MOST_RECENT, ...only }),
    ]);
    const watched = rows?.[chosen]?.id;
    rows = [
      ...live
        .slice(-MOST_LIVE)
        .reverse()
        .map((header) => ({ ...header, outcome: undefined })),
      ...ended.map(({ result, ...row }) => ({ ...row, outcome: result?.outcome })),
    ];
    // The choice stays on its match; where that is gone, in its place.
    const at = rows.findIndex(({ id }) => id === watched);
    chosen = at >= 0 ? at : Math.max(0, Math.min(chosen, rows.length - 1));
    stage.repaint();
  };
  const refresh = (): void => {
    refreshing ??= clock.after(REFRESH_AFTER, () => {
      refreshing = undefined;
      load().catch(() => {});
    });
  };
  const unwatch = arena.watch(refresh);
  /** One at a time, however often a key is pressed; nothing once this screen has closed. */
  let opening = false;
  let closed = false;
  const open = async (row: MatchRow | undefined): Promise<void> => {
    if (!row || opening) return;
    opening = true;
    try {
      const running = await arena.running(row.id);
      const over = running ? undefined : await arena.find(row.id);
      if (closed) return;
      if (running) stage.open(watchScreen(stage, running));
      else if (over) stage.open(replayScreen(stage, over));
    } finally {
      opening = false;
    }
  };
  return {
    title: game ? `${game.title}: matches` : 'Matches',
    keys: '↑↓ choose   enter watch or replay   esc back   q quit',
    draw: (size) => drawMatches(rows, chosen, size),
    shown: () => void load().catch(() => {}),
    press(key) {
      chosen = moved(chosen, Math.max(1, rows?.length ?? 0), key) ?? chosen;
      if (key === 'enter' || key === 'right') open(rows?.[chosen]).catch(() => {});
      if (key === 'left') stage.back();
    },
    closed() {
      closed = true;
      unwatch();
      refreshing?.();
    },
  };
}
