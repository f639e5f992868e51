/** Marks that turn the direction of writing, and what takes no space; lines and tabs may stay. */
const HIDDEN = /(?![\n\t]|\u200d)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Somebody's words for people to read: what hides or turns text is written out. */
export const visible = (text: string): string =>
  text.replaceAll(
    HIDDEN,
    (character) => `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
