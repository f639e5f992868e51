import { addSigningKey } from '../accounts/signing-keys.ts';
import { readArguments, withStorage } from './arguments.ts';
import { keepDeed } from './deed.ts';

export async function rotateKey(args: string[]): Promise<void> {
  const kid = await withStorage(readArguments(args, 'rotate-key', 0), async (storage) => {
    const added = await addSigningKey(storage.documents);
    await keepDeed(storage, { deed: 'rotate signing key', subject: added, words: '' });
    return added;
  });
  console.log(
    `Matches that end from now on are signed with the key ${kid}; a running server takes it up within a second.`,
  );
  console.log('Earlier keys stay listed at /.well-known/jwks.json, so that what they signed can be checked.');
  console.log('Whoever keeps a copy of that list needs a new one.');
}
