import Type, { type Static, type TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { isDeeper } from '../judge.ts';

/** Nothing may be in it but what is named: what nobody looks at could say anything. */
const only = <Properties extends { [name: string]: TSchema }>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
const oneOf = <const Words extends string[]>(...words: Words) => Type.Union(words.map((word) => Type.Literal(word)));

const text = Type.String();
const time = Type.Integer();
const hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const seat = Type.Integer({ minimum: 0 });
const seatOrAudience = Type.Integer({ minimum: -1 });
const seats = Type.Array(seat, { minItems: 1, uniqueItems: true });
const why = oneOf('left', 'resigned', 'late', 'illegal', 'away', 'removed');

const over = only({
  kind: Type.Literal('over'),
  ranks: Type.Array(Type.Integer({ minimum: 1 })),
  scores: Type.Array(Type.Number()),
  reason: text,
  forfeit: Type.Optional(only({ seats, why })),
});
export const outcome = Type.Union([over, only({ kind: Type.Literal('void'), reason: text })]);

const terms = only({
  clock: Type.Object({ each: Type.Number() }, { additionalProperties: Type.Number() }),
  illegal: Type.Optional(Type.Integer({ minimum: 1 })),
  late: oneOf('forfeit', 'fallback', 'again'),
  strikes: Type.Optional(only({ warn: Type.Optional(Type.Integer()), out: Type.Integer() })),
  away: only({
    pause: Type.Number(),
    tell: Type.Number(),
    forfeit: Type.Optional(Type.Number()),
    restart: Type.Number(),
  }),
  pace: Type.Optional(Type.Number()),
  countdown: Type.Optional(Type.Number()),
  seating: oneOf('arrival', 'drawn'),
  rated: Type.Boolean(),
  unrated: Type.Optional(oneOf('one owner', 'one address')),
  practice: Type.Optional(only({ rating: Type.Number(), deviation: Type.Number({ minimum: 0 }) })),
  weight: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })),
});

const holder = only({ agent: text, name: text, kind: oneOf('agent', 'guest', 'human', 'bot'), via: text });

const entry = Type.Union([
  only({
    at: time,
    kind: Type.Literal('move'),
    moves: Type.Array(
      only({
        seat: seatOrAudience,
        move: Type.Unknown(),
        by: Type.Optional(text),
        slight: Type.Optional(Type.Literal(true)),
      }),
      { minItems: 1 },
    ),
    ref: Type.Optional(text),
  }),
  only({
    at: time,
    kind: Type.Literal('late'),
    seats: Type.Array(seatOrAudience, { minItems: 1, uniqueItems: true }),
    moves: Type.Array(only({ seat: seatOrAudience, move: Type.Unknown(), late: Type.Literal(true) })),
    away: Type.Optional(Type.Literal(true)),
    ask: Type.Optional(text),
  }),
  only({ at: time, kind: Type.Literal('forfeit'), seats, why, words: Type.Optional(text) }),
  only({ at: time, kind: Type.Literal('end'), over: Type.Optional(over), reason: text, source: text }),
  only({ at: time, kind: Type.Literal('note'), topic: text, data: Type.Unknown() }),
]);

const record = only({
  id: text,
  game: text,
  version: Type.Integer({ minimum: 1 }),
  options: Type.Unknown(),
  terms,
  seats: Type.Array(holder, { minItems: 1 }),
  arrival: Type.Optional(Type.Array(text, { minItems: 1 })),
  table: Type.Optional(text),
  previous: Type.Optional(text),
  seed: hex32,
  seedHash: hex32,
  at: time,
  entries: Type.Array(entry),
  outcome,
  signature: Type.Optional(text),
});

/** Enough for the deepest move that a match takes. */
const MOST_LEVELS = 120;

/** Matches have kept their table and the order of arrival since the same day. */
const faultOfAge = ({ arrival, table, previous }: Static<typeof record>): string | undefined =>
  arrival === undefined && (table ?? previous) !== undefined ? 'The order of arrival was taken out of it.' : undefined;

/** Where a value is not what an exported record is, as a sentence; nothing: it is one. */
export function faultOfShape(value: unknown): string | undefined {
  if (isDeeper(value, MOST_LEVELS)) return 'It is nested too deeply.';
  if (Check(record, value)) return faultOfAge(value);
  const faults = Errors(record, value);
  // Of a choice the whole is named: which of its parts was meant, nobody knows.
  const { instancePath } = faults.find(({ keyword }) => keyword === 'anyOf') ?? faults[0]!;
  return instancePath
    ? `Something is missing, odd or too much at ${instancePath}.`
    : 'This is not the record of a finished match, or something is missing in it.';
}
