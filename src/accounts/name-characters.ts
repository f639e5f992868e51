import { EMOJI, UNSEEN } from '../core/unseen.ts';

const EMOJIS = new RegExp(EMOJI, 'gv');
/** What cannot be seen, turns the direction of writing, or is a space that is none. */
const HIDDEN = new RegExp(String.raw`[\p{C}${UNSEEN}[\p{Zs}--[ ]]]`, 'v');
const MARK_ALONE = /(?<![\p{L}\p{N}\p{M}])\p{M}/u;
const PILE_OF_MARKS = /\p{M}{3}/u;
const RUN_OF_SPACES = / {2}/;

/** Why nobody may be called so, account or not, because of the characters alone; nothing where there is no reason. */
export function wrongCharacters(name: string): string | undefined {
  const plain = name.replaceAll(EMOJIS, '.');
  if (HIDDEN.test(plain)) return 'A name may not have characters that cannot be seen.';
  if (MARK_ALONE.test(plain) || PILE_OF_MARKS.test(plain)) return 'A name may not have marks alone or piled up.';
  return RUN_OF_SPACES.test(name) ? 'A name may not have several spaces in a row.' : undefined;
}
