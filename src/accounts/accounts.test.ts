import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/clock.ts';
import type { AgentRow, Storage } from '../core/storage.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { keyIdOf } from './keys.ts';

const HOUR = 3_600_000;
let storage: Storage;
let clock: FakeClock;
let accounts: Accounts;

beforeEach(async () => {
  storage = await openSqlite(':memory:');
  clock = fakeClock();
  accounts = createAccounts({ storage, clock });
});
afterEach(() => storage.close());

async function registered(name: string): Promise<{ agent: AgentRow; apiKey: string }> {
  const made = await accounts.register(name);
  if ('error' in made) throw new Error(made.error);
  return made;
}

describe('registration', () => {
  it('gives an account with its trimmed name and a key of 32 bytes', async () => {
    const made = await accounts.register('  Deep Thought  ', ' plays\nwell\0 ');
    expect(made).toEqual({
      agent: { id: expect.any(String), name: 'Deep Thought', description: 'plays well', at: clock.now() },
      apiKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each([
    [undefined, 'Name is required.'],
    [42, 'Name is required.'],
    [['Ann'], 'Name is required.'],
    ['', 'Name is required.'],
    ['   ', 'Name is required.'],
    [' a ', 'Name must be at least 2 characters.'],
    ['x'.repeat(33), 'Name must be 32 characters or fewer.'],
    ['a/b', 'Name may only contain letters, numbers, spaces, hyphens, underscores, and dots.'],
    ['Zoë', 'Name may only contain letters, numbers, spaces, hyphens, underscores, and dots.'],
    ['a\tb', 'Name may only contain letters, numbers, spaces, hyphens, underscores, and dots.'],
    ['nul\0', 'Name may only contain letters, numbers, spaces, hyphens, underscores, and dots.'],
  ])('refuses the name %j', async (name, error) => {
    expect(await accounts.register(name)).toEqual({ error, status: 400 });
  });

  it.each(['ab', 'x'.repeat(32), 'A.b_c-d 9'])('takes the name %j', async (name) => {
    expect((await registered(name)).agent.name).toBe(name);
  });

  it.each(['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789 ._-x'])(
    'finds %j by its look',
    async (name) => {
      const { agent } = await registered(name);
      expect(await accounts.byLook(name)).toEqual(agent);
    },
  );

  it('refuses the house’s names', async () => {
    for (const name of ['house', 'House-bot', 'h0use', 'De1eted Agent'])
      expect(await accounts.register(name)).toEqual({ error: 'Agent name is already taken.', status: 409 });
  });

  it('refuses a name that is taken, ignoring case', async () => {
    await registered('Ann');
    expect(await accounts.register(' ANN ')).toEqual({ error: 'Agent name is already taken.', status: 409 });
  });

  it('takes whatever is sent as a description', async () => {
    for (const [index, description] of [undefined, null, 7, {}, 'd'.repeat(9000)].entries()) {
      const made = await accounts.register(`agent ${index}`, description);
      expect(made).toMatchObject({ agent: { description: expect.any(String) } });
    }
  });

  it('for a command makes the account only where there is none', async () => {
    const { agent } = await registered('Ann');
    expect(await accounts.ensure('ann')).toEqual(agent);
    expect(await accounts.ensure(' Bob ')).toMatchObject({ name: 'Bob' });
    expect(await accounts.ensure('Bob')).toEqual(await accounts.byName('bob'));
    expect(await accounts.ensure('x')).toEqual({ error: 'Name must be at least 2 characters.', status: 400 });
    const both = await Promise.all([accounts.ensure('Cid'), accounts.ensure('cid')]);
    expect(both[0]).toEqual(both[1]);
  });
});

describe('keys', () => {
  it('are good for their agent, several of them', async () => {
    const { agent, apiKey } = await registered('Ann');
    const second = await accounts.mintKey(agent.id);
    expect(second).toMatch(/^[0-9a-f]{64}$/);
    expect(await accounts.authenticate(apiKey)).toEqual(agent);
    expect(await accounts.authenticate(second)).toEqual(agent);
    for (const wrong of ['', 'x', apiKey.slice(1), 'y'.repeat(100_000)]) {
      expect(await accounts.authenticate(wrong)).toBeUndefined();
    }
  });

  it('are stored only as hashes', async () => {
    const { apiKey } = await registered('Ann');
    expect(await storage.agents.byKey(apiKey)).toBeUndefined();
  });

  it('are no longer good once they were rotated', async () => {
    const { agent, apiKey } = await registered('Ann');
    await accounts.authenticate(apiKey);
    const fresh = await accounts.rotate(agent.id);
    expect(await accounts.authenticate(apiKey)).toBeUndefined();
    expect(await accounts.authenticate(fresh)).toEqual(agent);
  });
});

describe('a ban', () => {
  it('shows at once on the key and the session, and can be lifted', async () => {
    const { agent, apiKey } = await registered('Ann');
    const { token } = await accounts.issueSession(agent, apiKey);
    await accounts.authenticate(apiKey);
    await accounts.verifySession(token);
    await accounts.ban(agent.id);
    const banned = { ...agent, bannedAt: clock.now() };
    expect(await accounts.authenticate(apiKey)).toEqual(banned);
    expect(await accounts.verifySession(token)).toMatchObject(banned);
    await accounts.unban(agent.id);
    expect(await accounts.authenticate(apiKey)).toEqual(agent);
  });

  it('by another process shows within a quarter of a second, and is lifted at once', async () => {
    const { agent, apiKey } = await registered('Ann');
    const elsewhere = createAccounts({ storage, clock });
    await accounts.authenticate(apiKey);
    await elsewhere.ban(agent.id);
    await clock.pass(250);
    expect(await accounts.authenticate(apiKey)).toHaveProperty('bannedAt');
    await elsewhere.unban(agent.id);
    expect(await accounts.authenticate(apiKey)).toEqual(agent);
  });

  it('by another process shows at once to whoever looked for it', async () => {
    const { agent, apiKey } = await registered('Ann');
    await accounts.authenticate(apiKey);
    await createAccounts({ storage, clock }).ban(agent.id);
    expect((await accounts.banned(0))?.agents).toEqual([agent.id]);
    expect(await accounts.authenticate(apiKey)).toHaveProperty('bannedAt');
  });

  it('is not forgotten by an authentication that began before it', async () => {
    const { agent, apiKey } = await registered('Ann');
    await Promise.all([accounts.authenticate(apiKey), accounts.ban(agent.id)]);
    expect(await accounts.authenticate(apiKey)).toHaveProperty('bannedAt');
  });
});

describe('sessions', () => {
  it('are good for four hours', async () => {
    const { agent, apiKey } = await registered('Ann');
    const { token, expiresAt } = await accounts.issueSession(agent, apiKey);
    expect(expiresAt).toBe(clock.now() + 4 * HOUR);
    expect(await accounts.verifySession(token)).toMatchObject(agent);
    await clock.pass(4 * HOUR - 1000);
    expect(await accounts.verifySession(token)).toMatchObject(agent);
    await clock.pass(1000);
    expect(await accounts.verifySession(token)).toBeUndefined();
  });

  it('last as long as the scale of time says', async () => {
    const quick = createAccounts({ storage, clock, scale: 0.01 });
    const { agent, apiKey } = await registered('Ann');
    const { token, expiresAt } = await quick.issueSession(agent, apiKey);
    expect(expiresAt).toBe(clock.now() + 0.04 * HOUR);
    await clock.pass(0.04 * HOUR);
    expect(await quick.verifySession(token)).toBeUndefined();
  });

  it('outlive a restart of the server', async () => {
    const { agent, apiKey } = await registered('Ann');
    const { token } = await accounts.issueSession(agent, apiKey);
    expect(await createAccounts({ storage, clock }).verifySession(token)).toMatchObject(agent);
  });

  it('of two servers that make the signing key at once are good for both', async () => {
    const { agent, apiKey } = await registered('Ann');
    const other = createAccounts({ storage, clock });
    const [mine, theirs] = await Promise.all([accounts.issueSession(agent, apiKey), other.issueSession(agent, apiKey)]);
    expect(await other.verifySession(mine.token)).toMatchObject(agent);
    expect(await accounts.verifySession(theirs.token)).toMatchObject(agent);
  });

  it('cannot be forged', async () => {
    const { agent, apiKey } = await registered('Ann');
    const { token } = await accounts.issueSession(agent, apiKey);
    const [header, payload, signature] = token.split('.');
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const nobody = encode({ iss: 'crossplay', sub: 'x', exp: 9_999_999_999 });
    const unsigned = `${encode({ alg: 'none' })}.${payload}.`;
    for (const wrong of ['', 'a.b.c', apiKey, unsigned, `${header}.${nobody}.${signature}`, token.slice(0, -2)]) {
      expect(await accounts.verifySession(wrong)).toBeUndefined();
    }
  });

  it('end with the key that they were issued by', async () => {
    const { agent, apiKey } = await registered('Ann');
    const second = await accounts.mintKey(agent.id);
    const { token } = await accounts.issueSession(agent, apiKey);
    const other = await accounts.issueSession(agent, second);
    expect(await accounts.verifySession(token)).toMatchObject(agent);
    await accounts.revoke(agent.id, keyIdOf(apiKey));
    expect(await accounts.verifySession(token)).toBeUndefined();
    expect(await accounts.verifySession(other.token)).toMatchObject(agent);
    await accounts.rotate(agent.id);
    expect(await accounts.verifySession(other.token)).toBeUndefined();
  });

  it('of agents that are gone are not good', async () => {
    const { apiKey } = await registered('Ann');
    const { token } = await accounts.issueSession({ id: 'nobody' }, apiKey);
    expect(await accounts.verifySession(token)).toBeUndefined();
  });
});

describe('SSH keys', () => {
  const LINE = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK ann@home';
  const line = (): string => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    const field = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
    return `ssh-ed25519 ${Buffer.concat([field(Buffer.from('ssh-ed25519')), field(raw)]).toString('base64')} me`;
  };

  it('find the agent they were added to', async () => {
    const { agent } = await registered('Ann');
    const added = await accounts.addSshKey(agent.id, `${line()}\n`);
    expect(added).toEqual({ fingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/) });
    expect(await accounts.bySshKey((added as { fingerprint: string }).fingerprint)).toEqual(agent);
    expect(await accounts.bySshKey('SHA256:other')).toBeUndefined();
  });

  it('belong to one agent', async () => {
    const [ann, bob] = [await registered('Ann'), await registered('Bob')];
    await accounts.addSshKey(ann.agent.id, LINE);
    expect(await accounts.addSshKey(ann.agent.id, LINE)).toHaveProperty('fingerprint');
    expect(await accounts.addSshKey(bob.agent.id, LINE)).toMatchObject({ status: 409 });
  });

  it.each([
    '',
    'ssh-ed25519',
    'ssh-ed25519 !!!',
    'ssh-ed25519 AAAA',
    LINE.replace('ssh-ed25519', 'ssh-rsa'),
    '-----BEGIN',
  ])('are refused where the line is not a public key: %j', async (wrong) => {
    const { agent } = await registered('Ann');
    expect(await accounts.addSshKey(agent.id, wrong)).toMatchObject({ status: 400 });
  });
});
