import { type Static, Type } from 'typebox';
import { FormatSchema, MOST_ENTRANTS } from './format.ts';

const DAY = 86_400;

/** A time as people write it, or milliseconds since 1970. */
const Time = Type.Union([Type.String({ maxLength: 40 }), Type.Integer({ minimum: 0, maximum: 8.64e15 })]);

export const EntrySchema = Type.Object(
  {
    max: Type.Optional(Type.Integer({ minimum: 2, maximum: MOST_ENTRANTS })),
    minRating: Type.Optional(Type.Number({ minimum: -100_000, maximum: 100_000 })),
    maxRating: Type.Optional(Type.Number({ minimum: -100_000, maximum: 100_000 })),
    perOwner: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_ENTRANTS })),
  },
  { additionalProperties: false },
);

/** What a host sends to open a competition. */
export const OpeningSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    game: Type.String({ minLength: 1, maxLength: 100 }),
    options: Type.Optional(Type.Unknown()),
    format: FormatSchema,
    entry: Type.Optional(EntrySchema),
    start: Type.Optional(
      Type.Union([Type.Literal('full'), Time], {
        description: 'A time with zone, or "full": when entry.max have entered. Without it the host starts it.',
      }),
    ),
    noShowSeconds: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: DAY,
        description: 'How long an agent may take to come to its match. Default 60.',
      }),
    ),
    breakSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 7 * DAY, description: 'How long the next round is held up. Default 0.' }),
    ),
    prize: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { additionalProperties: false },
);
export type Opening = Static<typeof OpeningSchema>;

const OutcomeSchema = Type.Object({
  ranks: Type.Array(Type.Integer()),
  reason: Type.String(),
  scores: Type.Optional(Type.Array(Type.Number())),
  forfeit: Type.Optional(Type.Array(Type.String())),
});

const PairingSchema = Type.Object({
  id: Type.String(),
  agents: Type.Array(Type.String()),
  matches: Type.Array(Type.String()),
  outcome: Type.Union([Type.Null(), OutcomeSchema]),
  part: Type.Optional(Type.Enum(['winners', 'losers', 'final', 'third place'])),
  corrected: Type.Optional(Type.Object({ by: Type.String(), why: Type.String() })),
});

const StandingSchema = Type.Object({
  rank: Type.Integer(),
  agent: Type.String(),
  name: Type.String(),
  points: Type.Number(),
  played: Type.Integer(),
  wins: Type.Integer(),
  draws: Type.Integer(),
  losses: Type.Integer(),
  tieBreaks: Type.Object({
    headToHead: Type.Number(),
    buchholz: Type.Number(),
    sonnebornBerger: Type.Number(),
    wins: Type.Integer(),
    lot: Type.Integer(),
  }),
});

const head = {
  id: Type.String(),
  name: Type.String(),
  game: Type.String(),
  format: FormatSchema,
  status: Type.Enum(['open', 'running', 'paused', 'over']),
  entry: EntrySchema,
  start: Type.Union([Type.String(), Type.Null()]),
  prize: Type.Union([Type.String(), Type.Null()]),
};

/** A competition in a list. */
export const SummarySchema = Type.Object({ ...head, entered: Type.Integer(), round: Type.Integer() });

/** A competition as it is shown. */
export const CompetitionSchema = Type.Object({
  ...head,
  options: Type.Unknown(),
  noShowSeconds: Type.Integer(),
  breakSeconds: Type.Integer(),
  draw: Type.Object({ hash: Type.String(), seed: Type.Union([Type.String(), Type.Null()]) }),
  entrants: Type.Array(
    Type.Object({
      agent: Type.String(),
      name: Type.String(),
      seed: Type.Union([Type.Integer(), Type.Null()]),
      rating: Type.Union([Type.Number(), Type.Null()]),
      withdrew: Type.Boolean(),
    }),
  ),
  rounds: Type.Array(Type.Object({ number: Type.Integer(), pairings: Type.Array(PairingSchema) })),
  standings: Type.Array(StandingSchema),
  ended: Type.Union([Type.Null(), Type.Object({ at: Type.String(), by: Type.String(), why: Type.String() })]),
});
export type ShownSummary = Static<typeof SummarySchema>;
export type ShownCompetition = Static<typeof CompetitionSchema>;
