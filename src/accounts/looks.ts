import unhomoglyph from 'unhomoglyph';
import { DELETED_NAME } from '../core/storage.ts';

const ASCII = /^[ -~]*$/;
/** Scripts with letters that look like Latin ones. */
const ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');
const plainer = (text: string): string => unhomoglyph(withoutMarks(text)).toLowerCase();

/**
 * Equal for names that one could be taken for the other, by the letters that Unicode's table of confusables has for
 * theirs. Capital and small letters are the same, so that i is l as I is. Storage finds accounts by the same.
 */
export const lookOf = (name: string): string => withoutMarks(plainer(plainer(name))).replaceAll('i', 'l');

const DELETED = lookOf(DELETED_NAME);
/** "house", "House bot (hard)", "Ada (hard bot)", "house:hard"; a house of cards is nobody's. */
const HOUSE = /^house(?:$|\s*:|[\s._-]*bot(?![a-z\d]))|\([^)]*\bbot\)$/;

/** What the house and its bots, and deleted agents, are called. */
export function isReserved(name: string): boolean {
  const look = lookOf(name);
  return look === DELETED || HOUSE.test(look);
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LATIN = /\p{Script=Latin}/u;
/** Of scripts that no word has beside Latin letters; East Asian ones may. */
const OTHER =
  /[\p{L}--[\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]]/v;
const isMixture = (word: string): boolean => LATIN.test(word) && OTHER.test(word);

/** Letters of several scripts that look alike or in one word, or a name that could be read as one in plain Latin letters. */
export function looksLikeAnother(name: string): boolean {
  if (ASCII.test(name)) return false;
  if (ALIKE.filter((script) => script.test(name)).length > 1) return true;
  if (name.match(WORD)?.some(isMixture)) return true;
  const letters = name.replace(/[^\p{L}\p{N}]/gu, '');
  return !ASCII.test(letters) && ASCII.test(unhomoglyph(letters.normalize('NFKC')));
}
