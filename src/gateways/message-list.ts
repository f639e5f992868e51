import type { TSchema } from 'typebox';
import { type ApiMessage, named } from './api.ts';

/** Messages that are told apart by one field, with what each is for. */
export interface MessageList {
  [type: string]: { about: string; example?: object };
}

/** @param field the one that names a message: `event`, `type`, `action` */
export const messagesOf = (
  field: string,
  list: MessageList,
  schemaOf: (type: string) => TSchema = (type) => named(field, type),
): { [type: string]: ApiMessage } =>
  Object.fromEntries(
    Object.entries(list).map(([type, { about, example }]) => [
      type,
      { about, schema: schemaOf(type), ...(example && { examples: [{ [field]: type, ...example }] }) },
    ]),
  );

/** The same as lines of Markdown, each with its example. */
export const messageLines = (field: string, list: MessageList): string =>
  Object.entries(list)
    .map(([type, { about, example }]) => {
      const shown =
        example && Object.keys(example).length ? ` \`${JSON.stringify({ [field]: type, ...example })}\`` : '';
      return `- \`${type}\`: ${about}${shown}`;
    })
    .join('\n');
