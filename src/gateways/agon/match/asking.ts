import type { MatchHandle } from '../../../core/arena.ts';
import type { Seat } from '../../../core/game.ts';
import type { Refused } from '../../../core/judge.ts';
import type { Submission } from '../../../core/submission.ts';
import type { Update } from '../../../core/update.ts';
import { nowOf } from '../../now.ts';

/** The legal moves of a seat, listed only when somebody needs them. */
export async function legalTexts(match: MatchHandle, seat: Seat): Promise<string[]> {
  const { legal = [] } = await nowOf(match, seat, { legal: true });
  return legal.filter((move) => move.seat === seat).map(({ text }) => text);
}

/**
 * Submits a move that is good whichever turn it has become.
 * @param known the latest update of the match, where one was heard
 */
export async function submitAnyTurn(
  match: MatchHandle,
  submission: Submission,
  known: Update | undefined,
): Promise<Refused | undefined> {
  for (let now = known; ; now = await nowOf(match, submission.seat)) {
    const turn = now?.status.kind === 'turn' ? now.status.number : 0;
    const refused = await new Promise<Refused | undefined>((done) => match.submit(submission, turn, done));
    if (refused?.code !== 'stale') return refused;
  }
}
