import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { PROTOCOL } from '../protocol.ts';
import { Fault } from './errors.ts';
import { INBOUND } from './messages.ts';
import { isTimestamp } from './timestamps.ts';

type Inbound = keyof typeof INBOUND;

/** A message whose fields are as they have to be. */
export type Checked<Type extends Inbound = Inbound> = {
  [T in Type]: Static<(typeof INBOUND)[T]> & { message_type: T };
}[Type];

const validators = Object.fromEntries(Object.entries(INBOUND).map(([type, schema]) => [type, Compile(schema)]));

const COMMON = ['sender', 'timestamp', 'conversation_id'];

/**
 * Checks a message in this order: protocol, type, common fields, timestamp, its own fields.
 * @returns undefined: nobody knows this type of message @throws Fault
 */
export function checkMessage(params: { [field: string]: unknown }): Checked | undefined {
  const { protocol, message_type, timestamp } = params;
  if (protocol === undefined) throw new Fault('E003', { field: 'protocol' });
  if (protocol !== PROTOCOL) throw new Fault('E018', { expected: PROTOCOL });
  if (typeof message_type !== 'string' || message_type === '') throw new Fault('E003', { field: 'message_type' });
  const validator = Object.hasOwn(validators, message_type) ? validators[message_type] : undefined;
  if (!validator) return undefined;
  for (const field of COMMON)
    if (params[field] === undefined || params[field] === null) throw new Fault('E003', { field });
  if (!isTimestamp(timestamp)) throw new Fault('E021', { field: 'timestamp' });
  if (validator.Check(params)) return params as Checked;
  const [first] = validator.Errors(params);
  throw new Fault('E003', { field: first ? fieldOf(first) : 'message' });
}

function fieldOf(error: { instancePath: string; params: object }): string {
  const path = error.instancePath.split('/').filter(Boolean);
  const missing = 'requiredProperties' in error.params ? (error.params.requiredProperties as string[])[0] : undefined;
  return [...path, ...(missing === undefined ? [] : [missing])].join('.') || 'message';
}

/** The id in a sender: `player:P01` or `P01`; undefined where it has not the shape of one. */
export const senderId = (sender: string): string | undefined => /(?:^|:)((?:P|REF)\d{2,8})$/.exec(sender)?.[1];
