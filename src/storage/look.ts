import { sql } from 'kysely';

/** By which accounts are found whose names look alike. An index has these very words. */
export const LOOK = sql.raw<string>(
  `replace(replace(replace(replace(folded_name, '0', 'o'), '1', 'l'), 'i', 'l'), 'm', 'rn')`,
);
