import { once } from 'node:events';
import { pastLines, readPastWish } from '../core/past-rows.ts';
import { aliasedId, manifestOf } from '../games/manifests.ts';
import { databaseOf, withStorage } from './arguments.ts';
import { ConfigError } from './config.ts';
import { readFlags } from './read-flags.ts';

const USAGE = 'export --game GAME [--since 2026-01-31] [--format jsonl|csv] [--moves]';

/** Writes finished matches, the oldest first, as fast as they are read. */
export async function exportMatches(args: string[]): Promise<void> {
  const values = parse(args);
  const wish = readPastWish(
    { ...values, moves: values.moves ? 'yes' : undefined },
    (id) => manifestOf(aliasedId(id))?.id,
  );
  if (typeof wish === 'string') throw new ConfigError(`${wish} Usage: crossplay ${USAGE}`);
  // Whoever reads may have had enough, as `head` has.
  let closed = false;
  process.stdout.on('error', () => (closed = true));
  await withStorage(databaseOf(values), async ({ matches }) => {
    for await (const lines of pastLines((page) => matches.past(page), wish)) {
      if (closed) return;
      // An error while waiting is that nobody reads any more.
      if (!process.stdout.write(lines)) await once(process.stdout, 'drain').catch(() => {});
    }
  });
}

const parse = (args: string[]) =>
  readFlags(USAGE, {
    args,
    options: {
      game: { type: 'string' },
      since: { type: 'string' },
      format: { type: 'string' },
      moves: { type: 'boolean' },
      data: { type: 'string' },
      'database-url': { type: 'string' },
    },
  }).values;
