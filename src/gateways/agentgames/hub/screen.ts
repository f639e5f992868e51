import type { Arena, GameInfo, MatchHandle } from '../../../core/arena.ts';
import type { Clock } from '../../../core/clock.ts';
import type { HouseBots } from '../../gateway.ts';
import type { Line, Size } from './line.ts';

/** The house's bots, for somebody at one address. */
export interface Practice extends Pick<HouseBots, 'names' | 'sitter'> {
  /** Whether that address plays against as many as it may. */
  isFull(): boolean;
  began(match: string): void;
}

/** What screens may ask for and do. */
export interface Stage {
  arena: Arena;
  clock: Clock;
  practice: Practice;
  /** The games that can be practised. */
  games: Map<string, GameInfo>;
  /** Who looks. */
  name: string;
  repaint(): void;
  open(screen: Screen): void;
  back(): void;
}

export interface Screen {
  title: string;
  /** The keys it knows, for the last row. */
  keys: string;
  /** Letters are text here, so `q` does not quit. */
  typing?: boolean;
  draw(size: Size): Line[];
  /** Somebody wants to leave. True: not before the screen has asked. */
  stays?(): boolean;
  press(key: string): void;
  /** It is on top, for the first time or again. */
  shown?(): void;
  closed?(): void;
}

/** Moves a choice among so many by the keys that are for that. Undefined: another key. */
export function moved(chosen: number, count: number, key: string, page = 10): number | undefined {
  const steps: { [key: string]: number } = {
    up: -1,
    k: -1,
    down: 1,
    j: 1,
    'page-up': -page,
    'page-down': page,
    home: -count,
    end: count,
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return step === undefined ? undefined : Math.max(0, Math.min(chosen + step, count - 1));
}

export const titleOf = ({ arena }: Pick<Stage, 'arena'>, { header }: Pick<MatchHandle, 'header'>): string =>
  arena.game(header.game)?.title ?? header.game;
