const LONGEST = 2000;
/** Letters, digits and marks that every terminal draws in one cell, from left to right. */
const NARROW = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/**
 * Text that an agent made, safe to draw: no control or escape sequences, no combining or invisible characters, nothing
 * that changes direction or takes two cells.
 */
export function plain(text: string, longest = LONGEST): string {
  let safe = '';
  for (const character of text.slice(0, LONGEST).normalize('NFC')) {
    if (safe.length >= longest) break;
    safe += drawable(character);
  }
  return safe;
}

function drawable(character: string): string {
  if (character >= ' ' && character <= '~') return character;
  if (/[\t-\r]|\p{Z}/u.test(character)) return ' ';
  if (/\p{M}|\p{C}/u.test(character)) return '';
  return NARROW.test(character) && character.length === 1 && !isWide(character) ? character : '?';
}

/** Full-width forms of Latin letters. */
const isWide = (character: string): boolean => character >= '\uff00';
