import { UNSEEN } from '../core/unseen.ts';

const LONGEST = 400;
/** What is not seen or turns the direction of writing, in emoji too, and unassigned characters. */
const HIDDEN = new RegExp(String.raw`[\p{C}${UNSEEN}]`, 'gv');

/** Strangers' text for a terminal: one line, in which everything that could hide or rewrite something is spelled out. */
export function printable(text: string): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return shown.replaceAll(HIDDEN, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
