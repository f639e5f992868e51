import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import type { StorageBusy } from '../../core/storage.ts';

const Id = Type.String({ minLength: 1, maxLength: 100 });
const Turn = Type.Integer({ minimum: 0 });

/** Whom a person wants to play: a house bot, whoever comes, or those at a table. */
const Against = Type.Union([
  Type.Object({ bot: Type.String({ maxLength: 40 }) }),
  Type.Object({ table: Id }),
  Type.Literal('anyone'),
]);

const FromPage = {
  hello: Type.Object({ secret: Type.String({ pattern: '^[0-9a-f]{32,128}$' }) }),
  watch: Type.Object({ match: Id, after: Type.Optional(Type.Integer({ minimum: -1 })) }),
  unwatch: Type.Object({ match: Id }),
  front: Type.Object({}),
  leave_front: Type.Object({}),
  sit: Type.Object({ game: Id, name: Type.String({ maxLength: 100 }), against: Against }),
  stand: Type.Object({}),
  move: Type.Object({ match: Id, turn: Turn, move: Type.Unknown() }),
  vote: Type.Object({ match: Id, move: Type.Unknown() }),
  resign: Type.Object({ match: Id }),
};

export type PageMessage = {
  [Kind in keyof typeof FromPage]: { type: Kind } & Static<(typeof FromPage)[Kind]>;
}[keyof typeof FromPage];

/** What a page said, or why it means nothing. */
export function decode(text: string | undefined): PageMessage | { error: string } {
  if (text === undefined) return { error: 'Send text.' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { error: 'Send JSON.' };
  }
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (typeof type !== 'string' || !Object.hasOwn(FromPage, type)) return { error: 'Unknown message type.' };
  if (!Check(FromPage[type as keyof typeof FromPage], value)) return { error: `This is not a ${type} message.` };
  return value as PageMessage;
}

/** What was asked for is not answered now; it may be asked again after so many seconds. */
export const busyFrame = ({ message, retryAfter }: StorageBusy) => ({ type: 'error', error: message, retryAfter });

export const encode = (message: { type: string; [key: string]: unknown }): string => JSON.stringify(message);
