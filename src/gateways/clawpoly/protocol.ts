import { withoutNulls } from '../left-out.ts';
import { type Data, isAction } from './notation/moves.ts';

/** A message to an agent or a spectator, before it has its time. `json`: its data is written already. */
export type Frame = { type: string } & ({ data: { [field: string]: unknown } } | { json: string });

export const encode = (frame: Frame, now: number): string =>
  `{"type":"${frame.type}","data":${'json' in frame ? frame.json : JSON.stringify(frame.data)},"timestamp":"${new Date(now).toISOString()}"}`;

export type ErrorCode =
  | 'INVALID_ACTION'
  | 'NOT_YOUR_TURN'
  | 'INSUFFICIENT_FUNDS'
  | 'INVALID_PROPERTY'
  | 'AGENT_TIMEOUT'
  | 'INVALID_TOKEN'
  | 'ROOM_NOT_FOUND'
  | 'INVALID_ROOM_CODE'
  | 'NOT_OWNER'
  | 'RATE_LIMITED'
  | 'PAYMENT_REQUIRED';

export interface Problem {
  code: ErrorCode;
  message: string;
  context?: { [field: string]: unknown };
}

export const errorFrame = ({ code, message, context = {} }: Problem): Frame => ({
  type: 'error',
  data: { code, message, context },
});

export const CLOSE = { over: 1000, replaced: 4000, badToken: 4001, unpaid: 4002, notFound: 4004 } as const;

/** Frames from agents and spectators are at most so long. */
export const MAX_FRAME = 16 * 1024;

const LONGEST_QUOTE = 60;
const NAMED = ['squareIndex', 'toId', 'tradeId'];

/** What an action was about, in the agent's own words, for the context of an error. */
export const quoteNamed = (data: Data): Data =>
  Object.fromEntries(NAMED.filter((field) => isPlain(data[field])).map((field) => [field, quote(data[field])]));

const isPlain = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);
const quote = (value: unknown): unknown =>
  typeof value === 'string' ? value.slice(0, LONGEST_QUOTE).toWellFormed() : value;

/** An agent's action with its data, or what is wrong with the frame. */
export function decodeAction(text: string | undefined): { action: string; data: Data } | Problem {
  const message = parse(text);
  if ('code' in message) return message;
  const { type, data } = message;
  const action = type.startsWith('action:') ? type.slice('action:'.length) : '';
  return isAction(action) ? { action, data } : unknownType(type);
}

export type Command = { command: 'pause' | 'resume' } | { command: 'set_speed'; speed: unknown };

/** A spectator's command, or what is wrong with the frame. */
export function decodeCommand(text: string | undefined): Command | Problem {
  const message = parse(text);
  if ('code' in message) return message;
  switch (message.type) {
    case 'spectator:pause':
      return { command: 'pause' };
    case 'spectator:resume':
      return { command: 'resume' };
    case 'spectator:set_speed':
      return { command: 'set_speed', speed: message.data.speed };
    default:
      return unknownType(message.type);
  }
}

const unknownType = (type: string): Problem => ({
  code: 'INVALID_ACTION',
  message: 'Unknown message type.',
  context: { type: quote(type) },
});

function parse(text: string | undefined): { type: string; data: Data } | Problem {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    return { code: 'INVALID_ACTION', message: 'This is not JSON.' };
  }
  if (!isObject(value) || typeof value.type !== 'string') {
    return { code: 'INVALID_ACTION', message: 'A message is an object with a type.' };
  }
  return { type: value.type, data: isObject(value.data) ? withoutNulls(value.data) : {} };
}

export const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
