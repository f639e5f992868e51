import type { Cancel } from '../../../../core/clock.ts';
import type { AnyGame } from '../../../../core/game.ts';
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
    const when = outcome ? new Date(at).toISOString().slice(5, 16).replace('T', ' ') : 'live now';
    const text = `${column(when, 13)}${column(game, 15)}${story(outcome, seats)}`;
    if (top + i === chosen) return line(styled('chosen', `> ${text}`));
    return line('  ', outcome ? text : styled('bold', text));
  });
}

/** Live matches, then those that ended, newest first. */
export function matchesScreen(stage: Stage, game?: AnyGame): Screen {
  const { arena, clock } = stage;
  let ended: MatchRow[] | undefined;
  let chosen = 0;
  let refreshing: Cancel | undefined;
  const load = async (): Promise<void> => {
    const found = await arena.list({ over: true, limit: MOST_RECENT, ...(game && { game: game.id }) });
    ended = found.map(({ result, ...row }) => ({ ...row, outcome: result?.outcome }));
    stage.repaint();
  };
  const refresh = (): void => {
    refreshing ??= clock.after(REFRESH_AFTER, () => {
      refreshing = undefined;
      load().catch(() => {});
    });
  };
  const rows = (): MatchRow[] => {
    const live = arena.live.filter(({ record }) => !game || record.game === game.id).slice(-MOST_LIVE);
    return [...live.reverse().map(({ record }) => ({ ...record, outcome: undefined })), ...(ended ?? [])];
  };
  const unwatch = arena.watch(refresh);
  const open = async (row: MatchRow | undefined): Promise<void> => {
    const match = row && (await arena.find(row.id));
    if (match) stage.open(match.outcome ? replayScreen(stage, match) : watchScreen(stage, match));
  };
  return {
    title: game ? `${game.title}: matches` : 'Matches',
    keys: '↑↓ choose   enter watch or replay   esc back   q quit',
    draw: (size) => drawMatches(ended && rows(), chosen, size),
    shown: () => void load().catch(() => {}),
    press(key) {
      const all = rows();
      chosen = moved(chosen, Math.max(1, all.length), key) ?? chosen;
      if (key === 'enter' || key === 'right') open(all[chosen]).catch(() => {});
      if (key === 'left') stage.back();
    },
    closed() {
      unwatch();
      refreshing?.();
    },
  };
}
