import { Compile } from 'typebox/compile';
import { hashSeed } from '../core/random.ts';
import type { MatchRecord } from '../core/record.ts';
import type { Terms } from '../core/terms.ts';
import { gameIds, loadGame, type Playable } from './catalogue.ts';
import type { ClockRule } from './clock.ts';
import type { Plan } from './plan.ts';
import type { Setup } from './play-match.ts';
import { type PlayerSpec, readSpec } from './players/spec.ts';

export const TERMS: Terms = {
  clock: { each: 10_000 },
  illegal: 1,
  late: 'forfeit',
  away: { pause: 0, tell: 0, restart: 0 },
  seating: 'arrival',
  rated: false,
};

const OPTIONS: { [game: string]: object } = {
  regular_debate: { prompt: { title: 'A title', body: null } },
  spicy_debate: { prompt: { title: 'A title', body: null } },
  clawpoly: { turnLimit: 20 },
};

const games = new Map(await Promise.all(gameIds().map(async (id) => [id, (await loadGame(id))!] as const)));

export const gameOf = (id: string): Playable => games.get(id)!;

/** A match of a game, about to be played. */
export function setupOf(
  game: string,
  change: Partial<MatchRecord> & { clock?: ClockRule; opening?: unknown[] } = {},
): Setup {
  const { clock = { kind: 'each', ms: 10_000 }, opening = [], ...header } = change;
  const { rules } = gameOf(game);
  const validator = Compile(rules.move);
  const seed = '42'.repeat(32);
  const seats = Array.from({ length: rules.seats.min }, (_, seat) => ({
    agent: `agent-${seat}`,
    name: `Agent ${seat}`,
    kind: 'guest' as const,
    via: 'duel',
  }));
  const record: MatchRecord = {
    id: 'a-match',
    game,
    version: rules.version,
    options: OPTIONS[game] ?? {},
    terms: TERMS,
    seats,
    seed,
    seedHash: hashSeed(seed),
    at: 0,
    entries: [],
    ...header,
  };
  const seeds = record.seats.map((_, seat) => `${seat}${seat}`.repeat(32));
  return { game: rules, validMove: (move) => validator.Check(move), record, clock, opening, seeds };
}

/** A plan for two players at a game for two. */
export const planOf = (game: string, players: string[], change: Partial<Plan> = {}): Plan => ({
  game,
  options: OPTIONS[game] ?? {},
  terms: TERMS,
  clock: { kind: 'each', ms: 10_000 },
  players: players.map((text) => readSpec(text) as PlayerSpec),
  schedule: { kind: players.length === 2 ? 'duel' : 'round-robin', players: players.length, seats: 2, games: 2 },
  openings: [],
  seed: 'seed',
  lanes: 1,
  records: false,
  ...change,
});
