/** What a host can mend, each in a sentence. */

/** Another server has the database. */
export class StorageInUse extends Error {
  override name = 'StorageInUse';
}

/** The folder for the data cannot be one. */
export class WrongFolder extends Error {
  override name = 'WrongFolder';
}

/** Nothing answers where the database should be. */
export class NoDatabase extends Error {
  override name = 'NoDatabase';
}

/** By the low byte of SQLite's code. */
const UNUSABLE: { [code: number]: string } = {
  8: 'it cannot be written',
  10: 'it cannot be read or written',
  11: 'it is damaged',
  13: 'the disk is full',
  14: 'it cannot be opened',
  26: 'its file is no database',
};
/** Of these, what may pass while a server runs. */
const UNWRITABLE = [8, 10, 13];
/** What the system says when the log cannot be brought to the disk. */
const NO_ROOM: { [code: string]: string } = { ENOSPC: 'the disk is full', EDQUOT: 'the disk is full' };

const codeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff;

/** Why SQLite cannot use a database at all; undefined: it is something else. */
export const whyUnusable = (error: unknown): string | undefined => UNUSABLE[codeOf(error)];

/** Why nothing can be stored, though the server runs; undefined: it is something else. */
export function whyUnwritable(error: unknown): string | undefined {
  const code = codeOf(error);
  if (UNWRITABLE.includes(code)) return UNUSABLE[code];
  const { cause } = error as { cause?: { code?: string } };
  return NO_ROOM[cause?.code ?? ''];
}

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT'];
/** PostgreSQL's codes: no such database, no such user, a wrong password, too many connections, still starting. */
const REFUSED = ['3D000', '28000', '28P01', '53300', '57P03'];

/** What a host can mend about DATABASE_URL, in words; everything else as it is. */
export function throwInWords(error: unknown): never {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (UNREACHABLE.includes(code)) throw new NoDatabase(`no database answers at DATABASE_URL (${code}).`);
  if (REFUSED.includes(code)) throw new NoDatabase(`the database at DATABASE_URL refuses: ${message}.`);
  throw error;
}
