/** Another server has the database. */
export class StorageInUse extends Error {
  override name = 'StorageInUse';
}
