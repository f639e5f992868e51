import { renewHostToken } from '../gateways/web/host-token.ts';
import { readArguments, withStorage } from './arguments.ts';
import { keepDeed } from './deed.ts';

/** Prints the token alone on its last line; the one before is no longer good. */
export async function hostToken(args: string[]): Promise<void> {
  const token = await withStorage(readArguments(args, 'host-token', 0), async (storage) => {
    const renewed = await renewHostToken(storage.documents);
    await keepDeed(storage, { deed: "new host's token", subject: 'host', words: '' });
    return renewed;
  });
  console.log("The new token for the host's page, shown only now:");
  console.log(token);
}
