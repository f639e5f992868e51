import type { ExportedRecord } from '../core/record.ts';
import { get } from './api.ts';
import { takeBrought } from './first.ts';
import { isHeavy } from './games.ts';
import { live } from './live.ts';
import { type Header, type PageMessage, type Step, stepOf } from './wire.ts';

export interface Feed {
  header: Header;
  /** Every step known so far, in order; the last is the present. */
  steps: Step[];
}

const LONGEST_PAST = 300;

/**
 * Follows a match: the present at once, then its past where that is not too much, then each new step.
 * @param past whether earlier steps are wanted too; who wants none only glances and is not counted
 */
export function followMatch(id: string, past: boolean, tell: (feed: Feed) => void, missing: () => void): () => void {
  let header: Header | undefined;
  let steps: Step[] = [];
  let withdraw = (): void => {};
  let askedForPast = false;
  /** While the past comes in, nobody is told that it is the present. */
  let present = 0;

  const last = () => steps.at(-1);
  // After a lost connection the step that was seen last says where to go on.
  const ask = (): PageMessage => {
    const step = last()?.step;
    return {
      type: 'watch',
      match: id,
      ...(!past && { glance: true }),
      ...(step !== undefined && header?.seat === -1 && { after: step }),
    };
  };

  const askForPast = (now: number): void => {
    askedForPast = true;
    present = now;
    steps = [];
    live.say({ type: 'watch', match: id, after: Math.max(-1, present - LONGEST_PAST) });
  };

  const unlisten = live.listen((message) => {
    if (!('match' in message) || message.match !== id) return;
    if (message.type === 'missing') return missing();
    if (message.type === 'match') header = message;
    if (message.type !== 'update' || !header) return;
    // A patch of an earlier watch, sent before the server heard that the whole past is wanted.
    if ('patch' in message && !last()) return;
    const step = { ...stepOf(message, last()), came: performance.now() };
    const known = steps.findLastIndex((one) => one.step < step.step);
    steps = [...steps.slice(0, known + 1), step];
    const wanted = past && !askedForPast && !header.outcome && !isHeavy(header.game);
    if (wanted && step.step > 0 && steps.length === 1) return askForPast(step.step);
    if (step.step >= present) tell({ header, steps });
  });
  // The socket tells it all again: by then it may have gone on, and the past is wanted.
  const brought = takeBrought(id);
  if (brought) tell(brought);
  withdraw = live.wish(`match ${id}`, ask, { type: 'unwatch', match: id });
  return () => {
    withdraw();
    unlisten();
  };
}

export const recordOf = (id: string): Promise<ExportedRecord> => get('matches/:id/record', { id });
