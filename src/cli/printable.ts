const LONGEST = 400;
/** Controls, marks that turn the direction of writing, invisible and unassigned characters, line and paragraph separators. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Strangers' text for a terminal: one line, in which everything that could hide or rewrite something is spelled out. */
export function printable(text: string): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return shown.replaceAll(HIDDEN, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
