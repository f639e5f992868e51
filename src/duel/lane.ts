import { Compile } from 'typebox/compile';
import type { AnyGame } from '../core/game.ts';
import { hashSeed, stepRandom } from '../core/random.ts';
import type { ExportedRecord, MatchRecord, Outcome, SeatHolder } from '../core/record.ts';
import type { Opening } from '../games/shared/manifest.ts';
import type { Playable } from './catalogue.ts';
import { type Plan, seedFor } from './plan.ts';
import { type Failure, type Played, playMatch } from './play-match.ts';
import type { Children } from './players/children.ts';
import { Pool } from './players/pool.ts';
import type { PlayerSpec } from './players/spec.ts';
import { roundsOf } from './schedule.ts';

export interface GameResult {
  /** The player in each seat. */
  seating: number[];
  outcome: Outcome;
  failures: Failure[];
  /** Milliseconds of each decision, by seat. */
  times: number[][];
  /** Decisions that the clock made, by seat. */
  missed: number[];
  steps: number;
  /** The same for the same moves. */
  fingerprint: number;
  record?: ExportedRecord;
}

export interface RoundResult {
  round: number;
  games: GameResult[];
}

/** What is played in a lane, game by game; how is up to its host. */
export interface Task {
  game: AnyGame;
  record: MatchRecord;
  opening: unknown[];
  seating: number[];
  /** By seat. */
  seeds: string[];
}

export interface Host {
  play(task: Task): Promise<Played>;
  close(): Promise<void>;
}

/** Plays every round of one lane, one game after another. */
export async function runLane(
  plan: Plan,
  game: AnyGame,
  lane: number,
  host: Host,
  tell: (result: RoundResult) => void,
): Promise<void> {
  const rounds = roundsOf(plan.schedule);
  for (let round = lane; round < rounds.count; round += plan.lanes) {
    const seed = seedFor(plan, `round/${round}`);
    const seedHash = hashSeed(seed);
    const opening = plan.openings[Math.floor(round / rounds.meetings) % plan.openings.length];
    const games: GameResult[] = [];
    const seatings = rounds.seatings(round, stepRandom(seed, 0, 'seats'));
    for (const [turn, seating] of seatings.entries()) {
      const number = round * seatings.length + turn + 1;
      const seeds = seating.map((_, seat) => seedFor(plan, `game/${number}/${seat}`));
      const record = recordOf(plan, game, number, seating, { seed, seedHash }, opening);
      const played = await host.play({ game, record, opening: opening?.moves ?? [], seating, seeds });
      games.push(resultOf(seating, record, played, plan.records));
    }
    tell({ round, games });
  }
}

/** Matches of the core in this thread, without a server. */
export function localHost(plan: Plan, { rules, bots }: Playable, children: Children): Host {
  const validator = Compile(rules.move);
  const validMove = (move: unknown): boolean => validator.Check(move);
  const pool = new Pool(plan.players, bots, children);
  return {
    play: ({ game, record, opening, seating, seeds }) =>
      playMatch(
        { game, validMove, record, clock: plan.clock, opening, seeds },
        seating.map((_, seat) => pool.at(seat, seating)),
      ),
    close: () => pool.close(),
  };
}

function recordOf(
  plan: Plan,
  game: AnyGame,
  number: number,
  seating: number[],
  secret: Pick<MatchRecord, 'seed' | 'seedHash'>,
  opening: Opening | undefined,
): MatchRecord {
  return {
    id: `duel-${seedFor(plan, 'id').slice(0, 8)}-${String(number).padStart(6, '0')}`,
    game: game.id,
    version: game.version,
    options: { ...plan.options, ...opening?.options },
    terms: plan.terms,
    seats: seating.map((player, seat) => holderOf(plan.players[player]!, player, seat)),
    ...secret,
    at: 0,
    entries: [],
  };
}

const holderOf = ({ name, kind }: PlayerSpec, player: number, seat: number): SeatHolder => ({
  agent: `player-${player + 1}-seat-${seat + 1}`,
  name,
  kind: kind === 'house' ? 'bot' : 'guest',
  via: 'duel',
});

function resultOf(seating: number[], record: MatchRecord, played: Played, whole: boolean): GameResult {
  const { outcome } = played;
  return {
    seating,
    ...played,
    steps: record.entries.length,
    fingerprint: fingerprintOf(record),
    ...(whole && { record: { ...record, outcome } }),
  };
}

/** FNV-1a over the moves, twice with different beginnings: 53 bits in all. */
function fingerprintOf({ options, entries }: MatchRecord): number {
  const text = JSON.stringify([options, entries.map((entry) => ('moves' in entry ? entry.moves : entry.kind))]);
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return (a >>> 0) * 2 ** 21 + ((b >>> 0) >>> 11);
}
