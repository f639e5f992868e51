import { randomUUID } from 'node:crypto';
import { shortAmount } from '../core/amounts.ts';
import type { Clock } from '../core/clock.ts';
import { agentAccount } from '../core/money.ts';
import type { AgentRow, AuditRow, Deed, KeyInfo, Storage } from '../core/storage.ts';
import { AgentCache } from './agent-cache.ts';
import { bansCounted, countBan } from './ban-count.ts';
import { hashKey, idOfHash, keyIdOf, newKey } from './keys.ts';
import { noteTakenBack, type TakenBack, takenBackSince } from './keys-taken-back.ts';
import { lookOf } from './looks.ts';
import { readDescription, readName, readOwner, taken, type Unfit } from './names.ts';
import { type RateLimit, rateLimit } from './rate-limit.ts';
import { createSessions, type IssuedSession } from './sessions.ts';
import { fingerprintOf, readPublicKey } from './ssh-keys.ts';

export type { Unfit } from './names.ts';
export { fingerprintOf } from './ssh-keys.ts';

/**
 * Who an agent is, on every protocol. An agent that is banned is still found: its row says so. A deed is kept in the audit
 * with what it changes.
 */
export interface Accounts {
  register(name: unknown, description?: unknown): Promise<{ agent: AgentRow; apiKey: string } | Unfit>;
  /** The account of that name, made without a key if there is none. */
  ensure(name: string): Promise<AgentRow | Unfit>;
  byId(id: string): Promise<AgentRow | undefined>;
  byName(name: string): Promise<AgentRow | undefined>;
  /** One that could be taken for whoever had this name. */
  byLook(name: string): Promise<AgentRow | undefined>;
  /** One more key for the agent; it is shown only now. */
  mintKey(agentId: string, deed?: Deed): Promise<string>;
  /** Takes every API key back, though no SSH key, and mints a new one. */
  rotate(agentId: string, deed?: Deed): Promise<string>;
  keys(agentId: string): Promise<KeyInfo[]>;
  /** False: it has no key of that id. */
  revoke(agentId: string, keyId: string): Promise<boolean>;
  /** At most once in thirty days; so long nobody else can have the old name. */
  rename(agentId: string, name: unknown): Promise<{ name: string } | Unfit>;
  /** Shuts it out for good and takes its keys; its name is free after thirty days. Not while there is money in its purse. */
  remove(agentId: string, deed?: Deed): Promise<Unfit | undefined>;
  /** Whose the agent is, in the host's words; empty: nobody's in particular. */
  setOwner(agentId: string, owner: unknown, deed?: Deed): Promise<{ owner: string } | Unfit>;
  authenticate(key: string): Promise<AgentRow | undefined>;
  ban(agentId: string, deed?: Deed): Promise<void>;
  unban(agentId: string, deed?: Deed): Promise<void>;
  /**
   * Everyone who is banned, by whichever process; what was known of them before is forgotten. Nothing, where no ban was
   * made or lifted since that version of the list.
   */
  banned(known: number): Promise<{ version: number; agents: string[] } | undefined>;
  /** Of whose keys some were taken back since that count, by whichever process. Nothing, where none were. */
  takenBack(known: number): Promise<TakenBack | undefined>;
  addSshKey(agentId: string, publicKeyLine: string, deed?: Deed): Promise<{ fingerprint: string } | Unfit>;
  /** @param fingerprint as `fingerprintOf` writes it */
  bySshKey(fingerprint: string): Promise<AgentRow | undefined>;
  /** It ends with the key. */
  issueSession(agent: { id: string }, key: string): Promise<IssuedSession>;
  /** With the id of the key by which it was issued. */
  verifySession(token: string): Promise<(AgentRow & { keyId: string }) | undefined>;
  limits: {
    /** By address. */
    registrations: RateLimit;
    /** Failed authentications, by address. */
    failuresOfAddress: RateLimit;
    /** Failed authentications, by account. */
    failuresOfAccount: RateLimit;
  };
}

export interface AccountParts {
  storage: Pick<Storage, 'agents' | 'documents' | 'purse'>;
  clock: Clock;
  /** Real milliseconds per millisecond of match time, for the life of a session. */
  scale?: number;
  registered?(agent: AgentRow): void;
  /** A session token was handed out. */
  issued?(agent: string): void;
}

const LONGEST_KEY = 200;
const HOUR = 3_600_000;
const NAME_HELD = 30 * 24 * HOUR;

export function createAccounts({
  storage: { agents, documents, purse },
  clock,
  scale = 1,
  registered = () => {},
  issued = () => {},
}: AccountParts): Accounts {
  const cache = new AgentCache(() => clock.now());
  const sessions = createSessions(documents, () => clock.now(), scale);

  async function create(given: unknown, description: unknown, keyHash?: string): Promise<AgentRow | Unfit> {
    const name = readName(given);
    if (typeof name !== 'string') return name;
    const agent = { id: randomUUID(), name, description: readDescription(description), at: clock.now() };
    if (!(await agents.create(agent, keyHash))) return taken;
    registered(agent);
    return agent;
  }

  const row = (deed: Deed | undefined, after?: unknown): AuditRow | undefined =>
    deed && { at: clock.now(), ...deed, ...(after !== undefined && { after }) };

  async function setBanned(agentId: string, at: number | undefined, deed: Deed | undefined): Promise<void> {
    await agents.setBanned(agentId, at, row(deed));
    cache.forget(agentId);
    await countBan(documents);
  }

  async function byKey(hash: string): Promise<AgentRow | undefined> {
    const found = await agents.byKey(hash);
    // Nobody waits for it; if it fails, the next use is written.
    if (found && clock.now() - (found.usedAt ?? 0) >= HOUR) agents.keyUsed(hash, clock.now()).catch(() => {});
    return found?.agent;
  }

  return {
    async register(name, description) {
      const apiKey = newKey();
      const agent = await create(name, description, hashKey(apiKey));
      return 'error' in agent ? agent : { agent, apiKey };
    },
    async ensure(name) {
      const known = () => agents.byName(name.trim());
      const agent = (await known()) ?? (await create(name, ''));
      return agent === taken ? ((await known()) ?? taken) : agent;
    },
    byId: (id) => agents.byId(id),
    byName: (name) => agents.byName(name.trim()),
    byLook: (name) => agents.byLook(lookOf(name)),
    async mintKey(agentId, deed) {
      const key = newKey();
      await agents.addKey(hashKey(key), agentId, clock.now(), row(deed, { key: keyIdOf(key) }));
      return key;
    },
    async rotate(agentId, deed) {
      const key = newKey();
      await agents.replaceKeys(hashKey(key), agentId, clock.now(), row(deed, { key: keyIdOf(key) }));
      cache.forget(agentId);
      await noteTakenBack(documents, agentId);
      return key;
    },
    keys: (agentId) => agents.keys(agentId),
    async revoke(agentId, keyId) {
      const dropped = await agents.dropKey(agentId, keyId);
      cache.forget(agentId);
      if (dropped) await noteTakenBack(documents, agentId);
      return dropped;
    },
    async rename(agentId, given) {
      const name = readName(given);
      if (typeof name !== 'string') return name;
      const done = await agents.rename(agentId, name, clock.now(), clock.now() + NAME_HELD);
      cache.forget(agentId);
      if (done === 'taken') return taken;
      return done === 'renamed' ? { name } : { error: 'A name changes at most once in thirty days.', status: 409 };
    },
    async remove(agentId, deed) {
      const has = await purse.balance(agentAccount(agentId), 'USDC');
      if (has > 0n) {
        return {
          error: `Its purse holds ${shortAmount(has, 'USDC')} USDC, which must be taken out first.`,
          status: 409,
        };
      }
      await agents.remove(agentId, clock.now(), clock.now() + NAME_HELD, row(deed));
      cache.forget(agentId);
      await countBan(documents);
      return undefined;
    },
    async setOwner(agentId, given, deed) {
      const owner = readOwner(given);
      if (typeof owner !== 'string') return owner;
      await agents.setOwner(agentId, owner || undefined, row(deed, owner));
      cache.forget(agentId);
      return { owner };
    },
    async authenticate(key) {
      if (key === '' || key.length > LONGEST_KEY) return undefined;
      const hash = hashKey(key);
      return cache.get(`key ${hash}`, () => byKey(hash));
    },
    ban: (agentId, deed) => setBanned(agentId, clock.now(), deed),
    unban: (agentId, deed) => setBanned(agentId, undefined, deed),
    async banned(known) {
      const version = await bansCounted(documents);
      if (version === known) return undefined;
      const banned = await agents.bannedSince(0);
      for (const id of banned) cache.forget(id);
      return { version, agents: banned };
    },
    async takenBack(known) {
      const news = await takenBackSince(documents, known);
      for (const id of news?.agents ?? []) cache.forget(id);
      return news;
    },
    async addSshKey(agentId, publicKeyLine, deed) {
      const blob = readPublicKey(publicKeyLine);
      if (!blob) return { error: 'This is not an SSH public key.', status: 400 };
      const fingerprint = fingerprintOf(blob);
      const added = await agents.addSshKey(fingerprint, agentId, clock.now(), row(deed, fingerprint));
      return added ? { fingerprint } : { error: 'This SSH key belongs to another agent.', status: 409 };
    },
    bySshKey: (fingerprint) => agents.bySshKey(fingerprint),
    async issueSession({ id }, key) {
      const session = await sessions.issue(id, hashKey(key));
      issued(id);
      return session;
    },
    async verifySession(token) {
      const session = await sessions.verify(token);
      if (!session) return undefined;
      const agent = await cache.get(`key ${session.keyHash}`, () => byKey(session.keyHash));
      return agent?.id === session.agent ? { ...agent, keyId: idOfHash(session.keyHash) } : undefined;
    },
    limits: {
      registrations: rateLimit(clock, { perMinute: 600, burst: 600 }),
      failuresOfAddress: rateLimit(clock, { perMinute: 60, burst: 60 }),
      failuresOfAccount: rateLimit(clock, { perMinute: 60, burst: 60 }),
    },
  };
}
