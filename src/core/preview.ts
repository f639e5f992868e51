import type { GameHome, GameInfo, PreviewWish } from './arena.ts';
import type { AnyGame, Turn } from './game.ts';
import { hashSeed } from './random.ts';
import type { MatchRecord } from './record.ts';
import { lastStep, type Step } from './step.ts';
import type { Update } from './update.ts';

const SEED = '00'.repeat(32);

/** What the outside knows of a game. */
export function infoOf(game: AnyGame, home: GameHome): GameInfo {
  const step = beginning(game, home, {});
  const turn = turnOf(step);
  const first = turn?.must[0];
  return Object.freeze({
    id: game.id,
    title: game.title,
    version: game.version,
    seats: { ...game.seats },
    options: JSON.parse(JSON.stringify(game.options)),
    move: JSON.parse(JSON.stringify(game.move)),
    open: game.open === true,
    text: game.text !== undefined,
    lists: first !== undefined && step.legal(first).length > 0,
    sealed: turn?.sealed === true,
    scored: game.scores !== undefined,
  });
}

/** Where the game lists no moves, the one that the clock would play stands for them. */
export function previewOf(game: AnyGame, home: GameHome, wish: PreviewWish): Update {
  const step = beginning(game, home, wish);
  const { viewer = 'spectator' } = wish;
  const update = step.past(viewer, true);
  if (update.legal?.length || typeof viewer !== 'number' || !game.fallback) return update;
  const move = game.fallback(step.position.state, viewer);
  return { ...update, legal: [{ seat: viewer, move, text: JSON.stringify(move) }] };
}

/** @param validMove whether it is a move of the game at all */
export function allowsFirst(
  game: AnyGame,
  home: GameHome,
  wish: PreviewWish,
  move: unknown,
  validMove: (move: unknown) => boolean,
): boolean {
  const step = beginning(game, home, wish);
  const seat = turnOf(step)?.must.find((one) => one >= 0);
  return seat !== undefined && validMove(move) && game.check(step.position.state, { seat, move }) === undefined;
}

/** Beginnings under the home's own options, so many of a game: whoever looks for a first move asks again and again. */
const known = new WeakMap<AnyGame, Map<string, { home: GameHome; step: Step }>>();
const MOST_KNOWN = 8;

function beginning(game: AnyGame, home: GameHome, wish: PreviewWish): Step {
  if (wish.options !== undefined) return begun(game, home, wish);
  const key = `${wish.seats} ${wish.seed}`;
  const steps = known.get(game) ?? new Map<string, { home: GameHome; step: Step }>();
  known.set(game, steps);
  const kept = steps.get(key);
  if (kept?.home === home) return kept.step;
  const step = begun(game, home, wish);
  if (steps.size >= MOST_KNOWN) steps.clear();
  steps.set(key, { home, step });
  return step;
}

function begun(game: AnyGame, home: GameHome, wish: PreviewWish): Step {
  const { options = home.options, seats: count = home.size, seed = SEED } = wish;
  const seats = Array.from({ length: count }, (_, seat) => ({
    agent: `agent-${seat + 1}`,
    name: `Agent ${seat + 1}`,
    kind: 'agent' as const,
    via: 'preview',
  }));
  const { id, version } = game;
  const record: MatchRecord = {
    id: 'preview',
    game: id,
    version,
    options,
    terms: home.terms,
    seats,
    seed,
    seedHash: hashSeed(seed),
    at: 0,
    entries: [],
  };
  return lastStep(game, record, 'spectator');
}

function turnOf({ position: { status } }: Step): Turn | undefined {
  return status.kind === 'turn' ? status : undefined;
}
