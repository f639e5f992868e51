import { type Static, type TProperties, Type } from 'typebox';

/** The most that can enter one competition; a round robin has everybody meet everybody and takes fewer. */
export const MOST_ENTRANTS = 2000;
export const MOST_IN_ROUND_ROBIN = 256;

const exactly = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const bestOf = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 21,
    description: 'The most games of a pairing. Seats alternate, and it ends when it is decided. Default 1.',
  }),
);
const seeding = Type.Optional(
  Type.Enum(['rating', 'drawn', 'entry'], {
    description: 'By rating (the default), drawn from the published seed, or in order of entry.',
  }),
);
const cycles = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 10, description: 'How often the same two meet, with other seats. Default 1.' }),
);
const rounds = Type.Optional(Type.Integer({ minimum: 1, maximum: 10, description: 'Another word for cycles.' }));
const extraPairs = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 5,
    description: 'Pairs of games after a tied pairing, one from each seat, before the better seed goes on. Default 1.',
  }),
);

export const FORMATS = {
  'round-robin': exactly({
    type: Type.Literal('round-robin'),
    cycles,
    rounds,
    order: Type.Optional(
      Type.Enum(['berger', 'circle'], {
        description:
          'Who meets when: as in Berger’s tables (the default), or the first stays and the others walk around.',
      }),
    ),
    bestOf,
    seeding,
  }),
  swiss: exactly({
    type: Type.Literal('swiss'),
    rounds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 99,
        description: 'At most one for each opponent. Default: as many as a knockout would have.',
      }),
    ),
    bestOf,
    seeding,
  }),
  knockout: exactly({
    type: Type.Literal('knockout'),
    bestOf,
    extraPairs,
    thirdPlace: Type.Optional(
      Type.Boolean({ description: 'Whether the losers of the semi-finals play for the third place.' }),
    ),
    seeding,
  }),
  'double-knockout': exactly({ type: Type.Literal('double-knockout'), bestOf, extraPairs, seeding }),
  arena: exactly({
    type: Type.Literal('arena'),
    minutes: Type.Integer({ minimum: 1, maximum: 10_080, description: 'New pairings are made for so long.' }),
    streaks: Type.Optional(Type.Boolean({ description: 'Whether a win counts double from the third in a row on.' })),
    bestOf,
    seeding,
  }),
  gauntlet: exactly({
    type: Type.Literal('gauntlet'),
    challenger: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The agent that meets all others. Default: the first seed.',
      }),
    ),
    cycles,
    rounds,
    bestOf,
    seeding,
  }),
  heats: exactly({
    type: Type.Literal('heats'),
    seats: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 16,
        description: 'The most in one heat. Default: as many as sit at a usual table of the game.',
      }),
    ),
    least: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 16,
        description: 'The fewest in one heat. Default: as few as the game allows.',
      }),
    ),
    advance: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 15, description: 'How many of each heat go on. Default: half of them.' }),
    ),
    bestOf: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 21,
        description: 'Games of a heat; seats rotate, points add up. Default 1.',
      }),
    ),
    seeding,
  }),
} as const;

export const FormatSchema = Type.Union([
  FORMATS['round-robin'],
  FORMATS.swiss,
  FORMATS.knockout,
  FORMATS['double-knockout'],
  FORMATS.arena,
  FORMATS.gauntlet,
  FORMATS.heats,
]);

export type Format = Static<typeof FormatSchema>;
export type FormatType = Format['type'];
export type FormatOf<Name extends FormatType> = Extract<Format, { type: Name }>;

export const FORMAT_TYPES = Object.keys(FORMATS) as FormatType[];

/** A pairing of these formats has to have a winner. */
export const needsWinner = ({ type }: Format): boolean => type === 'knockout' || type === 'double-knockout';
