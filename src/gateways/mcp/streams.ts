import { keyIdOf } from '../../accounts/keys.ts';
import type { GatewayParts } from '../gateway.ts';
import { agentOf } from './session-agent.ts';
import type { Session } from './sessions.ts';

interface Listening {
  /** What it showed as a Bearer. */
  key: string | undefined;
  session: Session | undefined;
  address: string;
  end(): void;
  gone: AbortSignal;
}

export interface Refusal {
  status: 401 | 403 | 429;
  words: string;
}

/** A stream that a client keeps open is the account's whose key it shows, or whose its session is, and ends as that one's sockets do. */
export async function ownStream(
  { accounts, sockets }: Pick<GatewayParts, 'accounts' | 'sockets'>,
  { key, session, address, end, gone }: Listening,
): Promise<Refusal | undefined> {
  const agent = key === undefined ? session && (await agentOf(accounts, session)) : await accounts.authenticate(key);
  if (!agent) {
    if (key === undefined) return undefined;
    return accounts.limits.failuresOfAddress.take(address)
      ? { status: 401, words: 'This is not a valid API key.' }
      : { status: 429, words: 'Too many failed attempts.' };
  }
  if (agent.bannedAt !== undefined) return { status: 403, words: 'This account is banned.' };
  const disown = sockets.own(agent.id, { key: key === undefined ? session!.keyId : keyIdOf(key), end });
  if (gone.aborted) disown();
  else gone.addEventListener('abort', disown, { once: true });
  return undefined;
}
