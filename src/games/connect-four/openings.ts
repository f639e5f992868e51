import type { Opening, Openings } from '../shared/manifest.ts';
import { COLUMNS } from './rules.ts';

/** Every way to drop the first three discs. */
function book(): Opening[] {
  const columns = Array.from({ length: COLUMNS }, (_, column) => column);
  return columns.flatMap((a) =>
    columns.flatMap((b) =>
      columns.map((c) => ({ name: `${a} ${b} ${c}`, moves: [a, b, c].map((column) => ({ column })) })),
    ),
  );
}

export const connectFourOpenings: Openings = { book, formats: {} };
