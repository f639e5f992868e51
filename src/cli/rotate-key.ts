import { addSigningKey } from '../accounts/signing-keys.ts';
import { readArguments, withStorage } from './arguments.ts';

export async function rotateKey(args: string[]): Promise<void> {
  const kid = await withStorage(readArguments(args, 'rotate-key', 0), ({ documents }) => addSigningKey(documents));
  console.log(
    `Matches that end from now on are signed with the key ${kid}; a running server takes it up within a second.`,
  );
  console.log('Earlier keys stay listed at /.well-known/jwks.json, so that what they signed can be checked.');
}
