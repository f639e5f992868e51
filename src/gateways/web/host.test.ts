import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { addFiles } from './files.ts';
import { FirstFrames } from './first-frames.ts';
import { beginMatch, site, submit } from './fixture.ts';
import { siteOverHttp } from './fixture-http.ts';
import { firstHostToken } from './host-token.ts';

test('6.1 the token is told at the first start only, and only its hash is kept', async () => {
  const { storage } = await site();
  const token = await firstHostToken(storage.documents);
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(await firstHostToken(storage.documents)).toBeUndefined();
  expect(JSON.stringify(await storage.documents.list('setting'))).not.toContain(token);
});

test('6.1 nothing is shown or done without the token, and guessing is limited', async () => {
  const { ask } = await siteOverHttp();
  for (const route of ['host', 'host/agents', 'host/audit', 'host/pairs', 'host/purse'])
    expect((await ask('GET', route, 'guess')).status).toBe(401);
  expect((await ask('POST', 'host/matches/x/stop', 'guess')).status).toBe(401);
  for (let i = 0; i < 60; i++) await ask('GET', 'host', 'guess');
  expect((await ask('GET', 'host', 'guess')).status).toBe(429);
  // Whoever has the token is not locked out by others who guess.
  expect((await ask('GET', 'host')).status).toBe(200);
});

test('6.2 a banned agent forfeits its matches and is shut out until it is let in again', async () => {
  const { ask, accounts, arena } = await siteOverHttp();
  const registered = await accounts.register('Villain');
  if ('error' in registered) throw new Error(registered.error);
  const { id } = registered.agent;
  const seats = [id, 'other'].map((agent) => ({ agent, name: agent, kind: 'agent' as const, via: 'test' }));
  const match = await arena.begin({ game: 'ttt', seats }, (begun) => {
    for (const seat of [0, 1]) begun.watch(seat, () => {});
  });
  expect(await ask('POST', `host/agents/${id}/ban`)).toEqual({ status: 200, body: { done: 'ban' } });
  await expect.poll(() => match.outcome).toMatchObject({ forfeit: { seats: [0], why: 'removed' } });
  expect((await accounts.byId(id))?.bannedAt).toBeDefined();
  await ask('POST', `host/agents/${id}/unban`);
  expect((await accounts.byId(id))?.bannedAt).toBeUndefined();
  expect((await ask('POST', 'host/agents/nobody/ban')).status).toBe(404);
  expect((await ask('POST', `host/agents/${id}/dance`)).status).toBe(404);
});

test('6.2 an owner is set, an agent deleted, and the audit has before and after', async () => {
  const { ask, accounts, token } = await siteOverHttp();
  const registered = await accounts.register('Passing');
  if ('error' in registered) throw new Error(registered.error);
  const { id } = registered.agent;
  expect((await ask('POST', `host/agents/${id}/owner`, token, { owner: 7 })).status).toBe(400);
  await ask('POST', `host/agents/${id}/owner`, token, { owner: 'Pat' });
  expect((await ask('GET', 'host/agents')).body.agents).toMatchObject([{ name: 'Passing', owner: 'Pat' }]);
  expect((await ask('POST', `host/agents/${id}/delete`)).body).toEqual({ done: 'delete' });
  expect((await ask('POST', `host/agents/${id}/unban`)).status).toBe(404);
  expect(await accounts.authenticate(registered.apiKey)).toBeUndefined();
  expect((await ask('GET', 'host/agents')).body.agents).toMatchObject([{ name: 'deleted agent', deleted: true }]);
  expect((await ask('GET', 'host/audit')).body.deeds).toMatchObject([
    { actor: 'host', deed: 'delete', subject: id, words: 'Passing', before: 'Passing' },
    { actor: 'host', deed: 'owner', subject: id, words: 'Passing', before: '', after: 'Pat' },
  ]);
});

test('6.2 a new key takes the old one back', async () => {
  const { ask, accounts } = await siteOverHttp();
  const registered = await accounts.register('Careless');
  if ('error' in registered) throw new Error(registered.error);
  const { body } = await ask('POST', `host/agents/${registered.agent.id}/rotate`);
  expect(await accounts.authenticate(registered.apiKey)).toBeUndefined();
  expect(await accounts.authenticate(body.apiKey)).toMatchObject({ name: 'Careless' });
});

test('6.3, 6.4 a live match is stopped, a finished one voided once, and the log says so', async () => {
  const { ask, arena } = await siteOverHttp();
  const match = await beginMatch(arena);
  expect((await ask('POST', `host/matches/${match.id}/void`)).status).toBe(409);
  await ask('POST', `host/matches/${match.id}/stop`);
  expect(match.outcome).toEqual({ kind: 'void', reason: 'stopped by the host' });
  expect((await ask('POST', `host/matches/${match.id}/stop`)).status).toBe(404);
  const played = await beginMatch(arena);
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await submit(played, ply % 2, { cell });
  expect((await ask('POST', `host/matches/${played.id}/void`)).status).toBe(200);
  expect((await ask('POST', `host/matches/${played.id}/void`)).status).toBe(409);
  expect(await arena.rating('a0', 'ttt')).toBe(1500);
  const { body } = await ask('GET', 'host/audit');
  expect(body.deeds.map(({ deed }: { deed: string }) => deed).sort()).toEqual(['stop', 'void']);
});

async function served(build: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-site-'));
  const built = join(folder, 'web');
  if (build) {
    mkdirSync(join(built, 'assets'), { recursive: true });
    writeFileSync(join(built, 'index.html'), '<head><base href="./" /></head>');
    writeFileSync(join(built, 'assets', 'a.js'), 'export {};');
    const needed = {
      pages: { matches: ['assets/list.js'], match: ['assets/match.js'] },
      games: { ttt: ['assets/board.js'] },
    };
    writeFileSync(join(built, 'preloads.json'), JSON.stringify(needed));
  }
  const http = fastify();
  const { arena, parts } = await site([ticTacToe]);
  await beginMatch(arena);
  const known = { '/competitions/:id': async (id: string) => id === 'cup' };
  const first = new FirstFrames(parts);
  addFiles({ http, arena: parts.arena, site: built, config: { publicUrl: undefined }, known, first });
  onTestFinished(async () => {
    await http.close();
    rmSync(folder, { recursive: true });
  });
  return http;
}

test('7.1 pages allow code from their own files only, and only an embedded one may be framed', async () => {
  const http = await served(true);
  const policyOf = async (url: string) => (await http.inject(url)).headers['content-security-policy'] as string;
  expect(await policyOf('/match/x')).toContain("script-src 'self';");
  expect(await policyOf('/match/x')).not.toContain('unsafe');
  expect(await policyOf('/match/x')).toContain("frame-ancestors 'self'");
  expect(await policyOf('/embed/x')).toContain('frame-ancestors *');
});

test('7.2 the base leads from every page to the root', async () => {
  const http = await served(true);
  for (const [url, base] of [
    ['/', './'],
    ['/ladders', './'],
    ['/ladders/ttt', '../'],
    ['/match/x', '../'],
  ] as const) {
    expect((await http.inject(url)).body).toContain(`<base href="${base}"`);
  }
});

test('7.5 the document names what its page needs, and the board that stands first on the front page', async () => {
  const http = await served(true);
  const linksOf = async (url: string) =>
    [...(await http.inject(url)).body.matchAll(/rel="(\w+)" crossorigin href="\.\/assets\/([\w.]+)"/g)].map(
      ([, rel, file]) => `${rel} ${file}`,
    );
  expect(await linksOf('/')).toEqual(['modulepreload board.js']);
  expect(await linksOf('/matches')).toEqual(['modulepreload list.js']);
  expect(await linksOf('/match/x')).toEqual(['modulepreload match.js']);
  expect(await linksOf('/ladders')).toEqual([]);
});

test('7.3 a person at a wrong address gets a page that says so, a program the usual answer', async () => {
  const http = await served(true);
  const asPerson = { headers: { accept: 'text/html,*/*;q=0.8' } };
  expect((await http.inject({ url: '/match/nothing', ...asPerson })).statusCode).toBe(404);
  expect((await http.inject({ url: '/competitions/none', ...asPerson })).statusCode).toBe(404);
  expect((await http.inject({ url: '/competitions/cup', ...asPerson })).statusCode).toBe(200);
  const page = await http.inject({ url: '/no/such', ...asPerson });
  expect(page.statusCode).toBe(404);
  expect(page.body).toContain('<base href="../"');
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  for (const program of [{ url: '/no/such' }, { url: '/api/v1/nothing', ...asPerson }]) {
    const answer = await http.inject(program);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, expect.stringContaining('json')]);
  }
});

test('7.1 files are sent packed to whoever takes it, and kept for good', async () => {
  const http = await served(true);
  const plain = await http.inject('/assets/a.js');
  expect(plain.body).toBe('export {};');
  expect(plain.headers['cache-control']).toContain('immutable');
  const packed = await http.inject({ url: '/assets/a.js', headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect((await http.inject('/assets/../../package.json')).statusCode).toBe(404);
});

test('without a built site the server says how to build it', async () => {
  const http = await served(false);
  expect((await http.inject('/')).statusCode).toBe(503);
});

test('6.5 finished matches are exported as lines, for the host alone', async () => {
  const { http, token, arena } = await siteOverHttp();
  const get = (query: string, bearer = token) =>
    http.inject({ url: `/api/v1/host/export?${query}`, headers: { authorization: `Bearer ${bearer}` } });
  const match = await beginMatch(arena);
  await new Promise<void>((done) => match.forfeit([0], 'left', undefined, () => done()));
  const lines = await get('game=tic-tac-toe');
  expect(lines.headers['content-type']).toBe('application/x-ndjson');
  expect(
    lines.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ id: match.id, reason: 'forfeit' }]);
  const table = await get('game=ttt&format=csv&moves=yes');
  expect(table.headers['content-type']).toMatch(/^text\/csv/);
  expect(table.body).toMatch(/^match,step,at,kind,seat,move,words\n.*,0,.*,forfeit,0,,left\n$/);
  expect((await get('game=ttt&since=2999-01-01')).body).toBe('');
  expect((await get('game=bogus')).statusCode).toBe(400);
  expect((await get('game=ttt', 'guess')).statusCode).toBe(401);
});
