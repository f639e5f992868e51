import type { Seat } from '../../core/game.ts';

/** What an agent may say; anything else means nothing here. */
export type Message = { type: 'join'; game: string } | { type: 'move'; move: string };

type Fields = { [name: string]: unknown };

/** The longest line or frame, in bytes. */
export const LONGEST_LINE = 64 * 1024;

/** Reads one line or frame. Undefined: neither a join nor a move. */
export function decode(text: string): Message | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, move, game } = isInLowerCase(value) ? value : inLowerCase(value);
  if (type === 'move') return typeof move === 'string' ? { type, move } : undefined;
  if (type === 'join') return { type, game: typeof game === 'string' ? game : '' };
  return undefined;
}

function isInLowerCase(value: object): value is Fields {
  for (const name in value) if (name !== name.toLowerCase()) return false;
  return true;
}

/** The fields by their names in lower case; a name that is so already goes before others. */
function inLowerCase(value: object): Fields {
  const fields: Fields = Object.create(null);
  for (const [name, field] of Object.entries(value)) fields[name.toLowerCase()] = field;
  return Object.assign(fields, value);
}

export const encodeQueued = (game: string): string => JSON.stringify({ type: 'queued', game });

export const encodeHello = (player: Seat, game: string, opponent: string): string =>
  JSON.stringify({ type: 'hello', player, game, opponent });

/** @param observation as JSON: both players get the same, so it is made once */
export const encodeState = (observation: string, yourTurn: boolean): string =>
  `{"type":"state","observation":${observation},"yourTurn":${yourTurn}}`;

export interface Result {
  /** -1: nobody. */
  winner: Seat;
  outcome: 'win' | 'loss' | 'draw';
  rating: number;
  reason?: string;
}

export const encodeResult = ({ winner, outcome, rating, reason }: Result): string =>
  JSON.stringify({ type: 'result', winner, outcome, rating, ...(reason !== undefined && { reason }) });

/** What is said to whoever is cut for asking too much. */
export const TOO_MUCH = 'rate limit exceeded';

export const encodeError = (error: string): string => JSON.stringify({ type: 'error', error });
