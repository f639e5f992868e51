import ssh2, { type AuthContext, type PublicKeyAuthContext } from 'ssh2';
import type { Player } from '../session.ts';

/** The account that a public key, in SSH's wire format, belongs to. */
export type KeyOwner = (key: Buffer) => Promise<(Player & { banned: boolean }) | undefined>;

export type Visitor = { at: 'play'; player: Player } | { at: 'hub'; player: Player | undefined };

const PLAY_USERS = ['game', 'games'];

/**
 * Answers one attempt. Those who play must show an account's key; the hub lets anyone in by whatever means, and knows
 * those by name who showed a key.
 * @param enter called just before somebody is let in
 */
export async function authenticate(
  attempt: AuthContext,
  ownerOf: KeyOwner,
  enter: (visitor: Visitor) => void,
): Promise<void> {
  const plays = PLAY_USERS.includes(attempt.username);
  if (attempt.method !== 'publickey') {
    if (plays) return attempt.reject(['publickey']);
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
