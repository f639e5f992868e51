import type { Refused } from '../../../core/judge.ts';
import type { AgentMove } from '../../../games/clawpoly/moves.ts';
import type { RefusalCode } from '../../../games/clawpoly/refusals.ts';
import type { ErrorCode, Problem } from '../protocol.ts';

/** What the rules refuse for another reason is an INVALID_ACTION. */
const CODES: { readonly [code in RefusalCode]?: ErrorCode } = {
  'not-your-turn': 'NOT_YOUR_TURN',
  unaffordable: 'INSUFFICIENT_FUNDS',
  'trade-unaffordable': 'INSUFFICIENT_FUNDS',
  'no-such-square': 'INVALID_PROPERTY',
  'not-ownable': 'INVALID_PROPERTY',
  'not-buildable': 'INVALID_PROPERTY',
  'not-offered': 'INVALID_PROPERTY',
};

/** Why a move was not taken, in this protocol's words. */
export function problemOf(move: AgentMove, { code, reason, rule }: Refused): Problem {
  if (rule) {
    const { context } = rule;
    return { code: CODES[rule.code as RefusalCode] ?? 'INVALID_ACTION', message: reason, ...(context && { context }) };
  }
  if (code !== 'not-your-turn') return { code: 'INVALID_ACTION', message: reason };
  // An answer needs no turn, only an offer; whoever has none is asked nothing.
  if (move.type !== 'trade_respond') return { code: 'NOT_YOUR_TURN', message: reason };
  const { tradeId } = move;
  return { code: 'INVALID_ACTION', message: 'No such offer to you is open.', context: { tradeId } };
}
