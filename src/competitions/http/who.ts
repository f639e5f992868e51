import type { FastifyRequest } from 'fastify';

/** An account as far as competitions know it. */
export interface Account {
  id: string;
  name: string;
  bannedAt?: number;
}

/** Who may ask for what; made by the composition root. */
export interface Rights {
  isHost(token: string): Promise<boolean>;
  account(key: string): Promise<Account | undefined>;
  isOrganiser(agent: string): Promise<boolean>;
  /** Whom a request counts for. */
  addressOf(request: FastifyRequest): string;
  /** Failed attempts, by address. */
  failures: { take(address: string): boolean };
}

export interface Who {
  /** As it stands in logs: `host`, or the account's id. */
  by: string;
  /** Absent: the host. */
  agent?: Account;
  /** May open and steer. */
  organises: boolean;
}

export interface Denied {
  status: 401 | 403 | 429;
  error: string;
}

/** The host, or an account that showed its key. */
export async function whoAsks(rights: Rights, request: FastifyRequest): Promise<Who | Denied> {
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return { status: 401, error: 'This needs a token: Authorization: Bearer …' };
  if (await rights.isHost(token)) return { by: 'host', organises: true };
  const agent = await rights.account(token);
  if (!agent) {
    // A wrong key counts against its address and locks no right one out.
    return rights.failures.take(rights.addressOf(request))
      ? { status: 401, error: 'This token or API key is not known.' }
      : { status: 429, error: 'Too many failures. Please wait.' };
  }
  if (agent.bannedAt !== undefined) return { status: 403, error: 'This account is banned.' };
  return { by: agent.id, agent, organises: await rights.isOrganiser(agent.id) };
}

export const isDenied = (who: object): who is Denied => 'status' in who;

/** The host, or an account that the host made an organiser. */
export async function organiserWhoAsks(rights: Rights, request: FastifyRequest): Promise<Who | Denied> {
  const who = await whoAsks(rights, request);
  if (isDenied(who) || who.organises) return who;
  return { status: 403, error: 'This is for the host and for organisers.' };
}
