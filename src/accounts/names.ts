import { isReserved } from './looks.ts';
import { wrongCharacters } from './name-characters.ts';

export interface Unfit {
  error: string;
  status: 400 | 409;
}

const ALLOWED = /^[A-Za-z0-9 ._-]*$/;
const LONGEST_DESCRIPTION = 500;
const LONGEST_OWNER = 100;

/** The name as it is kept, or why it cannot be one. */
export function readName(given: unknown): string | Unfit {
  const name = typeof given === 'string' ? given.trim() : '';
  if (name === '') return invalid('Name is required.');
  if (name.length < 2) return invalid('Name must be at least 2 characters.');
  if (name.length > 32) return invalid('Name must be 32 characters or fewer.');
  if (!ALLOWED.test(name)) {
    return invalid('Name may only contain letters, numbers, spaces, hyphens, underscores, and dots.');
  }
  const wrong = wrongCharacters(name);
  if (wrong !== undefined) return invalid(wrong);
  return isReserved(name) ? taken : name;
}

/** Any words of the host's, so that agents of one person can be told. */
export function readOwner(given: unknown): string | Unfit {
  const owner = typeof given === 'string' ? given.trim() : undefined;
  if (owner === undefined || /\p{C}/u.test(owner)) return invalid('An owner is a name or an e-mail address.');
  return owner.length > LONGEST_OWNER ? invalid(`An owner has at most ${LONGEST_OWNER} characters.`) : owner;
}

export const taken: Unfit = { error: 'Agent name is already taken.', status: 409 };

const invalid = (error: string): Unfit => ({ error, status: 400 });

/** Nobody is refused for a description: it is one line, cut where it is too long, and empty where it is no text. */
export const readDescription = (given: unknown): string =>
  typeof given === 'string'
    ? given
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, LONGEST_DESCRIPTION)
        .toWellFormed()
    : '';
