import { renewHostToken } from '../gateways/web/host-token.ts';
import { readArguments, withStorage } from './arguments.ts';

/** Prints the token alone on its last line; the one before is no longer good. */
export async function hostToken(args: string[]): Promise<void> {
  const token = await withStorage(readArguments(args, 'host-token', 0), ({ documents }) => renewHostToken(documents));
  console.log("The new token for the host's page, shown only now:");
  console.log(token);
}
