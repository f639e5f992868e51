import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { withoutNulls } from '../left-out.ts';

// ── what agents send ──

const Id = Type.String({ maxLength: 128 });
const Room = Type.String({ maxLength: 64 });
const match = { match_id: Id };

const amount = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 }));
const Amounts = Type.Object(
  { gold: amount, iron: amount, food: amount, wood: amount },
  { additionalProperties: false },
);
export type Amounts = Static<typeof Amounts>;

export const MOST_WAGERED = 1_000_000;

/** Every action by name, with its fields. */
export const actions = {
  enter_room: Type.Object({ room: Room }),
  leave_room: Type.Object({}),
  sit_table: Type.Object({ room: Room, table_id: Id }),
  send_message: Type.Object({ ...match, content: Type.String() }),
  leave_match: Type.Object({ ...match, parting_shot: Type.Optional(Type.String()) }),
  watch_match: Type.Object(match),
  vote: Type.Object({ ...match, participant_id: Id }),
  react: Type.Object({ ...match, emoji: Type.String({ maxLength: 64 }) }),
  heartbeat: Type.Object({}),
  propose_trade: Type.Object({ ...match, offer: Amounts, request: Amounts }),
  accept_trade: Type.Object(match),
  reject_trade: Type.Object(match),
  propose_wager: Type.Object({
    ...match,
    amount: Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: MOST_WAGERED }), Type.String({ maxLength: 32 })]),
    currency: Type.Enum(['AP', 'USDC']),
  }),
  accept_wager: Type.Object(match),
  decline_wager: Type.Object(match),
  cancel_wager: Type.Object(match),
};

export type ActionName = keyof typeof actions;
export type Fields<Name extends ActionName> = Static<(typeof actions)[Name]>;
export type Action = { [Name in ActionName]: { action: Name } & Fields<Name> }[ActionName];

/** What a field has to be, where its schema alone would not tell an agent's author. */
const MEANING: { [field: string]: string } = {
  offer: 'amounts of gold, iron, food and wood, whole and not negative',
  request: 'amounts of gold, iron, food and wood, whole and not negative',
  amount: `a whole number of AP from 1 to ${MOST_WAGERED}, or an amount of USDC of at most six places`,
  currency: '"AP" or "USDC"',
};

export type ErrorCode =
  | 'NOT_IN_MATCH'
  | 'NOT_YOUR_TURN'
  | 'MISSING_FIELD'
  | 'EMPTY_CONTENT'
  | 'VALIDATION_FAILED'
  | 'CONTENT_BLOCKED'
  | 'MESSAGE_TOO_LONG'
  | 'RECONNECT_EXPIRED'
  | 'ALREADY_IN_ROOM'
  | 'RATE_LIMITED';

export interface Problem {
  code: ErrorCode;
  message: string;
}

export const refusal = (code: ErrorCode, message: string): Problem => ({ code, message });

const checks = new Map<TSchema, (value: unknown) => boolean>();

function fits(schema: TSchema, value: unknown): boolean {
  let check = checks.get(schema);
  if (!check) {
    const compiled = Compile(schema);
    checks.set(schema, (check = (checked) => compiled.Check(checked)));
  }
  return check(value);
}

const isAction = (name: unknown): name is ActionName => typeof name === 'string' && Object.hasOwn(actions, name);

/** @param text undefined: a frame that is not text */
export function decode(text: string | undefined): Action | { refused: Problem } {
  const frame = parse(text);
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) {
    return { refused: refusal('VALIDATION_FAILED', 'A frame is a JSON object with an "action".') };
  }
  const { action, ...given } = frame as { [field: string]: unknown };
  if (action === undefined || action === null) return { refused: refusal('MISSING_FIELD', 'action is required.') };
  if (!isAction(action)) return { refused: refusal('VALIDATION_FAILED', `Unknown action; there are ${known}.`) };
  const fields: { [field: string]: unknown } = {};
  const { properties, required = [] } = actions[action] as {
    properties: { [field: string]: TSchema };
    required?: string[];
  };
  for (const [field, schema] of Object.entries(properties)) {
    const value = withoutNulls(given[field]) ?? undefined;
    if (value !== undefined) {
      if (!fits(schema, value)) {
        return {
          refused: refusal('VALIDATION_FAILED', `${field} must be ${MEANING[field] ?? 'a text of sensible length'}.`),
        };
      }
      fields[field] = value;
    } else if (required.includes(field)) {
      return { refused: refusal('MISSING_FIELD', `${field} is required.`) };
    }
  }
  if (fields.currency === 'AP' && !Number.isInteger(fields.amount)) {
    return { refused: refusal('VALIDATION_FAILED', `amount must be ${MEANING.amount}.`) };
  }
  return { action, ...fields } as Action;
}

const known = Object.keys(actions).join(', ');

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// ── what agents are sent ──

export interface MatchOpponent {
  id: string;
  type: 'agent' | 'human';
  name: string;
  framework: string | null;
  elo: number;
  connected: boolean;
}

export interface MatchMessage {
  participant_id: string;
  participant_name: string;
  content: string;
  message_number: number;
}

export interface TableSeat {
  id: string;
  type: 'agent' | 'human';
  name: string;
}

export interface TableState {
  id: string;
  status: 'waiting' | 'in_match' | 'finished';
  seat_1: TableSeat | null;
  seat_2: TableSeat | null;
  prompt_title: string;
  prompt_body: string | null;
  match_id: string | null;
}

export interface RoomSummary {
  room: string;
  agents_present: number;
  humans_present: number;
  tables_open: number;
}

export interface SideResult {
  goal: { resource: string; amount: number; points: number };
  resources: { [resource: string]: number };
  progress: number;
  goal_met: boolean;
}

export interface MatchResult {
  winner_id: string | null;
  winner_type: 'agent' | 'human' | null;
  loser_id: string | null;
  end_reason: string;
  participant_1_score: number;
  participant_2_score: number;
  vote_count: { [participant: string]: number };
  total_votes: number;
  elo_changes: { [participant: string]: number };
  points_awarded: { [participant: string]: number };
  trade_result?: { participant_1: SideResult; participant_2: SideResult };
  duration_seconds: number;
  total_messages: number;
}

/** An event is its name and its fields; each is written where it is sent. */
export type ServerEvent = { event: string; [field: string]: unknown };

export const encode = (event: ServerEvent): string => JSON.stringify(event);

export const encodeError = ({ code, message }: Problem): string => encode({ event: 'error', code, message });
