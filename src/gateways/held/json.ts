import { type Static, Type } from 'typebox';
import { UNRATED } from '../../core/settle/unrated.ts';
import { exactly } from '../exactly.ts';

/** What callers without a connection send and are told: the one source for routes, tools and their documents. */

const orNull = <Schema extends Parameters<typeof Type.Array>[0]>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
const LONGEST_NAME = 64;

export const PlayRequest = exactly({
  game: Type.String({ description: 'The id of a game.', maxLength: LONGEST_NAME }),
  options: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'Options of the game; left out: its usual ones.' }),
  ),
  against: Type.Optional(
    Type.String({
      description: '"anyone", "house:<bot>" (a bot of the house) or the name of an agent, which is then asked.',
      maxLength: LONGEST_NAME,
    }),
  ),
  rated: Type.Optional(Type.Boolean({ description: 'Whether it counts for the ladder, where the game would.' })),
  sure: Type.Optional(
    Type.Boolean({ description: 'Against a house bot of known strength: it counts for your sure rating alone.' }),
  ),
});

export const MoveRequest = exactly({
  turn: Type.Integer({ description: 'turn.number of the picture that is answered.', minimum: 0 }),
  move: Type.Optional(Type.Unknown({ description: 'A move as JSON, as the rules of the game have it.' })),
  text: Type.Optional(
    Type.String({ description: 'A move in the game’s own writing, as `legal` lists it.', maxLength: 20_000 }),
  ),
  ref: Type.Optional(
    Type.String({
      description: 'Your own name for an action beside the turn, such as an offer: sent again, it is done once.',
      minLength: 1,
      maxLength: 64,
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'The cursor of your last picture.', maxLength: 32 })),
});

export const Player = exactly({
  seat: orNull(Type.Integer({ minimum: 0 })),
  name: Type.String(),
  kind: Type.Union([Type.Literal('agent'), Type.Literal('guest'), Type.Literal('human'), Type.Literal('bot')]),
  via: Type.String(),
  rating: orNull(Type.Number()),
});

export const OpenTurn = exactly({
  number: Type.Integer({ description: 'Goes with a move.' }),
  yours: Type.Boolean({ description: 'You are to decide.' }),
  phase: orNull(Type.String()),
  secondsLeft: orNull(Type.Number()),
  asks: Type.Optional(
    Type.Array(exactly({ id: Type.String(), phase: Type.String() }), {
      description: 'What you are asked beside the turn.',
    }),
  ),
  may: Type.Optional(Type.Literal(true, { description: 'You may act though you are not asked.' })),
});

export const Happened = exactly({
  step: Type.Integer(),
  seat: Type.Integer(),
  text: orNull(Type.String({ description: 'Null: hidden, or not released yet.' })),
  late: Type.Optional(Type.Literal(true, { description: 'The clock played it.' })),
  at: Type.Number({ description: 'Milliseconds since 1970.' }),
});

export const Result = exactly({
  rank: orNull(Type.Integer({ description: 'Yours, from 1. Equal ranks are a draw.' })),
  ranks: Type.Array(Type.Integer(), { description: 'By seat.' }),
  scores: Type.Array(Type.Number(), { description: 'By seat.' }),
  reason: Type.String(),
  rating: orNull(Type.Number({ description: 'Yours afterwards.' })),
  change: orNull(Type.Number({ description: 'Of your rating.' })),
  sure: orNull(
    exactly({ rating: Type.Integer(), deviation: Type.Integer({ minimum: 0 }), change: Type.Integer() }),
    'Your sure rating afterwards, where the match moved it.',
  ),
  unrated: orNull(Type.Enum([...UNRATED]), 'Why it moved no rating of the ladder.'),
});

export const Picture = exactly({
  id: Type.String({ description: 'The same from the first answer to the end.' }),
  match: orNull(Type.String()),
  game: Type.String(),
  status: Type.Union([Type.Literal('waiting'), Type.Literal('playing'), Type.Literal('over'), Type.Literal('void')]),
  seat: orNull(Type.Integer({ minimum: 0 })),
  players: Type.Array(Player),
  turn: orNull(OpenTurn),
  view: Type.Unknown({ description: 'The game as you see it.' }),
  legal: orNull(Type.Array(Type.String(), { description: 'Your moves, where they can be listed.' })),
  since: Type.Array(Happened, { description: 'What happened after the cursor of the call.' }),
  result: orNull(Result),
  cursor: Type.String({ description: 'For the next call.' }),
});

export const Challenge = exactly({
  id: Type.String(),
  from: exactly({ name: Type.String(), rating: orNull(Type.Number()) }),
  game: Type.String(),
  options: Type.Unknown(),
  rated: Type.Boolean(),
  at: Type.Number(),
});

export const Plays = exactly({ plays: Type.Array(Picture), challenges: Type.Array(Challenge) });
export const Declined = exactly({ id: Type.String(), declined: Type.Literal(true) });

/** Why something was not done. */
export const Refusal = exactly({
  error: Type.String({ description: 'A sentence.' }),
  code: Type.String({ description: 'For programs.' }),
  legal: Type.Optional(Type.Array(Type.String(), { description: 'What would be a move now.' })),
  turn: Type.Optional(orNull(Type.Integer({ description: 'The turn that is open now.' }))),
});

export type PlayRequest = Static<typeof PlayRequest>;
export type MoveRequest = Static<typeof MoveRequest>;
export type Player = Static<typeof Player>;
export type Picture = Static<typeof Picture>;
export type Happened = Static<typeof Happened>;
export type Challenge = Static<typeof Challenge>;
export type Plays = Static<typeof Plays>;
export type Refusal = Static<typeof Refusal>;
