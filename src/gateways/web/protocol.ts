import { Check } from 'typebox/value';
import type { StorageBusy } from '../../core/storage.ts';
import { fromPage, type PageFrame, type PageMessage } from './frames.ts';

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
  if (typeof type !== 'string' || !Object.hasOwn(fromPage, type)) return { error: 'Unknown message type.' };
  const schema = fromPage[type as keyof typeof fromPage];
  return Check(schema, value) ? value : { error: `This is not a ${type} message.` };
}

/** What was asked for is not answered now; it may be asked again after so many seconds. */
export const busyFrame = ({ message, retryAfter }: StorageBusy): PageFrame => ({
  type: 'error',
  error: message,
  retryAfter,
});

export const encode = (frame: PageFrame): string => JSON.stringify(frame);
