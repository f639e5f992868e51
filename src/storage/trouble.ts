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
