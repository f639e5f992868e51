import { randomUUID } from 'node:crypto';
import { withoutNulls } from '../left-out.ts';
import { timestampAt } from './wire/timestamps.ts';

export const PROTOCOL = 'league.v2';

/** A message as it travels: the five common fields and whatever its type adds. */
export interface Message {
  protocol: string;
  message_type: string;
  sender: string;
  timestamp: string;
  conversation_id: string;
  [field: string]: unknown;
}

export const LEAGUE_MANAGER = 'league_manager';
/** The house's own referees share one id, which no registration gets. */
export const HOUSE_ID = 'REF00';
export const HOUSE_REFEREE = `referee:${HOUSE_ID}`;

/** The JSON-RPC methods that we call, by message type. */
export const METHODS: { [messageType: string]: string } = {
  ROUND_ANNOUNCEMENT: 'notify_round',
  GAME_INVITATION: 'handle_game_invitation',
  CHOOSE_PARITY_CALL: 'choose_parity',
  GAME_MOVE_CALL: 'choose_move',
  GAME_OVER: 'notify_match_result',
  MATCH_RESULT_REPORT: 'report_match_result',
  LEAGUE_STANDINGS_UPDATE: 'update_standings',
  ROUND_COMPLETED: 'notify_round_completed',
  LEAGUE_COMPLETED: 'notify_league_completed',
  GAME_ERROR: 'notify_game_error',
};

/** Methods under which messages for us arrive; only `message_type` decides what they are. */
const INBOUND = [
  'register_player',
  'register_referee',
  'match_result_report',
  'report_match_result',
  'league_query',
  'start_league',
  'league_register_request',
  'referee_register_request',
  'game_join_ack',
  'choose_parity_response',
  'game_move_response',
];

export const newConversation = (): string => `conv-${randomUUID()}`;

export function compose(type: string, sender: string, now: number, conversation: string, body: object): Message {
  return {
    protocol: PROTOCOL,
    message_type: type,
    sender,
    timestamp: timestampAt(now),
    conversation_id: conversation,
    ...body,
  };
}

// ── JSON-RPC ──

export type RpcId = string | number | null;

export const RPC = {
  parse: { code: -32700, message: 'Parse error: the body is not JSON.' },
  invalid: { code: -32600, message: 'Invalid request: one JSON-RPC 2.0 request object is expected.' },
  tooLarge: { code: -32600, message: 'Invalid request: the body is too large.' },
  unknownType: { code: -32600, message: 'Invalid request: the content type cannot be read.' },
  noMethod: { code: -32601, message: 'Method not found.' },
  params: { code: -32602, message: 'Invalid params: params must be an object with a league.v2 message.' },
  internal: { code: -32603, message: 'Internal error.' },
} as const;

export interface RpcError {
  code: number;
  message: string;
}

export interface RpcRequest {
  method: string;
  params: { [field: string]: unknown } | undefined;
  id: RpcId;
}

export const encodeRequest = (method: string, message: object, id: number): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params: message, id });

export const encodeResult = (result: object, id: RpcId): string => JSON.stringify({ jsonrpc: '2.0', result, id });

export const encodeError = ({ code, message }: RpcError, id: RpcId): string =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id });

export const isObject = (value: unknown): value is { [field: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** One request, or what is wrong with its envelope. `params` may still be missing: that is another error. */
export function decodeRequest(text: string): RpcRequest | { error: RpcError; id: RpcId } {
  const parsed = parseJson(text);
  if (!parsed) return { error: RPC.parse, id: null };
  const body = parsed.value;
  if (!isObject(body)) return { error: RPC.invalid, id: null };
  const { jsonrpc, method, params, id } = body;
  const knownId = typeof id === 'string' || typeof id === 'number' ? id : null;
  const idFits = id === undefined || id === null || knownId !== null;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !idFits) return { error: RPC.invalid, id: knownId };
  return { method, params: isObject(params) ? params : undefined, id: knownId };
}

/** Whether a request on the shared path is for the league. */
export function isForLeague({ method, params }: RpcRequest): boolean {
  const protocol = params?.protocol;
  return (typeof protocol === 'string' && /^league\./.test(protocol)) || INBOUND.includes(method.toLowerCase());
}

/** The message in a reply to a call: a JSON-RPC result, a JSON-RPC request of its own, or the bare message, without what is null. */
export function messageIn(reply: unknown): { [field: string]: unknown } | undefined {
  if (!isObject(reply)) return undefined;
  const message = [reply.result, reply.params, reply]
    .filter(isObject)
    .find(({ message_type }) => typeof message_type === 'string');
  return message && withoutNulls(message);
}

/** The code of a JSON-RPC error reply. */
export function errorCodeIn(reply: unknown): number | undefined {
  const error = isObject(reply) && isObject(reply.error) ? reply.error : undefined;
  return typeof error?.code === 'number' ? error.code : undefined;
}
