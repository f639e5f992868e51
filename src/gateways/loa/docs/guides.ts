import { readdirSync, readFileSync } from 'node:fs';
import { Compile } from 'typebox/compile';
import type { GameHome } from '../../../core/arena.ts';
import type { AnyGame, Seat } from '../../../core/game.ts';
import type { LocalArena as Arena } from '../../../core/local-arena.ts';
import { Match } from '../../../core/match.ts';
import { hashSeed } from '../../../core/random.ts';
import type { MatchStore } from '../../../core/storage.ts';
import type { Update } from '../../../core/update.ts';
import { Frames } from '../frames.ts';

/** What an agent has to know of one game, made from its rules and its page. */
export interface Guide {
  type: string;
  title: string;
  players: number;
  turnType: 'simultaneous' | 'turn-based';
  clock: { first: number; each: number };
  /** The game's own page without its heading. */
  page: string;
  moveSchema: object;
  /** Moves that are legal at the beginning. */
  moves: object[];
  /** The same as text, where the game has a notation. */
  text: string | undefined;
  /** The first `game_state` that the first seat gets, long lists cut short. */
  state: object;
}

const SEEDS = ['11', '5a', '93', 'c7', 'ee'].map((byte) => byte.repeat(32));
const MOST_EXAMPLES = 3;
const GAMES_FOLDER = new URL('../../../games/', import.meta.url);

/** The pages of all games, by what their heading says. */
export function readPages(folder: URL = GAMES_FOLDER): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      try {
        return [readFileSync(new URL(`${name}/README.md`, folder), 'utf8')];
      } catch {
        return [];
      }
    });
}

export const writeGuides = (arena: Arena, pages: string[]): Guide[] =>
  arena.games.map((game) => writeGuide(game, arena.home(game.id), pages));

function writeGuide(game: AnyGame, home: GameHome, pages: string[]): Guide {
  const page = pageOf(game, pages);
  const openings = SEEDS.map((seed) => opening(game, home, seed));
  const [first] = openings as [Opening];
  const moves = exampleMoves(game, openings, page);
  const { status } = first.update;
  return {
    type: game.id,
    title: game.title,
    players: home.size,
    turnType: status.kind === 'turn' && status.sealed ? 'simultaneous' : 'turn-based',
    clock: { first: home.terms.clock.first ?? home.terms.clock.each, each: home.terms.clock.each },
    page: page.replace(/^# .*\n+/, ''),
    moveSchema: plain(game.move),
    moves,
    text: moves[0] && game.text?.print(first.match.position.state, moves[0]),
    state: shortened(JSON.parse(new Frames().state(first.match, first.seat, first.update))) as object,
  };
}

function pageOf(game: AnyGame, pages: string[]): string {
  const heading = pages.find((page) => page.startsWith(`# ${game.title}\n`));
  return heading ?? pages.find((page) => page.includes(`\`${game.id}\``)) ?? '';
}

interface Opening {
  match: Match;
  seat: Seat;
  update: Update;
}

/** A match that nobody plays, to look at how it begins. */
function opening(game: AnyGame, { terms, options, size }: GameHome, seed: string): Opening {
  const seats = Array.from({ length: size }, (_, seat) => ({
    agent: `uuid-${seat + 1}`,
    name: `Agent${seat + 1}`,
    kind: 'agent' as const,
    via: 'docs',
  }));
  const record = { id: 'GAME_ID', game: game.id, version: game.version, options, terms, seats, seed };
  const match = new Match(
    {
      game,
      store: {} as MatchStore,
      clock: { now: () => 0, ticks: () => 0, after: () => () => {} },
      validMove: () => false,
      spectatorsSee: 'spectator',
      settles: [],
      notes: {},
      over: () => {},
      moved: () => {},
      fault: () => {},
    },
    { ...record, seedHash: hashSeed(seed), at: 0, entries: [] },
  );
  const { status } = match.position;
  const seat = (status.kind === 'turn' && status.must.find((one) => one >= 0)) || 0;
  let update: Update | undefined;
  match.watch(seat, (told) => {
    update = told;
  })();
  return { match, seat, update: update! };
}

/** Moves from the game's page first, then whatever the rules list; legal in every opening if there are such, else in the first. */
function exampleMoves(game: AnyGame, openings: Opening[], page: string): object[] {
  const fits = Compile(game.move);
  const { match, seat } = openings[0]!;
  const { state } = match.position;
  const listed: unknown[] = game.moves?.(state, seat) ?? [];
  const clocks: unknown[] = game.fallback ? [game.fallback(state, seat)] : [];
  const isLegal = (move: unknown) => (one: Opening) =>
    fits.Check(move) && game.check(one.match.position.state, { seat: one.seat, move }) === undefined;
  const candidates = [...jsonIn(page), ...listed, ...clocks, sampleOf(game.move)];
  const always = candidates.filter((move) => openings.every(isLegal(move)));
  const now = candidates.filter((move) => isLegal(move)(openings[0]!));
  const chosen = always.length ? always : now;
  return [...new Map(chosen.map((move) => [JSON.stringify(move), move as object])).values()].slice(0, MOST_EXAMPLES);
}

/** JSON objects in the code of a page, whole blocks or line by line. */
function jsonIn(page: string): unknown[] {
  const code = [...page.matchAll(/```json\n([\s\S]*?)```|`(\{[^`\n]*\})`/g)];
  return code.flatMap(([, block = '', inline]) => {
    const whole = parsed(inline ?? block);
    return whole.length ? whole : block.split(/\n|(?<=\}) {2,}(?=\{)/).flatMap(parsed);
  });
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/** Something that fits the schema, for games whose page shows no move and whose rules list none. */
function sampleOf(schema: object): unknown {
  const {
    anyOf,
    type,
    properties,
    minimum,
    const: constant,
  } = schema as {
    anyOf?: object[];
    type?: string;
    properties?: { [name: string]: object };
    minimum?: number;
    const?: unknown;
  };
  if (anyOf?.[0]) return sampleOf(anyOf[0]);
  if (constant !== undefined) return constant;
  if (type === 'string') return 'Good day.';
  if (type === 'integer' || type === 'number') return minimum ?? 0;
  if (type === 'array') return [];
  return Object.fromEntries(Object.entries(properties ?? {}).map(([name, property]) => [name, sampleOf(property)]));
}

export const plain = (schema: object): object => JSON.parse(JSON.stringify(schema));

const LONGEST_LIST = 6;
const KEPT = 3;

/** Lists that are long are cut after a few entries; where the rest was there is "…". */
export function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length <= LONGEST_LIST) return value.map(shortened);
    return [...value.slice(0, KEPT).map(shortened), '…'];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shortened(entry)]));
}
