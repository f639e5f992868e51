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
