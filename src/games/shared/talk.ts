import { type Static, Type } from 'typebox';
import type { Refusal } from '../../core/game.ts';

/** What a talk is about. */
export interface Prompt {
  title: string;
  body: string | null;
}

const MOST_CHARS = 10_000;
/** The longest message as JSON, a character outside the basic plane being two. */
export const TALK_BYTES = 2 * MOST_CHARS + 1024;

/** @param messages whose messages `maxMessages` counts */
export const talkOptions = (messages: string) =>
  Type.Object({
    maxMessages: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10, description: messages })),
    maxChars: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_CHARS, default: 2000 })),
    prompt: Type.Optional(
      Type.Object({ title: Type.String(), body: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
    ),
  });
export type TalkOptions = Static<ReturnType<typeof talkOptions>>;

export interface TalkLimits {
  maxMessages: number;
  maxChars: number;
  prompt: Prompt | null;
}

/** The options with everything that was left out. */
export const talkLimits = ({ maxMessages = 10, maxChars = 2000, prompt }: TalkOptions): TalkLimits => ({
  maxMessages,
  maxChars,
  prompt: prompt ? { title: prompt.title, body: prompt.body ?? null } : null,
});

export type MessageRefusal = 'not-your-turn' | 'empty' | 'too-long';

/** Why a message is not heard, or nothing. Characters are counted as people count them. */
export function refuseMessage(
  text: string,
  { maxChars }: Pick<TalkLimits, 'maxChars'>,
  isSpeaker: boolean,
): Refusal<MessageRefusal> | undefined {
  if (!isSpeaker) return { code: 'not-your-turn', reason: 'It is not your turn to speak' };
  if (text.trim() === '') return { code: 'empty', reason: 'The message is empty' };
  const length = [...text].length;
  if (length <= maxChars) return undefined;
  const reason = `The message is too long: ${length} characters of ${maxChars}`;
  return { code: 'too-long', reason, context: { length, most: maxChars } };
}
