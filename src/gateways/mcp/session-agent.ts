import type { Accounts } from '../../accounts/accounts.ts';
import type { AgentRow } from '../../core/storage.ts';
import type { Session } from './sessions.ts';

/** Whose a session is: nobody's any more once the key that it was given with the account is taken back. */
export async function agentOf(
  accounts: Pick<Accounts, 'byId' | 'keys'>,
  { agent, keyId }: Pick<Session, 'agent' | 'keyId'>,
): Promise<AgentRow | undefined> {
  if (agent === undefined) return undefined;
  if (keyId !== undefined && !(await accounts.keys(agent)).some(({ id }) => id === keyId)) return undefined;
  return accounts.byId(agent);
}
