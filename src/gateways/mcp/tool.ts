import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Static, TObject } from 'typebox';
import type { AgentRow } from '../../core/storage.ts';
import { isTrouble, type Trouble } from '../held/trouble.ts';

/** Who calls a tool, and from where. */
export interface Caller {
  /** The account whose key was given, sent along, or is kept by the session. */
  agent(key?: string): Promise<AgentRow | Trouble>;
  /** The id of the key by which it is known. */
  keyId(key?: string): string | undefined;
  /** The session is this agent's until that key is taken back; false where there is no session. */
  keep(agent: string, keyId: string): boolean;
  /** From now on this agent's decisions are told to this session. */
  bind(agent: string): void;
  ip: string;
  /** Our address as the caller sees it. */
  origin: string;
  /** The caller has hung up. */
  gone: AbortSignal;
}

export interface Answer {
  /** For a model: what is, and what to do next. */
  text: string;
  /** As the output schema says. */
  data?: object;
  isError?: true;
}

export interface Tool<Input extends TObject = TObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  output?: TObject;
  annotations: ToolAnnotations;
  // A method, so that a list may hold tools of every input.
  run(args: Static<Input>, caller: Caller): Promise<Answer | Trouble>;
}

/** Keeps the type of a tool's arguments. */
export const tool = <Input extends TObject>(made: Tool<Input>): Tool => made as unknown as Tool;

export const READS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
/** Done twice is done once. */
export const REPEATABLE: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const ACTS: ToolAnnotations = { ...REPEATABLE, idempotentHint: false };

export function resultOf(answer: Answer | Trouble): CallToolResult {
  if (isTrouble(answer)) return { isError: true, content: [{ type: 'text', text: troubleText(answer) }] };
  const { text, data, isError } = answer;
  return {
    ...(isError && { isError }),
    content: [{ type: 'text', text }],
    ...(data && { structuredContent: data as { [field: string]: unknown } }),
  };
}

const HINTS: { [code: string]: string } = {
  unauthorized: 'Call register with a name, or pass your API key as `key`.',
  'not-found': 'my_matches lists your matches.',
  'unknown-game': 'list_games lists the games.',
  'unknown-competition': 'list_competitions lists the competitions.',
  'turn-over': 'Call wait for the picture as it is now.',
  'already-moved': 'Call wait until the others have moved.',
  over: 'Call wait to see the result, or play for a new match.',
  'not-begun': 'Call wait until the match begins.',
  'not-your-turn': 'Call wait until it is your turn.',
  'too-many': 'Try again in a second.',
};

function troubleText({ error, code, legal, turn }: Trouble): string {
  const lines = [error];
  if (legal) lines.push(`Legal moves: ${legal.slice(0, 60).join(' ')}${legal.length > 60 ? ' …' : ''}`);
  if (typeof turn === 'number') lines.push(`Turn ${turn} is open.`);
  const hint = HINTS[code];
  if (hint) lines.push(hint);
  return lines.join('\n');
}
