import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { AnyGame } from '../../core/game.ts';
import { gameIds, loadGame, type Playable } from '../../duel/catalogue.ts';
import { type ClockRule, readClock } from '../../duel/clock.ts';
import { conductOf } from '../../duel/conduct.ts';
import { type Expectation, readExpectation } from '../../duel/expectation.ts';
import { fromBook, fromFile, orderBy, WrongOpening } from '../../duel/openings.ts';
import { type Plan, seedFor } from '../../duel/plan.ts';
import { type PlayerSpec, readSpec } from '../../duel/players/spec.ts';
import { duelFigures } from '../../duel/report/figures.ts';
import { standingsFigures, standingsOf } from '../../duel/report/standings.ts';
import { roundsOf, type Schedule } from '../../duel/schedule.ts';
import type { Hypotheses } from '../../duel/statistics/sprt.ts';
import { Tally } from '../../duel/tally.ts';
import type { Opening } from '../../games/shared/manifest.ts';
import { ConfigError } from '../config.ts';
import { readFlags } from '../read-flags.ts';
import { DUEL_FLAGS } from './flags.ts';
import { homeOf } from './homes.ts';

/** What a duel, a gauntlet or a round robin was asked for. */
export interface Settings {
  game: Playable;
  plan: Plan;
  hypotheses: Hypotheses | undefined;
  stopEarly: boolean;
  expectations: Expectation[];
  json: boolean;
  records: string | undefined;
}

const GAMES = 200;
/** A test that ends by itself is not to be ended by the number of games. */
const GAMES_OF_SPRT = 100_000;

export async function readSettings(kind: Schedule['kind'], args: string[], usage: string): Promise<Settings> {
  const { values, positionals } = parse(args, usage);
  const game = await loadGame(values.game ?? '');
  if (!game) throw new ConfigError(`--game must be one of ${gameIds().join(', ')}. Usage: crossplay ${usage}`);
  const players = readPlayers(kind, positionals, game, usage);
  const { rules } = game;
  const home = homeOf(rules);
  const clock = readClock(values.clock ?? '10s');
  if (!clock) throw new ConfigError(`--clock is "${values.clock}", but must be like 10s, 5s+0.1 or fixed.`);
  const inArena = players.some((player) => player.kind === 'arena');
  if (inArena) refuseInArena(values, clock);
  const hypotheses = values.sprt === undefined ? undefined : readHypotheses(values.sprt);
  const stopEarly = values['stop-early'] ?? false;
  if (kind !== 'duel' && (hypotheses || stopEarly))
    throw new ConfigError('--sprt and --stop-early are for two players.');
  const seats = whole('seats', values.seats, home.size, rules.seats.min, rules.seats.max);
  const games = whole('games', values.games, hypotheses ? GAMES_OF_SPRT : GAMES, 1, 10_000_000);
  const schedule: Schedule = { kind, players: players.length, seats, games };
  const options = await readOptions(values.options, home.options as object, rules);
  const seed = values.seed ?? randomBytes(4).toString('hex');
  return {
    game,
    plan: {
      game: rules.id,
      options,
      terms: conductOf(home.terms, clock),
      clock,
      players,
      schedule,
      openings: readOpenings(values, { game, options, schedule, seed, inArena }),
      seed,
      lanes: whole('concurrency', values.concurrency, availableParallelism(), 1, 256),
      records: values.records !== undefined,
    },
    hypotheses,
    stopEarly,
    expectations: (values.expect ?? []).map((text) =>
      readExpected(text, figuresBefore(rules.id, schedule, hypotheses)),
    ),
    json: values.json ?? false,
    records: values.records,
  };
}

const parse = (args: string[], usage: string) =>
  readFlags(usage, { args, allowPositionals: true, options: DUEL_FLAGS });

type Values = ReturnType<typeof parse>['values'];

/** Protocols know neither a clock for the whole game nor moves that were made for them. */
function refuseInArena({ openings = 'none' }: Values, clock: ClockRule): void {
  if (clock.kind === 'bank')
    throw new ConfigError('agents in an arena have so long for each move; --clock like 10s or fixed.');
  if (openings !== 'none') throw new ConfigError('agents in an arena begin at the beginning; leave --openings out.');
}

function readPlayers(kind: Schedule['kind'], texts: string[], game: Playable, usage: string): PlayerSpec[] {
  if (kind === 'duel' ? texts.length !== 2 : texts.length < 2) throw new ConfigError(`usage: crossplay ${usage}`);
  const players = texts.map((text) => {
    const spec = readSpec(text);
    if (typeof spec === 'string') throw new ConfigError(spec);
    const wrong = unfit(spec, game);
    if (wrong) throw new ConfigError(wrong);
    return spec;
  });
  // Who plays itself still needs two names.
  return players.map((spec, i) =>
    players.some(({ name }, j) => j !== i && name === spec.name) ? { ...spec, name: `${spec.name} #${i + 1}` } : spec,
  );
}

/** Why such a player cannot play this game. */
function unfit(spec: PlayerSpec, { rules, bots }: Playable): string | undefined {
  if (spec.kind === 'uci' && rules.id !== 'chess') return `${spec.name} plays chess, not ${rules.id}.`;
  if (spec.kind === 'gtp' && rules.id !== 'go') return `${spec.name} plays go, not ${rules.id}.`;
  if (spec.kind === 'module' && !existsSync(spec.file)) return `there is no file ${spec.file}.`;
  if (spec.kind !== 'house') return undefined;
  const names = bots.map(({ name }) => name);
  return names.includes(spec.bot)
    ? undefined
    : `the house has no bot "${spec.bot}" for ${rules.id}, but ${names.join(', ')}.`;
}

async function readOptions(text: string | undefined, usual: object, game: AnyGame): Promise<object> {
  if (text === undefined) return usual;
  let options: unknown;
  try {
    options = { ...usual, ...JSON.parse(text) };
  } catch {
    throw new ConfigError(`--options is no JSON: ${text}`);
  }
  const { Compile } = await import('typebox/compile');
  if (!Compile(game.options).Check(options)) throw new ConfigError(`--options does not fit ${game.id}: ${text}`);
  return options as object;
}

interface Context {
  game: Playable;
  options: object;
  schedule: Schedule;
  seed: string;
  inArena: boolean;
}

function readOpenings({ openings, plies }: Values, { game, options, schedule, seed, inArena }: Context): Opening[] {
  if (openings === 'none' || inArena) return [];
  const { count, meetings } = roundsOf(schedule);
  const wanted = {
    game,
    options,
    seats: schedule.seats,
    count: Math.ceil(count / meetings),
    plies: whole('plies', plies, 1000, 0, 1000),
    random: orderBy(seedFor({ seed }, 'openings')),
  };
  if (openings === undefined) return fromBook(wanted);
  if (!existsSync(openings)) throw new ConfigError(`cannot read ${openings}.`);
  try {
    return fromFile(openings, readFileSync(openings, 'utf8'), wanted);
  } catch (error) {
    throw error instanceof WrongOpening ? new ConfigError(error.message) : error;
  }
}

function readHypotheses(text: string): Hypotheses {
  const read: { [name: string]: number } = { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05 };
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=').map((word) => word.trim());
    if (!Object.hasOwn(read, name) || value === '' || !Number.isFinite(Number(value))) {
      throw new ConfigError(`--sprt is "${text}", but must be like elo0=0,elo1=5,alpha=0.05,beta=0.05.`);
    }
    read[name] = Number(value);
  }
  const { elo0, elo1, alpha, beta } = read as unknown as Hypotheses;
  const risk = (share: number): boolean => share > 0 && share < 0.5;
  if (elo0 >= elo1 || !risk(alpha) || !risk(beta)) {
    throw new ConfigError('--sprt needs elo0 below elo1, and alpha and beta between 0 and 0.5.');
  }
  return { elo0, elo1, alpha, beta };
}

/** The result of no games: what it will be made of. */
function figuresBefore(game: string, { kind, players, seats }: Schedule, hypotheses: Hypotheses | undefined): object {
  const tally = new Tally(players, seats);
  if (kind === 'duel') return duelFigures(game, tally, hypotheses);
  return standingsFigures(game, tally, standingsOf(tally, Array(players).fill(''), seats));
}

function readExpected(text: string, figures: object): Expectation {
  const read = readExpectation(text);
  if (!read) throw new ConfigError(`--expect is "${text}", but must be like "elo > 0".`);
  if (read.fits(figures)) return read;
  const names = Object.entries(figures).flatMap(([name, figure]) => (figure === null ? [] : [name]));
  throw new ConfigError(`--expect is "${text}", but must compare a figure of the result: ${names.join(', ')}.`);
}

function whole(flag: string, text: string | undefined, usual: number, least: number, most: number): number {
  if (text === undefined) return usual;
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ConfigError(`--${flag} is "${text}", but must be a whole number from ${least} to ${most}.`);
}
