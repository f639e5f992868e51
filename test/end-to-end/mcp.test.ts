import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Serving, serve } from '../serving.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
type Json = any;
type Era = 'legacy' | '2026-07-28';

const root = join(import.meta.dirname, '../..');
const data = mkdtempSync(join(tmpdir(), 'crossplay-mcp-'));
let server: Serving;
let port: string;

const start = async () => {
  server = await serve({ CROSSPLAY_DATA: data, PORT: port ?? '0' });
  port = new URL(server.url).port;
};
beforeAll(start);
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

const clientOf = (era: Era) =>
  new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: era } } },
  );

/** A player by the official client: its key, and calls of tools with it. */
class Player {
  readonly client: Client;
  key: string | undefined;
  constructor(client: Client) {
    this.client = client;
  }

  async call(name: string, given: object = {}): Promise<Json> {
    const key = this.key === undefined ? {} : { key: this.key };
    return this.client.callTool({ name, arguments: { ...given, ...key } });
  }

  /** The structured answer; the text beside it is there too. */
  async ask(name: string, given: object = {}): Promise<Json> {
    const { structuredContent, content, isError } = await this.call(name, given);
    expect([name, isError ?? false, content[0].text.length > 0]).toEqual([name, false, true]);
    return structuredContent;
  }

  /** Plays its first legal move until the match is over. */
  async finish(picture: Json): Promise<Json> {
    let seen = picture;
    while (seen.status === 'waiting' || seen.status === 'playing') {
      const { id, turn, cursor, legal } = seen;
      seen = turn?.yours
        ? await this.ask('move', { id, turn: turn.number, text: legal[0] })
        : await this.ask('wait', { id, cursor });
    }
    return seen;
  }
}

async function player(era: Era, name: string): Promise<Player> {
  const client = clientOf(era);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  const made = new Player(client);
  const { key } = await made.ask('register', { name });
  // Where there are no sessions the key goes along with each call.
  if (era !== 'legacy') made.key = key;
  return made;
}

describe('a rated match by the official client', () => {
  test('in both eras, one against the other', async () => {
    const [old, young] = [await player('legacy', 'old-era'), await player('2026-07-28', 'new-era')];
    const begun = await Promise.all([old.ask('play', { game: 'ttt' }), young.ask('play', { game: 'ttt' })]);
    const ends = await Promise.all([old.finish(begun[0]), young.finish(begun[1])]);
    expect(ends[0].match).toBe(ends[1].match);
    expect(ends[0]).toMatchObject({ status: 'over', result: { rating: expect.any(Number) } });
    expect(ends[0].players.map(({ via }: Json) => via)).toEqual(['mcp', 'mcp']);
    expect(ends[0].result.change).toBe(-ends[1].result.change);
    const { ladder } = await old.ask('ladder', { game: 'ttt' });
    expect(ladder.map(({ name }: Json) => name).sort()).toEqual(['new-era', 'old-era']);
    expect(await young.ask('whoami')).toMatchObject({ name: 'new-era', ratings: { ttt: expect.any(Number) } });
    expect((await old.ask('agent', { name: 'new-era' })).matches).toMatchObject([{ match: ends[0].match }]);
    const watched = await young.ask('watch_match', { match: ends[0].match });
    expect(watched).toMatchObject({ status: 'over', outcome: { kind: 'over' } });
    expect(watched.since.length).toBeGreaterThan(4);
    const record: Json = await old.client.readResource({ uri: `crossplay://record/${ends[0].match}` });
    expect(JSON.parse(record.contents[0].text)).toMatchObject({ id: ends[0].match, game: 'ttt' });
    for (const { client } of [old, young]) await client.close();
  });

  test('across kill -9 of the server: sessions, seats and keys are as they were', async () => {
    const [ann, bob] = [await player('legacy', 'ann'), await player('legacy', 'bob')];
    const [a, b] = [await ann.ask('play', { game: 'c4' }), await bob.ask('play', { game: 'c4' })];
    const mine = await ann.ask('wait', { id: a.id });
    const moved = await ann.ask('move', { id: a.id, turn: mine.turn.number, text: mine.legal[0] });
    expect(moved.turn.yours).toBe(false);
    await server.stop('SIGKILL');
    await start();
    const again = await ann.ask('move', { id: a.id, turn: mine.turn.number, text: mine.legal[0] });
    expect(again).toMatchObject({ id: a.id, match: moved.match, cursor: moved.cursor });
    expect(await bob.ask('wait', { id: b.id, cursor: '0' })).toMatchObject({
      turn: { yours: true },
      since: [{ seat: 0 }],
    });
    await ann.ask('resign', { id: a.id });
    for (const { client } of [ann, bob]) await client.close();
  });

  test('over stdio, by a program that the client starts', async () => {
    const opponent = await player('2026-07-28', 'stdio-rival');
    for (const era of ['legacy', '2026-07-28'] as const) {
      const client = clientOf(era);
      const args = [join(root, 'bin/crossplay.js'), 'mcp', '--url', server.url];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
      const here = new Player(client);
      const { key } = await here.ask('register', { name: `stdio-${era}` });
      if (era !== 'legacy') here.key = key;
      const begun = await Promise.all([here.ask('play', { game: 'ttt' }), opponent.ask('play', { game: 'ttt' })]);
      const [end] = await Promise.all([here.finish(begun[0]), opponent.finish(begun[1])]);
      expect(end).toMatchObject({ status: 'over' });
      await client.close();
    }
    await opponent.client.close();
  });
});

test('tools say truly what they do, answer as their schemas say, and errors say what to do', async () => {
  const { client, ...rest } = await player('legacy', 'curious');
  expect(rest.key).toBeUndefined();
  const { tools } = await client.listTools();
  const names = ['list_games', 'game_rules', 'register', 'whoami', 'play', 'wait', 'move', 'resign', 'my_matches'];
  const more = ['watch_match', 'ladder', 'agent', 'vote', 'clawpoly_register', 'clawpoly_get_state'];
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining([...names, ...more]));
  for (const { name, annotations, outputSchema } of tools) {
    expect([name, typeof annotations?.readOnlyHint]).toEqual([name, 'boolean']);
    if (!name.startsWith('clawpoly_')) expect([name, outputSchema?.type]).toEqual([name, 'object']);
  }
  const me = new Player(client);
  const { games } = await me.ask('list_games');
  for (const { id } of games) expect((await me.ask('game_rules', { game: id })).rules.length).toBeGreaterThan(200);
  const wrong = async (name: string, given: object, words: RegExp) => {
    const answer = await me.call(name, given);
    expect([name, answer.isError, words.test(answer.content[0].text)]).toEqual([name, true, true]);
  };
  await wrong('play', { game: 'nothing' }, /list_games/);
  await wrong('wait', { id: 'nothing' }, /my_matches/);
  await wrong('whoami', { key: 'wrong' }, /register|key/);
  await wrong('vote', { match: 'nothing', for: 0 }, /No such match/);
  const { id, turn, legal } = await me.ask('play', { game: 'c4', against: 'house:easy' });
  await wrong('move', { id, turn: turn.number, text: legal[0], move: { column: 1 } }, /either/);
  await wrong('move', { id, turn: turn.number + 5, text: legal[0] }, /turn/);
  expect((await me.ask('my_matches')).plays).toMatchObject([{ id, status: 'playing' }]);
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain('crossplay://rules/chess');
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['play', 'review']);
  await client.close();
});

test('two of them enter a competition and play its match; withdrawing and entering twice does no harm', async () => {
  const [ann, bob] = [await player('legacy', 'cup-ann'), await player('2026-07-28', 'cup-bob')];
  const run = promisify(execFile);
  const env = { ...process.env, CROSSPLAY_DATA: data };
  const { stdout } = await run(process.execPath, [join(root, 'bin/crossplay.js'), 'host-token'], { env });
  const authorization = `Bearer ${stdout.trim().split('\n').at(-1)}`;
  const lead = (path: string, body?: object) =>
    fetch(`${server.url}/api/v1/competitions${path}`, {
      method: 'POST',
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const cup = { name: 'Cup', game: 'ttt', format: { type: 'knockout' } };
  const { id } = (await (await lead('', cup)).json()) as Json;
  expect((await ann.ask('list_competitions')).competitions).toMatchObject([
    { id, game: 'ttt', status: 'open', entered: 0 },
  ]);
  for (const one of [ann, bob, ann])
    expect(await one.ask('enter_competition', { id })).toEqual({ competition: id, entered: true });
  expect(await ann.ask('withdraw_from_competition', { id })).toEqual({ competition: id, entered: false });
  await ann.ask('enter_competition', { id });
  expect((await ann.call('enter_competition', { id: 'nothing' })).content[0].text).toContain('list_competitions');
  expect((await lead(`/${id}/start`)).status).toBe(200);
  const begun = (one: Player) => async () =>
    (await one.ask('my_matches')).plays.find(({ game, status }: Json) => game === 'ttt' && status === 'playing');
  const plays = [ann, bob].map((one) => expect.poll(begun(one), { timeout: 20_000 }).toBeDefined());
  await Promise.all(plays);
  const ends = await Promise.all([ann, bob].map(async (one) => one.finish(await begun(one)())));
  expect(ends[0].match).toBe(ends[1].match);
  const late = await ann.call('enter_competition', { id });
  expect([late.isError ?? false]).toEqual([true]);
  for (const { client } of [ann, bob]) await client.close();
});

test('an API key as Bearer is enough', async () => {
  const answer = await fetch(`${server.url}/api/v1/agents`, {
    method: 'POST',
    body: JSON.stringify({ name: 'keyed' }),
  });
  const { apiKey } = (await answer.json()) as { apiKey: string };
  for (const era of ['legacy', '2026-07-28'] as const) {
    const client = clientOf(era);
    const headers = { authorization: `Bearer ${apiKey}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }));
    expect(await new Player(client).ask('whoami')).toMatchObject({ name: 'keyed' });
    await client.close();
  }
});

const post = (body: unknown, headers: { [name: string]: string } = {}) =>
  fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const BOTH = { accept: 'application/json, text/event-stream' };

test('pages of other sites are turned away, unknown sessions too, and the league keeps its own', async () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  expect((await post(list, { ...BOTH, origin: 'http://evil.example' })).status).toBe(403);
  expect((await post(list, { ...BOTH, origin: server.url })).status).toBe(200);
  expect((await post(list, { ...BOTH, 'mcp-session-id': 'x'.repeat(32) })).status).toBe(404);
  expect((await post('{', BOTH)).status).toBe(400);
  expect((await post('x'.repeat(70_000), BOTH)).status).toBe(413);
  const league = await post({ jsonrpc: '2.0', id: 1, method: 'league_query', params: { protocol: 'league.v2' } });
  expect(((await league.json()) as Json).jsonrpc).toBe('2.0');
  const json = await post(list, { accept: 'application/json' });
  expect(json.status).toBe(200);
});

test('a session that was ended is gone', async () => {
  const client = clientOf('legacy');
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`));
  await client.connect(transport);
  const session = transport.sessionId!;
  await transport.terminateSession();
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  await expect.poll(async () => (await post(ping, { ...BOTH, 'mcp-session-id': session })).status).toBe(404);
  await client.close();
});
