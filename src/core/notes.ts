import type { MatchRecord, Position } from './record.ts';
import type { Settlement } from './storage.ts';

/** What a match takes notes of, by topic. Registered at the start, so that whoever notes something sends data alone. */
export interface NoteRule {
  /** Asked in the mailbox; a sentence refuses the note. */
  allow(record: MatchRecord, position: Position, data: unknown): string | undefined;
  /** What the note changes, in the transaction that stores it; may refuse as well. */
  settlement?(record: MatchRecord, data: unknown): Settlement;
}

export type NoteRules = { [topic: string]: NoteRule };

const SLOWEST = 60_000;

/** The topics that the match itself obeys. */
const CONDUCT_RULES: NoteRules = {
  pause: { allow: (_record, { paused }) => (paused ? 'The match is paused already.' : undefined) },
  resume: { allow: (_record, { paused }) => (paused ? undefined : 'The match is not paused.') },
  pace: {
    allow: (_record, _position, data) =>
      typeof data === 'number' && data >= 0 && data <= SLOWEST
        ? undefined
        : `A pace is from 0 to ${SLOWEST} milliseconds an event.`,
  },
};

export const noteRules = (own: NoteRules = {}): NoteRules => ({ ...own, ...CONDUCT_RULES });

export const ruleOf = (rules: NoteRules, topic: string): NoteRule | undefined =>
  Object.hasOwn(rules, topic) ? rules[topic] : undefined;
