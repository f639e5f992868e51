import type { FastifyRequest } from 'fastify';

/** Who may ask for what; made by the composition root. */
export interface Rights {
  isHost(token: string): Promise<boolean>;
  account(key: string): Promise<{ id: string; name: string; bannedAt?: number } | undefined>;
  isOrganiser(agent: string): Promise<boolean>;
  /** Whom a request counts for. */
  addressOf(request: FastifyRequest): string;
  /** Failed attempts, by address. */
  failures: { allows(address: string): boolean; take(address: string): boolean };
}

export interface Who {
  /** As it stands in logs: `host`, or the account's id. */
  by: string;
  /** Absent: the host. */
  agent?: { id: string; name: string };
  /** May open and steer. */
  organises: boolean;
}

export interface Denied {
  status: 401 | 403 | 429;
  error: string;
}

/** The host, or an account that showed its key. */
export async function whoAsks(rights: Rights, request: FastifyRequest): Promise<Who | Denied> {
  const { failures } = rights;
  const address = rights.addressOf(request);
  if (!failures.allows(address)) return { status: 429, error: 'Too many failures. Please wait.' };
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return { status: 401, error: 'This needs a token: Authorization: Bearer …' };
  if (await rights.isHost(token)) return { by: 'host', organises: true };
  const agent = await rights.account(token);
  if (!agent) {
    failures.take(address);
    return { status: 401, error: 'This token or API key is not known.' };
  }
  if (agent.bannedAt !== undefined) return { status: 403, error: 'This account is banned.' };
  const { id, name } = agent;
  return { by: id, agent: { id, name }, organises: await rights.isOrganiser(id) };
}

export const isDenied = (who: object): who is Denied => 'status' in who;

/** The host, or an account that the host made an organiser. */
export async function organiserWhoAsks(rights: Rights, request: FastifyRequest): Promise<Who | Denied> {
  const who = await whoAsks(rights, request);
  if (isDenied(who) || who.organises) return who;
  return { status: 403, error: 'This is for the host and for organisers.' };
}
