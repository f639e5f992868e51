import type { Arena, GameInfo } from '../../core/arena.ts';
import type { Seat } from '../../core/game.ts';
import type { Terms } from '../../core/terms.ts';
import type { Update } from '../../core/update.ts';
import { pageOf } from '../game-pages.ts';

/** What an agent has to know of one game, made from its rules and its page. */
export interface GameGuide {
  game: GameInfo;
  players: number;
  turnType: 'simultaneous' | 'turn-based';
  terms: Terms;
  /** The game's own page without its heading. */
  page: string;
  /** Moves that are legal at the beginning. */
  moves: object[];
  /** The first of them as text, where the game has a notation. */
  text: string | undefined;
  /** What the first to move sees at the beginning, long lists cut short. */
  view: unknown;
}

const SEEDS = ['11', '5a', '93', 'c7', 'ee'].map((byte) => byte.repeat(32));
const MOST_EXAMPLES = 3;
export const writeGuides = (arena: Arena, pages: string[]): GameGuide[] =>
  arena.games.map((game) => writeGuide(arena, game, pages));

function writeGuide(arena: Arena, game: GameInfo, pages: string[]): GameGuide {
  const { size, terms } = arena.home(game.id);
  const page = pageOf(game, pages);
  const openings = SEEDS.map((seed) => opening(arena, game.id, seed));
  const [first] = openings as [Opening];
  const moves = exampleMoves(arena, game, openings, page);
  return {
    game,
    players: size,
    turnType: game.sealed ? 'simultaneous' : 'turn-based',
    terms,
    page: page.replace(/^# .*\n+/, ''),
    moves,
    text: game.text ? first.update.legal?.find(({ move }) => isSame(move, moves[0]))?.text : undefined,
    view: shortened(first.update.view),
  };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

interface Opening {
  seed: string;
  seat: Seat;
  update: Update;
}

/** How a match begins, as the seat that is asked first sees it. */
function opening(arena: Arena, game: string, seed: string): Opening {
  const { status } = arena.preview(game, { seed });
  const seat = (status.kind === 'turn' && status.must.find((one) => one >= 0)) || 0;
  return { seed, seat, update: arena.preview(game, { seed, viewer: seat }) };
}

/** Moves from the game's page first, then whatever the rules list; legal in every opening if there are such, else in the first. */
function exampleMoves(arena: Arena, game: GameInfo, openings: Opening[], page: string): object[] {
  const listed = (openings[0]!.update.legal ?? []).map(({ move }) => move);
  const isLegal =
    (move: unknown) =>
    ({ seed }: Opening) =>
      arena.previewAllows(game.id, move, { seed });
  const candidates = [...jsonIn(page), ...listed, sampleOf(game.move)];
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
