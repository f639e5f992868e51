import type { Static } from 'typebox';
import { Type } from 'typebox';

/** Any number, so that one that is no square is refused by the rules, with their code. */
const squareIndex = Type.Integer();
const plain = <Name extends string>(type: Name) => Type.Object({ type: Type.Literal(type) });
const onSquare = <Name extends string>(type: Name) => Type.Object({ type: Type.Literal(type), squareIndex });
const goods = Type.Object({
  properties: Type.Array(squareIndex, { maxItems: 28 }),
  money: Type.Integer({ minimum: 0 }),
  escapeCards: Type.Integer({ minimum: 0 }),
});

export const moveSchema = Type.Union([
  plain('roll_dice'),
  Type.Object({ type: Type.Literal('buy'), squareIndex: Type.Optional(squareIndex) }),
  plain('pass'),
  Type.Object({
    type: Type.Literal('build'),
    squareIndex,
    building: Type.Union([Type.Literal('outpost'), Type.Literal('fortress')]),
  }),
  onSquare('sell_building'),
  onSquare('mortgage'),
  onSquare('unmortgage'),
  Type.Object({
    type: Type.Literal('trade_offer'),
    to: Type.Integer({ minimum: 0, maximum: 5 }),
    giving: goods,
    requesting: goods,
  }),
  Type.Object({ type: Type.Literal('trade_respond'), tradeId: Type.String({ maxLength: 40 }), accept: Type.Boolean() }),
  plain('escape_pay'),
  plain('escape_card'),
  plain('escape_roll'),
  plain('end_turn'),
]);

/** A move an agent can make. */
export type AgentMove = Static<typeof moveSchema>;

/** `raise_all` is the clock's: sell every building, mortgage every square, else bankrupt. */
export type Move = AgentMove | { type: 'raise_all' };

export type MoveType = Move['type'];
