import { rebuildSure } from '../core/settle/rebuild.ts';
import { manifests } from '../games/manifests.ts';
import { openStorage } from '../storage/open.ts';
import { readArguments } from './arguments.ts';
import { keepDeed } from './deed.ts';

/** Computes the sure ratings of every game anew. The server must not run meanwhile. */
export async function rebuildRatings(args: string[]): Promise<void> {
  const { data, databaseUrl } = readArguments(args, 'rebuild-ratings', 0);
  const storage = await openStorage({ data, databaseUrl, exclusive: true });
  try {
    for (const { id } of manifests) {
      const { matches, agents } = await rebuildSure(storage, id);
      if (matches) console.log(`${id}: ${agents} agents from ${matches} matches`);
    }
    await keepDeed(storage, { deed: 'rebuild ratings', subject: 'sure ratings', words: '' });
  } finally {
    await storage.close();
  }
}
