import ssh2, { type AuthContext, type AuthenticationType, type PublicKeyAuthContext } from 'ssh2';
import type { Player } from '../session.ts';

/** The account that a public key, in SSH's wire format, belongs to. */
export type KeyOwner = (key: Buffer) => Promise<(Player & { banned: boolean }) | undefined>;

export type Visitor = { at: 'play'; player: Player } | { at: 'hub'; player: Player | undefined };

const HUB_METHODS: AuthenticationType[] = ['publickey', 'keyboard-interactive', 'password', 'none'];
const PLAY_USERS = ['game', 'games'];

/**
 * Answers one attempt. Those who play must show an account's key; the hub lets anyone in by whatever means, and knows
 * those by name who showed a key. So whoever first comes with nothing is asked for one, and let in with the next attempt.
 * @param isFirst of this connection
 * @param enter called just before somebody is let in
 */
export async function authenticate(
  attempt: AuthContext,
  ownerOf: KeyOwner,
  isFirst: boolean,
  enter: (visitor: Visitor) => void,
): Promise<void> {
  const plays = PLAY_USERS.includes(attempt.username);
  if (attempt.method !== 'publickey') {
    if (plays) return attempt.reject(['publickey']);
    if (attempt.method === 'none' && isFirst) return attempt.reject(HUB_METHODS);
    enter({ at: 'hub', player: undefined });
    return attempt.accept();
  }
  if (attempt.signature && !isSigned(attempt)) return attempt.reject(['publickey']);
  const owner = await ownerOf(attempt.key.data);
  const player = owner && !owner.banned ? { id: owner.id, name: owner.name } : undefined;
  if (plays && !player) return attempt.reject(['publickey']);
  if (attempt.signature) enter(plays ? { at: 'play', player: player! } : { at: 'hub', player });
  attempt.accept();
}

function isSigned({ key, blob, signature, hashAlgo }: PublicKeyAuthContext): boolean {
  const parsed = ssh2.utils.parseKey(key.data);
  if (parsed instanceof Error || !blob || !signature) return false;
  try {
    return parsed.verify(blob, signature, hashAlgo) === true;
  } catch {
    return false;
  }
}
