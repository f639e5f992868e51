import { EMOJI, UNSEEN } from './unseen.ts';

/** Of scripts in which joiners change how letters are drawn. */
const JOINED = String.raw`[[\p{L}\p{M}]--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}]]`;
const JOINER = String.raw`(?<=${JOINED})[\u200c\u200d](?=${JOINED})`;
const HIDDEN = new RegExp(String.raw`${EMOJI}|${JOINER}|[\n\t]|(?<hidden>${UNSEEN})`, 'gv');

/** Somebody's words for people to read: what hides or turns text is written out; lines and tabs may stay. */
export const visible = (text: string): string =>
  text.replaceAll(HIDDEN, (shown: string, hidden: string | undefined) =>
    hidden === undefined ? shown : `⟨U+${hidden.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
