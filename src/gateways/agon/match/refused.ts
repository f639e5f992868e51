import type { Refused } from '../../../core/judge.ts';
import type { Terms } from '../../../core/terms.ts';
import type { RefusalCode as BazaarCode } from '../../../games/bazaar/refusals.ts';
import { type Problem, refusal } from '../protocol.ts';

const CODES: { [code in Refused['code']]: Problem['code'] } = {
  over: 'NOT_IN_MATCH',
  'not-begun': 'NOT_YOUR_TURN',
  'not-your-turn': 'NOT_YOUR_TURN',
  'already-moved': 'NOT_YOUR_TURN',
  stale: 'NOT_YOUR_TURN',
  repeated: 'NOT_YOUR_TURN',
  paused: 'VALIDATION_FAILED',
  malformed: 'VALIDATION_FAILED',
  illegal: 'VALIDATION_FAILED',
  error: 'VALIDATION_FAILED',
};

/** What the match said, in this protocol's words. */
export const problemOf = ({ code, reason }: Refused): Problem => refusal(CODES[code], reason);

/** What cannot be paid, and a trade of nothing, are blocked; all else that is wrong with a trade has failed to validate. */
const BLOCKED: readonly BazaarCode[] = ['insufficient', 'proposer-short', 'empty-trade'];

/** In games where the other side may act too, the rules themselves say that it may not speak now. */
const speaksOutOfTurn = ({ rule }: Refused): boolean => rule?.code === 'not-your-turn';

export const isIllegal = (refused: Refused): boolean =>
  refused.code === 'malformed' || (refused.code === 'illegal' && !speaksOutOfTurn(refused));

const QUOTED = 40;

/** Where trying costs nothing, what no move is made of is quoted. */
export const illegalReason = ({ code, reason }: Refused, text: string, { illegal }: Terms): string =>
  code === 'malformed' && !illegal ? `"${text.slice(0, QUOTED)}" is not a legal move here.` : reason;

/** A move that may be said at another time. */
export const outOfTurn = (refused: Refused): Problem =>
  speaksOutOfTurn(refused) ? refusal('NOT_YOUR_TURN', refused.reason) : problemOf(refused);

export const tradeProblem = (refused: Refused): Problem =>
  BLOCKED.includes(refused.rule?.code as BazaarCode) ? refusal('CONTENT_BLOCKED', refused.reason) : problemOf(refused);
