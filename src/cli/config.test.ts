import { expect, test } from 'vitest';
import { ConfigError, readConfig, SETTINGS, shownSettings, unknownVariables } from './config.ts';

test('without flags and variables the defaults hold', () => {
  expect(readConfig([], {})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    sshPort: 2222,
    houseBots: undefined,
    timeScale: 1,
    moveTimeout: 15,
    queueWait: 120,
    leagues: [{ id: 'league_2025_even_odd', players: 4, game: 'even_odd' }],
    privateCalls: 'auto',
    publicUrl: undefined,
    hosts: [],
    origins: 'local',
  });
});

test('a flag wins over its variable', () => {
  expect(readConfig(['--port', '4000'], { PORT: '5000' }).port).toBe(4000);
  expect(readConfig([], { PORT: '5000' }).port).toBe(5000);
});

test.each([
  [['--port'], '--port has no value: HTTP and WebSocket port. See crossplay serve --help.'],
  [['--port', '--pretty'], '--port has no value: HTTP and WebSocket port. See crossplay serve --help.'],
  [['--port', '4000', '5000'], '"5000" belongs to no setting of serve. See crossplay serve --help.'],
  [['4000', '--pretty'], '"4000" belongs to no setting of serve. See crossplay serve --help.'],
])('%j is answered in a sentence', (args, words) => {
  expect(() => readConfig(args, {})).toThrow(new ConfigError(words));
});

test('addresses of agents may be private only while nobody reaches the server from elsewhere, unless the host says so', () => {
  expect(readConfig([], { CROSSPLAY_PUBLIC_URL: 'https://arena.example' }).privateCalls).toBe(false);
  expect(readConfig([], { HOST: '0.0.0.0' }).privateCalls).toBe(false);
  expect(readConfig(['--private-calls', 'yes'], { HOST: '0.0.0.0' }).privateCalls).toBe(true);
});

test('pages of every origin may come where the server is public, else those that are named', () => {
  expect(readConfig([], { HOST: '0.0.0.0' }).origins).toBe('*');
  expect(readConfig([], { CROSSPLAY_PUBLIC_URL: 'https://arena.example/' })).toMatchObject({
    origins: '*',
    publicUrl: 'https://arena.example',
  });
  expect(readConfig([], { CROSSPLAY_ORIGINS: '*' }).origins).toBe('*');
  const origins = 'https://a.example/, http://localhost:5173';
  expect(readConfig([], { CROSSPLAY_ORIGINS: origins }).origins).toEqual([
    'https://a.example',
    'http://localhost:5173',
  ]);
  expect(readConfig([], { CROSSPLAY_HOSTS: 'arena.test,[::2]' }).hosts).toEqual(['arena.test', '[::2]']);
});

test('SSH port 0 turns SSH off, and any asks for a free one', () => {
  expect(readConfig([], { CROSSPLAY_SSH_PORT: '0' }).sshPort).toBeUndefined();
  expect(readConfig([], { CROSSPLAY_SSH_PORT: 'any' }).sshPort).toBe(0);
});

test('leagues and addresses are read in full', () => {
  const config = readConfig([], { CROSSPLAY_LEAGUES: 'a=4,b=8:chess', AGENTBBS_GAME_WS_ADDR: '127.0.0.1:8090' });
  expect(config.leagues).toEqual([
    { id: 'a', players: 4, game: 'even_odd' },
    { id: 'b', players: 8, game: 'chess' },
  ]);
  expect(config.playAddress).toEqual({ host: '127.0.0.1', port: 8090 });
});

test.each([
  [{ PORT: 'http' }, /PORT .*"http"/],
  [{ PORT: '70000' }, /PORT/],
  [{ CROSSPLAY_TIME_SCALE: '0' }, /CROSSPLAY_TIME_SCALE/],
  [{ CROSSPLAY_HOUSE_BOTS: 'on' }, /CROSSPLAY_HOUSE_BOTS.*off/],
  [{ CROSSPLAY_LEAGUE_TOKENS: 'maybe' }, /off, queries, strict/],
  [{ CROSSPLAY_LEAGUES: 'x=1' }, /CROSSPLAY_LEAGUES/],
  [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
  [{ AGENTBBS_GAME_WS_ADDR: 'nowhere' }, /HOST:PORT/],
  [{ CROSSPLAY_PUBLIC_URL: 'arena.example' }, /CROSSPLAY_PUBLIC_URL/],
  [{ CROSSPLAY_PUBLIC_URL: 'https://arena.example/?x' }, /CROSSPLAY_PUBLIC_URL/],
  [{ CROSSPLAY_HOSTS: 'http://arena.example' }, /CROSSPLAY_HOSTS/],
  [{ CROSSPLAY_HOSTS: 'arena.example:80' }, /CROSSPLAY_HOSTS/],
  [{ CROSSPLAY_ORIGINS: 'arena.example' }, /CROSSPLAY_ORIGINS/],
  [{ CROSSPLAY_ORIGINS: 'https://arena.example/path' }, /CROSSPLAY_ORIGINS/],
])('the wrong value %j stops the start with one clear line', (env, message) => {
  expect(() => readConfig([], env)).toThrow(message);
  expect(() => readConfig([], env)).toThrow(ConfigError);
});

test.each([
  [{}, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ CROSSPLAY_PUBLIC_URL: 'https://arena.example' }, true],
])('with %j strangers come: %s, and what is left to the server follows', (env, areStrangers) => {
  const { openLeagues, voterAge, samePair, privateCalls, origins } = readConfig([], env);
  expect({ openLeagues, voterAge, samePair, privateCalls, origins }).toEqual(
    areStrangers
      ? { openLeagues: false, voterAge: 24, samePair: 5, privateCalls: false, origins: '*' }
      : { openLeagues: true, voterAge: 0, samePair: undefined, privateCalls: 'auto', origins: 'local' },
  );
});

test('an unknown flag is named', () => {
  expect(() => readConfig(['--prot', '1'], {})).toThrow(/--prot/);
});

const CHAIN = {
  CROSSPLAY_CHAIN_URL: 'https://rpc.example/v3/SECRET',
  CROSSPLAY_CHAIN_ID: '84532',
  CROSSPLAY_CHAIN_USDC: `0x${'aB'.repeat(20)}`,
  CROSSPLAY_CHAIN_SEED_FILE: 'seed.txt',
};

test('money is off without a chain, and waits for three blocks with one', () => {
  const { CROSSPLAY_CHAIN_URL: url, ...rest } = CHAIN;
  expect(readConfig([], rest).chain).toBeUndefined();
  expect(readConfig([], CHAIN).chain).toEqual({
    url,
    id: 84_532,
    usdc: CHAIN.CROSSPLAY_CHAIN_USDC,
    seedFile: 'seed.txt',
    confirmations: 3,
    limits: {
      cut: { rooms: 1000, wagers: 0 },
      each: { USDC: 100_000_000n, native: 5n * 10n ** 16n },
      day: { USDC: 1_000_000_000n, native: 5n * 10n ** 17n },
      account: 10_000_000_000n,
      newAddress: 3_600_000,
      roomWait: 3_600_000,
    },
  });
  const cut = (text: string) => readConfig([], { ...CHAIN, CROSSPLAY_HOUSE_CUT: text }).chain!.limits.cut;
  expect(cut('0')).toEqual({ rooms: 0, wagers: 0 });
  expect(cut('0.025, 0.01')).toEqual({ rooms: 250, wagers: 100 });
  const each = (text: string) => readConfig([], { ...CHAIN, CROSSPLAY_STAKE_LIMIT: text }).chain!.limits.each;
  expect(each('7')).toEqual({ USDC: 7_000_000n, native: 5n * 10n ** 16n });
  expect(each('7, 0.000000000000000002')).toEqual({ USDC: 7_000_000n, native: 2n });
});

test.each(['1', '10', '56', '137', '8453', '42161', '43114', '987654321'])(
  'real money on chain %s is refused unless the host says so in so many words',
  (id) => {
    const env = { ...CHAIN, CROSSPLAY_CHAIN_ID: id };
    expect(() => readConfig([], env)).toThrow(/no known test network.*CROSSPLAY_CHAIN_MAINNET=i-accept-the-risk/);
    expect(() => readConfig([], { ...env, CROSSPLAY_CHAIN_MAINNET: 'yes' })).toThrow(/i-accept-the-risk/);
    expect(readConfig([], { ...env, CROSSPLAY_CHAIN_MAINNET: 'i-accept-the-risk' }).chain?.id).toBe(Number(id));
  },
);

test.each([
  [{ CROSSPLAY_CHAIN_URL: 'wss://rpc.example/v3/SECRET' }, /CROSSPLAY_CHAIN_URL .*http/],
  [{ CROSSPLAY_CHAIN_URL: 'SECRET' }, /CROSSPLAY_CHAIN_URL/],
  [{ CROSSPLAY_CHAIN_ID: '' }, /CROSSPLAY_CHAIN_ID/],
  [{ CROSSPLAY_CHAIN_ID: 'sepolia' }, /CROSSPLAY_CHAIN_ID/],
  [{ CROSSPLAY_CHAIN_USDC: '0x12' }, /CROSSPLAY_CHAIN_USDC/],
  [{ CROSSPLAY_CHAIN_SEED_FILE: '' }, /CROSSPLAY_CHAIN_SEED_FILE/],
  [{ CROSSPLAY_CHAIN_CONFIRMATIONS: '0' }, /CROSSPLAY_CHAIN_CONFIRMATIONS/],
  [{ CROSSPLAY_HOUSE_CUT: '0.6' }, /CROSSPLAY_HOUSE_CUT/],
  [{ CROSSPLAY_HOUSE_CUT: '0.1,' }, /CROSSPLAY_HOUSE_CUT/],
  [{ CROSSPLAY_HOUSE_CUT: '0.1,0,0' }, /CROSSPLAY_HOUSE_CUT/],
  [{ CROSSPLAY_HOUSE_CUT: '-0.1' }, /CROSSPLAY_HOUSE_CUT/],
  [{ CROSSPLAY_STAKE_LIMIT: '1.0000001' }, /CROSSPLAY_STAKE_LIMIT/],
  [{ CROSSPLAY_DAY_LIMIT: '0' }, /CROSSPLAY_DAY_LIMIT/],
  [{ CROSSPLAY_DAY_LIMIT: '1,0' }, /CROSSPLAY_DAY_LIMIT/],
  [{ CROSSPLAY_STAKE_LIMIT: '1,' }, /CROSSPLAY_STAKE_LIMIT/],
  [{ CROSSPLAY_STAKE_LIMIT: '1,1,1' }, /CROSSPLAY_STAKE_LIMIT/],
  [{ CROSSPLAY_PURSE_LIMIT: 'much' }, /CROSSPLAY_PURSE_LIMIT/],
  [{ CROSSPLAY_NEW_ADDRESS_WAIT: '-1' }, /CROSSPLAY_NEW_ADDRESS_WAIT/],
  [{ CROSSPLAY_ROOM_WAIT: '0' }, /CROSSPLAY_ROOM_WAIT/],
])('a chain with %j stops the start, and its address is not shown', (env, message) => {
  expect(() => readConfig([], { ...CHAIN, ...env })).toThrow(message);
  expect(() => readConfig([], { ...CHAIN, ...env })).not.toThrow(/SECRET/);
});

test.each([
  ['CROSSPLAY_HOUSE_CUT', '2'],
  ['CROSSPLAY_DAY_LIMIT', 'much'],
  ['CROSSPLAY_ROOM_WAIT', '0'],
  ['CROSSPLAY_CHAIN_CONFIRMATIONS', 'x'],
  ['CROSSPLAY_NODE_ADDRESS', 'abc'],
  ['CROSSPLAY_NODE', 'a/b'],
])('%s=%s stops the start, also where nothing uses it yet', (variable, value) => {
  expect(() => readConfig([], { [variable]: value })).toThrow(variable);
});

test('every setting has a flag and a variable of its own', () => {
  const settings = Object.values(SETTINGS);
  expect(new Set(settings.map(({ flag }) => flag)).size).toBe(settings.length);
  expect(new Set(settings.map(({ variable }) => variable)).size).toBe(settings.length);
});

test('the settings in force are shown without their secrets', () => {
  const env = { DATABASE_URL: 'postgres://u:hunter2@db/x', CROSSPLAY_CHAIN_URL: 'https://node/hunter2', PORT: '4000' };
  const shown = shownSettings(['--host', '::1'], env);
  expect(shown).toMatchObject({ DATABASE_URL: '[set]', CROSSPLAY_CHAIN_URL: '[set]', PORT: '4000', HOST: '::1' });
  expect(JSON.stringify(shown)).not.toContain('hunter2');
});

test('a setting whose name sounds like a secret is one, or known to be none', () => {
  const harmless = ['CROSSPLAY_PUBLIC_URL', 'CROSSPLAY_LEAGUE_TOKENS', 'CROSSPLAY_CHAIN_SEED_FILE'];
  for (const { variable, secret } of Object.values(SETTINGS)) {
    if (/URL|TOKEN|KEY|SECRET|SEED|PASS/.test(variable) && !harmless.includes(variable)) {
      expect([variable, secret]).toEqual([variable, true]);
    }
  }
});

test('variables that are no settings are named with the nearest one', () => {
  expect(
    unknownVariables({ CROSSPLAY_DATTA: 'x', CROSSPLAY_TEST_REPORT: 'x', PATH: 'x', CROSSPLAY_DATA: 'x' }),
  ).toEqual(['CROSSPLAY_DATTA is no setting. Did you mean CROSSPLAY_DATA?']);
});
