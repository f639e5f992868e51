import type { TSchema } from 'typebox';
import type { AnyGame, SeatMove } from './game.ts';

type Schema = TSchema & {
  type?: string;
  anyOf?: Schema[];
  properties?: { [name: string]: Schema & { const?: unknown } };
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
  enum?: unknown[];
};
type Fields = { [name: string]: unknown };

/**
 * A move without what its game does not know: that is neither judged nor stored, and plays no part in a replay. Nor does
 * a field that may be left out and is null.
 */
export const knownOf = ({ move }: AnyGame, value: unknown): unknown => known(move as Schema, value);

/** The same moves where there is nothing to leave out. */
export function knownMoves(game: AnyGame, moves: SeatMove[]): SeatMove[] {
  if (moves.every(({ move }) => knownOf(game, move) === move)) return moves;
  return moves.map((one) => ({ ...one, move: knownOf(game, one.move) }));
}

/** The value itself where there is nothing to leave out. */
function known(schema: Schema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (schema.anyOf) {
    const meant = schema.anyOf.find((one) => isMeant(one, value));
    return meant ? known(meant, value) : value;
  }
  if (Array.isArray(value)) return schema.items ? knownItems(schema.items, value) : value;
  return schema.properties ? knownFields(schema, schema.properties, value as Fields) : value;
}

function knownItems(schema: Schema, values: unknown[]): unknown[] {
  const all = values.map((value) => known(schema, value));
  return all.some((value, index) => value !== values[index]) ? all : values;
}

type Properties = NonNullable<Schema['properties']>;

/** Nothing but fields that are known and hold nothing themselves, as in most moves. */
function isPlain(properties: Properties, value: Fields): boolean {
  for (const name in value) if (typeof value[name] === 'object' || !Object.hasOwn(properties, name)) return false;
  return true;
}

function knownFields(schema: Schema, properties: Properties, value: Fields): Fields {
  if (isPlain(properties, value)) return value;
  const isOpen = typeof schema.additionalProperties === 'object' || schema.additionalProperties === true;
  const fields: [string, unknown][] = [];
  let changed = false;
  for (const name of Object.keys(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name]! : undefined;
    const isLeftOut = value[name] === null && !schema.required?.includes(name) && property && !takesNull(property);
    if (isLeftOut || (!property && !isOpen)) {
      changed = true;
      continue;
    }
    const field = property ? known(property, value[name]) : value[name];
    changed ||= field !== value[name];
    fields.push([name, field]);
  }
  return changed ? Object.fromEntries(fields) : value;
}

const takesNull = ({ type, anyOf, enum: values }: Schema): boolean =>
  anyOf ? anyOf.some(takesNull) : type === undefined ? values === undefined : type === 'null';

/** Of several shapes a value means the first that has its constants and whose required fields it has. */
function isMeant({ type, required = [], properties = {} }: Schema, value: object): boolean {
  if (Array.isArray(value)) return type === 'array';
  if (type !== 'object') return false;
  return required.every((name) => {
    const { const: constant } = properties[name] ?? {};
    return Object.hasOwn(value, name) && (constant === undefined || (value as Fields)[name] === constant);
  });
}
