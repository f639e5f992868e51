import type { ExportedRecord } from '../core/record.ts';
import { faultOfShape } from '../core/verify.ts';
import { visible } from '../core/visible.ts';
import { rulesOf } from '../games/manifests.ts';
import { titleOf } from './format.ts';
import type { Feed } from './match-feed.ts';
import { Replay } from './replay.ts';

/** A match from a file of the reader's own, which no server need know. */
export interface OwnRecord {
  record: ExportedRecord;
  replay: Replay;
  feed: Feed;
}

/** A string is why it cannot be shown. */
export async function openRecord(text: string): Promise<OwnRecord | string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'This file is no JSON.';
  }
  const fault = faultOfShape(value);
  if (fault !== undefined) return fault;
  const record = value as ExportedRecord;
  const rules = await rulesOf(record.game, record.version);
  if (!rules) return `There are no rules for version ${record.version} of ${record.game} here.`;
  try {
    const replay = new Replay(rules, record);
    return { record, replay, feed: feedOf(record, replay) };
  } catch (error) {
    return `It cannot be played again by the rules: ${(error as Error).message}`;
  }
}

const feedOf = (record: ExportedRecord, replay: Replay): Feed => {
  const { id, game, version, options, terms, seats, seedHash, seed, at, outcome } = record;
  return {
    header: {
      type: 'match',
      match: id,
      game,
      title: titleOf(game),
      version,
      options,
      clock: terms.clock,
      rated: terms.rated,
      // Its accounts are another server's, if they are any.
      seats: seats.map(({ agent, name, kind, via }) => ({
        agent,
        // Nobody has looked at it yet.
        name: visible(name),
        kind: kind === 'agent' ? 'guest' : kind,
        via,
        rating: null,
      })),
      seedHash,
      startedAt: at,
      now: at,
      scale: 1,
      seat: -1,
      outcome,
      seed,
    },
    steps: [replay.step(replay.positions.length - 1, 'replay')],
  };
};
