import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { AgentRow, DocumentStore } from '../core/storage.ts';
import type { Accounts } from './accounts.ts';
import { hashKey } from './keys.ts';
import { readOwner, type Unfit } from './names.ts';

/** How whoever has an agent's link says whose it is. */
export interface Claims {
  /** What the link ends in; the one before is void. Undefined: the agent has an owner. */
  issue(agent: AgentRow): Promise<string | undefined>;
  /** The agent that may be claimed by it. */
  find(token: string): Promise<AgentRow | undefined>;
  /**
   * @param by who they are, in their words, or the key of another agent of theirs: both are one person's then
   * @returns the agent with its owner; undefined: nothing may be claimed by it
   */
  claim(token: string, by: { owner?: unknown; key?: unknown }): Promise<AgentRow | Unfit | undefined>;
}

/** Where a link leads, below the server's address. */
export const claimPath = (token: string): string => `/claim/${token}`;

interface Kept {
  hash: string;
  until: number;
}

const KIND = 'claim';
const LIFETIME = 30 * 24 * 3_600_000;
const LONGEST_NAME = 80;
const TOKEN = /^([\da-f-]{36})\.[\w-]{32}$/;

export function createClaims(documents: DocumentStore, accounts: Accounts, now: () => number): Claims {
  const lookUp = async (token: string) => {
    const id = TOKEN.exec(token)?.[1];
    const document = id === undefined ? undefined : await documents.get(KIND, id);
    if (!document) return undefined;
    const { hash, until } = document.body as Kept;
    if (until <= now() || !timingSafeEqual(Buffer.from(hash), Buffer.from(hashKey(token)))) return undefined;
    const agent = await accounts.byId(id!);
    const isFree = agent?.owner === undefined && agent?.bannedAt === undefined;
    return agent && isFree ? { agent, version: document.version } : undefined;
  };

  return {
    async issue({ id, owner }) {
      if (owner !== undefined) return undefined;
      const token = `${id}.${randomBytes(24).toString('base64url')}`;
      const kept: Kept = { hash: hashKey(token), until: now() + LIFETIME };
      const before = await documents.get(KIND, id);
      // Of two at once the first is good, and the second is void from the start: it may be asked for again.
      await documents.put(KIND, id, before?.version ?? 0, kept);
      return token;
    },
    find: async (token) => (await lookUp(token))?.agent,
    async claim(token, { owner: given, key }) {
      const found = await lookUp(token);
      if (!found) return undefined;
      const { agent, version } = found;
      const other = typeof key === 'string' && key !== '' ? await accounts.authenticate(key) : undefined;
      if (key !== undefined && key !== '' && (!other || other.id === agent.id || other.bannedAt !== undefined)) {
        return { error: 'This is not the key of another agent.', status: 400 };
      }
      const name = readOwner(given ?? '');
      if (typeof name !== 'string') return name;
      if (name.length > LONGEST_NAME) return { error: `A name has at most ${LONGEST_NAME} characters.`, status: 400 };
      if (name === '' && !other) return { error: 'Say who you are, or show the key of another agent.', status: 400 };
      // Who has the link has it once, however often it is used at the same moment.
      if (!(await documents.put(KIND, agent.id, version, { hash: hashKey(''), until: 0 }))) return undefined;
      const owner = other?.owner ?? marked(name || other!.name);
      if (other && other.owner === undefined) await accounts.setOwner(other.id, owner);
      await accounts.setOwner(agent.id, owner);
      return { ...agent, owner };
    },
  };
}

/** Nobody can take the name of another: each has a mark of its own. */
const marked = (name: string): string => `${name} #${randomBytes(4).toString('hex')}`;
