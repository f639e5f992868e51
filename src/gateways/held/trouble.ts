import type { Refused } from '../../core/judge.ts';
import type { Refusal } from './json.ts';

/** Why a call was not answered with what it asked for. Each gateway says it in its own form. */
export type Trouble = Refusal & { code: TroubleCode | (string & {}) };

export type TroubleCode =
  | 'bad-request'
  | 'unauthorized'
  | 'banned'
  | 'not-found'
  | 'too-many'
  | 'too-large'
  | 'unknown-game'
  | 'unknown-agent'
  | 'unknown-bot'
  | 'unknown-competition'
  | 'unmeasured'
  | 'turn-over'
  | 'over'
  | 'not-begun'
  | 'begun'
  | 'gone'
  | 'unavailable';

export const trouble = (code: TroubleCode, error: string): Trouble => ({ code, error });

export const isTrouble = (answer: object): answer is Trouble => 'error' in answer && 'code' in answer;

/**
 * A refused move in words.
 * @param turn the turn that was answered
 * @param open the turn that is open, or null
 * @param legal what would be a move now
 */
export function refusedMove(
  { code, reason, rule, forfeited }: Refused,
  turn: number,
  open: number | null,
  legal: string[] | null,
): Trouble {
  switch (code) {
    case 'over':
      return { code: 'over', error: reason, turn: null };
    case 'already-moved':
      return { code, error: 'You have moved in this turn already, and otherwise.', turn: open };
    case 'stale':
    case 'not-your-turn':
      if (open === null || turn < open) return { code: 'turn-over', error: `Turn ${turn} is over.`, turn: open };
      if (turn > open) return { code: 'no-such-turn', error: `There is no turn ${turn} yet; turn ${open} is open.` };
      return { code: 'not-your-turn', error: reason };
    case 'malformed':
    case 'illegal': {
      if (forfeited) return { code: rule?.code ?? code, error: `${reason} It lost you the match.` };
      const refused: Trouble = { code: rule?.code ?? code, error: reason };
      if (legal) refused.legal = legal;
      return refused;
    }
    case 'error':
      return { code: 'unavailable', error: reason };
    default:
      return { code, error: reason };
  }
}

/** Whether a refused move answers a turn that is over. */
export const isTooLate = (code: string): boolean => ['turn-over', 'over', 'already-moved'].includes(code);
