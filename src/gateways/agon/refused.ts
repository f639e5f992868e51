import type { Refused } from '../../core/match.ts';
import { type Refusal, refusal } from './protocol.ts';

const CODES: { [code in Refused['code']]: Refusal['code'] } = {
  over: 'NOT_IN_MATCH',
  'not-begun': 'NOT_YOUR_TURN',
  'not-your-turn': 'NOT_YOUR_TURN',
  'already-moved': 'NOT_YOUR_TURN',
  stale: 'NOT_YOUR_TURN',
  paused: 'VALIDATION_FAILED',
  malformed: 'VALIDATION_FAILED',
  illegal: 'VALIDATION_FAILED',
  error: 'VALIDATION_FAILED',
};

/** What the match said, in this protocol's words. */
export const refusalOf = ({ code, reason }: Refused): Refusal => refusal(CODES[code], reason);

/** What cannot be paid, and a trade of nothing, are blocked; all else that is wrong with a trade has failed to validate. */
const BLOCKED = /^(Insufficient |The proposer no longer holds|A trade must offer or request)/;

/** Speaking out of turn is illegal only in the words of games where the other side may act too. */
export const isIllegal = ({ code, reason }: Refused): boolean =>
  code === 'malformed' || (code === 'illegal' && !reason.startsWith('It is not your turn'));

/** A move that may be said at another time: the other side may act too, but it may not speak. */
export const outOfTurn = ({ code, reason }: Refused): Refusal =>
  refusal(code === 'illegal' ? 'NOT_YOUR_TURN' : CODES[code], reason);

export const tradeRefusal = ({ code, reason }: Refused): Refusal =>
  refusal(code === 'illegal' && BLOCKED.test(reason) ? 'CONTENT_BLOCKED' : CODES[code], reason);
