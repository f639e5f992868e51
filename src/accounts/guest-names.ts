import unhomoglyph from 'unhomoglyph';
import type { Accounts } from './accounts.ts';

/** What cannot be seen, turns the direction of writing, or is a space that is none. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]|(?!\ufe0f)\p{DI}|(?! )\p{Zs}/u;
const RUN_OF_SPACES = / {2}/;
const PILE_OF_MARKS = /\p{M}{3}/u;
const ASCII = /^[ -~]*$/;
/** Scripts with letters that look like Latin ones. */
const ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/** Why somebody without an account cannot bear this name, which is trimmed; nothing where it can be borne. */
export async function unfitForGuest(
  accounts: Pick<Accounts, 'byName'>,
  name: string,
): Promise<{ error: string; status: 400 | 409 } | undefined> {
  if (HIDDEN.test(name) || PILE_OF_MARKS.test(name))
    return { error: 'A name may not have characters that cannot be seen.', status: 400 };
  if (RUN_OF_SPACES.test(name)) return { error: 'A name may not have several spaces in a row.', status: 400 };
  if (looksLikeAnother(name)) return { error: 'A name may not look like another one.', status: 400 };
  if (await accounts.byName(name))
    return { error: 'This name belongs to an agent: show its key, or take another name.', status: 409 };
  return undefined;
}

/** Letters of several scripts that look alike, or a name that could be read as one in plain Latin letters. */
export function looksLikeAnother(name: string): boolean {
  if (ASCII.test(name)) return false;
  if (ALIKE.filter((script) => script.test(name)).length > 1) return true;
  const letters = name.replace(/[^\p{L}\p{N}]/gu, '');
  return !ASCII.test(letters) && ASCII.test(unhomoglyph(letters.normalize('NFKC')));
}
