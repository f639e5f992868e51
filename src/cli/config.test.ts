import { expect, test } from 'vitest';
import { ConfigError, readConfig, SETTINGS } from './config.ts';

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
    privateCalls: true,
  });
});

test('a flag wins over its variable', () => {
  expect(readConfig(['--port', '4000'], { PORT: '5000' }).port).toBe(4000);
  expect(readConfig([], { PORT: '5000' }).port).toBe(5000);
});

test('addresses of agents may be private only while the server listens on loopback, unless the host says so', () => {
  expect(readConfig([], { HOST: '0.0.0.0' }).privateCalls).toBe(false);
  expect(readConfig(['--private-calls', 'yes'], { HOST: '0.0.0.0' }).privateCalls).toBe(true);
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
])('the wrong value %j stops the start with one clear line', (env, message) => {
  expect(() => readConfig([], env)).toThrow(message);
  expect(() => readConfig([], env)).toThrow(ConfigError);
});

test('an unknown flag is named', () => {
  expect(() => readConfig(['--prot', '1'], {})).toThrow(/--prot/);
});

test('every setting has a flag and a variable of its own', () => {
  const settings = Object.values(SETTINGS);
  expect(new Set(settings.map(({ flag }) => flag)).size).toBe(settings.length);
  expect(new Set(settings.map(({ variable }) => variable)).size).toBe(settings.length);
});
