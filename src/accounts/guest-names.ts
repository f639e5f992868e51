import type { Accounts } from './accounts.ts';
import { isReserved, looksLikeAnother } from './looks.ts';
import { wrongCharacters } from './name-characters.ts';
import type { Unfit } from './names.ts';

/** Why somebody without an account cannot bear this name, which is trimmed; nothing where it can be borne. */
export async function unfitForGuest(
  accounts: Pick<Accounts, 'byName' | 'byLook'>,
  name: string,
): Promise<Unfit | undefined> {
  const wrong = wrongCharacters(name);
  if (wrong !== undefined) return { error: wrong, status: 400 };
  if (looksLikeAnother(name)) return { error: 'A name may not look like another one.', status: 400 };
  if (isReserved(name)) return { error: 'This name belongs to the house. Please take another.', status: 409 };
  if (await accounts.byName(name))
    return { error: 'This name belongs to an agent. Please show its key, or take another.', status: 409 };
  if (await accounts.byLook(name))
    return { error: 'This name looks like that of an agent. Please take another.', status: 409 };
  return undefined;
}
