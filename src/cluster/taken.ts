import type { Entry } from '../core/record.ts';
import type { WriteRequest } from './messages.ts';

/**
 * Whether what is asked again is in the record already: the node that took it died before it could say so. Only what was
 * stored after the last step that the asker had seen can be it.
 */
export function isTaken(entries: readonly Entry[], request: WriteRequest): boolean {
  if (!request.again || request.step === undefined) return false;
  return entries.slice(request.step).some((entry) => isIt(entry, request));
}

function isIt(entry: Entry, request: WriteRequest): boolean {
  switch (request.op) {
    case 'submit': {
      const { seat, by, move } = request.move;
      return (
        entry.kind === 'move' &&
        entry.moves.some(
          (one) =>
            one.seat === seat && one.by === by && !one.late && (!('move' in request.move) || same(one.move, move)),
        )
      );
    }
    case 'forfeit':
      return entry.kind === 'forfeit' && request.seats.every((seat) => entry.seats.includes(seat));
    case 'note':
      return entry.kind === 'note' && entry.topic === request.topic && same(entry.data, request.data);
    case 'end':
      return entry.kind === 'end' && entry.source === request.source && entry.reason === request.reason;
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
