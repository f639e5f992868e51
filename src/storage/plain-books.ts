import { sql } from 'kysely';

/**
 * Books by which nobody is ranked and whose changes nobody lists: most of what the end of a match writes. They are found
 * by their agent alone and stand in no other index, so `top` and `history` know nothing of them. The indexes were made
 * with these words, and a query is served by them only if it says the same: to change them takes a migration.
 */
const PLAIN_BOOKS = ['won', 'drawn', 'lost', 'sure-volatility'];

export const isNoPlainBook = sql.raw<boolean>(PLAIN_BOOKS.map((name) => `book not like '${name}:%'`).join(' and '));
