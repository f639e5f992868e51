import { type Static, Type } from 'typebox';

export const DIRECTIONS = ['up', 'down', 'left', 'right', 'hold'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const ACTIONS = ['rock', 'paper', 'scissors'] as const;
export type Action = (typeof ACTIONS)[number];

export const LONGEST_MOTTO = 100;

const beatIndex = Type.Integer({ minimum: 0 });

const Command = Type.Union([
  Type.Object({
    beatIndex,
    kind: Type.Literal('move'),
    direction: Type.Enum([...DIRECTIONS]),
  }),
  Type.Object({
    beatIndex,
    kind: Type.Literal('action'),
    action: Type.Enum([...ACTIONS]),
    motto: Type.Optional(Type.String({ description: `At most ${LONGEST_MOTTO} characters, shown to everyone.` })),
  }),
]);

/** A plan for a whole round: one command for each of its beats, in any order. */
export const Move = Type.Object({ commands: Type.Array(Command) });
export type Command = Static<typeof Command>;
export type Move = Static<typeof Move>;
