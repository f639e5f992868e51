// Longer than most files: every format and every route of competitions on one server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { competition } from '../../src/cli/competition.ts';
import { readConfig } from '../../src/cli/config.ts';
import { renewHostToken } from '../../src/gateways/web/host-token.ts';
import { startServer } from '../../src/server.ts';
import { openStorage } from '../../src/storage/open.ts';
import { ClawpolyAgent, greedy } from '../clawpoly-client.ts';
import { agentgamesPlayer, agonPlayer, httpPlayer, leaguePlayer, loaPlayer, type TttPlayer } from '../ttt-players.ts';
import { flawOfAnswer } from '../wire.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

const data = mkdtempSync(join(tmpdir(), 'crossplay-competitions-'));
let server: Awaited<ReturnType<typeof startServer>>;
let host: string;
let serial = 0;

beforeAll(async () => {
  const storage = await openStorage({ data, databaseUrl: undefined });
  host = await renewHostToken(storage.documents);
  await storage.close();
  const args = ['--port', '0', '--ssh-port', '0', '--data', data, '--log-level', 'error', '--time-scale', '0.2'];
  server = await startServer(readConfig([...args, '--leagues', 'cup=9:ttt', '--open-leagues', 'no'], {}));
}, 60_000);
afterAll(async () => {
  await server?.stop();
  rmSync(data, { recursive: true, force: true });
});

async function ask(
  method: string,
  path: string,
  token?: string,
  body?: unknown,
): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      // Programs say so also of what has no body.
      ...((body !== undefined || path.startsWith('competitions')) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answer = { status: response.status, body: (await response.json()) as Json };
  if (method === 'GET') expect(flawOfAnswer(`/api/v1/${path}`, answer.status, answer.body)).toBeUndefined();
  return answer;
}

const register = async (): Promise<{ agentId: string; apiKey: string }> =>
  (await ask('POST', 'agents', undefined, { name: `agent-${++serial}` })).body;

async function openOne(more: object = {}): Promise<string> {
  const opening = { name: 'Friday cup', game: 'ttt', format: { type: 'round-robin' }, ...more };
  const { status, body } = await ask('POST', 'competitions', host, opening);
  expect(status).toBe(201);
  return `competitions/${body.id}`;
}

async function untilOver(path: string): Promise<Json> {
  await expect.poll(async () => (await ask('GET', path)).body.status, { timeout: 30_000 }).toBe('over');
  return (await ask('GET', path)).body;
}

const FORMATS: { [name: string]: object } = {
  'round robin': { type: 'round-robin' },
  'double round robin': { type: 'round-robin', rounds: 2 },
  swiss: { type: 'swiss', rounds: 3 },
  'knockout with a third place': { type: 'knockout', thirdPlace: true, bestOf: 3 },
  'double knockout': { type: 'double-knockout' },
  gauntlet: { type: 'gauntlet' },
};

describe('house bots play a whole', () => {
  for (const [name, format] of Object.entries(FORMATS)) {
    test(name, async () => {
      const path = await openOne({ format });
      expect(await ask('POST', `${path}/entries`, host, { count: 5 })).toMatchObject({ status: 201 });
      expect(await ask('POST', `${path}/start`, host)).toMatchObject({ status: 200, body: { status: 'running' } });
      const over = await untilOver(path);
      expect(over.ended).toMatchObject({ by: 'server', why: 'over' });
      expect(over.standings).toHaveLength(5);
      for (const { outcome, matches, agents } of over.rounds.flatMap(({ pairings }: Json) => pairings)) {
        expect(outcome.ranks).toHaveLength(agents.length);
        if (agents.length > 1) expect(matches.length).toBeGreaterThan(0);
      }
    }, 60_000);
  }

  test('competition of heats', async () => {
    const path = await openOne({ game: 'dance-battle', format: { type: 'heats' } });
    await ask('POST', `${path}/entries`, host, { count: 8 });
    await ask('POST', `${path}/start`, host);
    const over = await untilOver(path);
    expect(over.standings).toHaveLength(8);
    expect(over.rounds.map(({ pairings }: Json) => pairings.length)).toEqual([2, 1]);
  }, 60_000);
});

/** An agent of each protocol that can play Tic-Tac-Toe, connected. */
async function mixed(keys: string[]): Promise<TttPlayer[]> {
  return [
    await loaPlayer(server.url, keys[0]!),
    await agonPlayer(server.url, keys[1]!),
    agentgamesPlayer(server.url, keys[2]!),
    await leaguePlayer(server.url, keys[3]!, 'cup'),
    httpPlayer(server.url, keys[4]!),
  ];
}

test('agents of five protocols and a house bot play an arena until its time is over', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, async () => (await register()).apiKey));
  const path = await openOne({ noShowSeconds: 100, format: { type: 'arena', minutes: 1 } });
  const players = await mixed(keys);
  try {
    for (const key of keys) await ask('POST', `${path}/entries`, key);
    await ask('POST', `${path}/entries`, host, { count: 1 });
    await ask('POST', `${path}/start`, host);
    const over = await untilOver(path);
    expect(over.rounds.length).toBeGreaterThan(1);
    const pairings = over.rounds.flatMap((round: Json) => round.pairings);
    expect(pairings.filter(({ outcome }: Json) => outcome.forfeit)).toEqual([]);
    for (const { played } of over.standings) expect(played).toBeGreaterThan(0);
  } finally {
    for (const player of players) await player.leave();
  }
}, 60_000);

test('agents of five protocols and a house bot meet in one competition, each called in its own way', async () => {
  const accounts = await Promise.all([register(), register(), register(), register(), register()]);
  const keys = accounts.map(({ apiKey }) => apiKey);
  const path = await openOne({ noShowSeconds: 100, entry: { max: 6 }, start: 'full' });
  const players = await mixed(keys);
  try {
    for (const key of keys) expect(await ask('POST', `${path}/entries`, key)).toMatchObject({ status: 201 });
    expect((await ask('GET', path)).body).toMatchObject({ status: 'open' });
    expect(await ask('POST', `${path}/entries`, host, { bot: 'easy' })).toMatchObject({ status: 201 });
    const over = await untilOver(path);
    const outcomes = over.rounds.flatMap(({ pairings }: Json) => pairings.map(({ outcome }: Json) => outcome));
    expect(outcomes.filter(({ forfeit }: Json) => forfeit)).toEqual([]);
    expect(over.standings.map(({ played }: Json) => played)).toEqual([5, 5, 5, 5, 5, 5]);
    expect(players[0]!.heard.filter((type) => type === 'matched')).toHaveLength(5);
    expect(players[1]!.heard.filter((event) => event === 'match_start')).toHaveLength(5);
    expect(players[2]!.heard.filter((type) => type === 'result')).toHaveLength(5);
    expect(players[3]!.heard.filter((type) => type === 'GAME_INVITATION')).toHaveLength(5);
    expect(players[3]!.heard.filter((type) => type === 'GAME_OVER')).toHaveLength(5);
    expect(players[4]!.heard).toHaveLength(5);
    const [{ id }] = over.rounds[0].pairings;
    const match = (await ask('GET', `matches/${over.rounds[0].pairings[0].matches[0]}`)).body;
    expect(match.competition).toEqual({ id: over.id, pairing: id, game: 1 });
  } finally {
    for (const player of players) await player.leave();
  }
}, 60_000);

test('agents of Clawpoly are called out of the rooms in which they wait', async () => {
  const accounts = await Promise.all([register(), register()]);
  const path = await openOne({ game: 'clawpoly', options: { turnLimit: 2 }, format: { type: 'heats' } });
  const agents: ClawpolyAgent[] = [];
  try {
    for (const { apiKey } of accounts) {
      const { roomId } = (await ask('POST', 'rooms', undefined, {})).body;
      const ticket = (await ask('POST', `rooms/${roomId}/join`, apiKey, { name: 'any' })).body;
      agents.push(new ClawpolyAgent(server.url, ticket, greedy));
      await ask('POST', `${path}/entries`, apiKey);
    }
    await ask('POST', `${path}/entries`, host, { count: 2 });
    await ask('POST', `${path}/start`, host);
    const over = await untilOver(path);
    expect(over.rounds[0].pairings[0].outcome.forfeit).toBeUndefined();
    for (const agent of agents) {
      expect((await agent.over()).data.finalStandings).toHaveLength(4);
      expect(agent.types.filter((type) => type === 'agent:welcome')).toHaveLength(2);
    }
  } finally {
    for (const agent of agents) await agent.leave();
  }
}, 60_000);

test('house bots enter all or not at all', async () => {
  const path = await openOne({ entry: { max: 3 } });
  const enter = (count: number) => ask('POST', `${path}/entries`, host, { count });
  expect(await enter(4)).toMatchObject({ status: 409, body: { code: 'full', error: 'Of 3 places 3 are left.' } });
  expect((await ask('GET', path)).body.entrants).toEqual([]);
  expect(await enter(2)).toMatchObject({ status: 201 });
  expect(await enter(2)).toMatchObject({ status: 409, body: { error: 'Of 3 places 1 is left.' } });
  expect(await enter(1)).toMatchObject({ status: 201 });
  expect(await enter(1)).toMatchObject({ status: 409, body: { error: 'All 3 places are taken.' } });
});

test('an organiser says whom it enters, and nobody enters by mistake', async () => {
  const path = await openOne();
  const { agentId } = await register();
  for (const body of [
    undefined,
    {},
    { agnet: agentId },
    { agent: agentId, count: 2 },
    [1],
    { agent: 7 },
    { count: '2' },
  ]) {
    const answer = await ask('POST', `${path}/entries`, host, body);
    expect(answer.status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  }
  expect((await ask('GET', path)).body.entrants).toEqual([]);
  expect(await ask('POST', `${path}/pairings/R1M1/result`, host)).toMatchObject({ status: 400 });
});

test('the list has the latest of those that are asked for, however many came after them', async () => {
  const [first, second] = [await openOne({ game: 'go' }), await openOne({ game: 'go' })];
  const chess = await openOne({ game: 'chess' });
  await ask('POST', `${second}/end`, host);
  await ask('POST', `${chess}/end`, host);
  const listed = async (query: string): Promise<string[]> =>
    (await ask('GET', `competitions?${query}`)).body.competitions.map(({ id }: Json) => `competitions/${id}`);
  expect(await listed('game=go')).toEqual([second, first]);
  expect(await listed('game=go&status=open&limit=1')).toEqual([first]);
  expect(await listed('status=over&limit=1')).toEqual([chess]);
  expect(await listed('status=over&limit=1&offset=1')).toEqual([second]);
});

test('an owner enters as many agents as a competition allows', async () => {
  const [a, b, c] = await Promise.all([register(), register(), register()]);
  const path = await openOne({ entry: { perOwner: 1 } });
  const entries = `${path}/entries`;
  for (const { agentId } of [a!, b!]) await ask('POST', `host/agents/${agentId}/owner`, host, { owner: 'Ann' });
  expect(await ask('POST', entries, a!.apiKey)).toMatchObject({ status: 201 });
  expect(await ask('POST', entries, b!.apiKey)).toMatchObject({ status: 403, body: { code: 'owner' } });
  expect(await ask('POST', entries, host, { agent: b!.agentId })).toMatchObject({ status: 403 });
  expect(await ask('POST', entries, c!.apiKey)).toMatchObject({ status: 403, body: { code: 'owner' } });
  expect((await ask('GET', path)).body.entrants).toHaveLength(1);
});

test('who does not come forfeits, and after three in a row is out; the others are told in their own protocols', async () => {
  const [a, b, c, gone] = await Promise.all([register(), register(), register(), register()]);
  const path = await openOne({ noShowSeconds: 5, format: { type: 'gauntlet', challenger: gone!.agentId } });
  const players = [
    await loaPlayer(server.url, a!.apiKey),
    await agonPlayer(server.url, b!.apiKey),
    await leaguePlayer(server.url, c!.apiKey, 'cup'),
  ];
  try {
    for (const { apiKey } of [a!, b!, c!, gone!]) await ask('POST', `${path}/entries`, apiKey);
    await ask('POST', `${path}/start`, host);
    const over = await untilOver(path);
    for (const { pairings } of over.rounds) {
      const { outcome, agents } = pairings.find((pairing: Json) => pairing.agents.length === 2);
      expect(outcome).toMatchObject({ reason: 'no-show', forfeit: [gone!.agentId] });
      expect(agents).toContain(gone!.agentId);
    }
    expect(over.entrants.find(({ agent }: Json) => agent === gone!.agentId)).toMatchObject({ withdrew: true });
    await expect.poll(() => players.map(({ heard }) => heard.at(-1))).toEqual(['error', 'error', 'GAME_OVER']);
  } finally {
    for (const player of players) await player.leave();
  }
}, 60_000);

describe('what cannot be is answered clearly, and nothing changes:', () => {
  const opening = { name: 'Cup', game: 'ttt', format: { type: 'swiss', rounds: 9 } };
  const wrong: [string, unknown, string][] = [
    ['no JSON', '{', 'body'],
    ['no object', '[]', 'object'],
    ['an unknown format', { ...opening, format: { type: 'ladder' } }, 'format.type'],
    ['no format', { ...opening, format: undefined }, 'format'],
    ['an unknown game', { ...opening, game: 'halma' }, 'halma'],
    ['wrong options', { ...opening, options: { size: 'big' } }, 'options'],
    ['a time that is none', { ...opening, start: 'Friday' }, 'start'],
    ['a time that has passed', { ...opening, start: '2020-01-01T18:00:00Z' }, 'passed'],
    ['more rounds than opponents', { ...opening, entry: { max: 3 } }, 'rounds'],
    ['an unknown field', { ...opening, colour: 'red' }, 'colour'],
  ];
  for (const [name, body, word] of wrong) {
    test(name, async () => {
      const before = (await ask('GET', 'competitions')).body;
      const answer = await ask('POST', 'competitions', host, body);
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(word) } });
      expect((await ask('GET', 'competitions')).body).toEqual(before);
    });
  }

  test('opening and leading without the right to', async () => {
    const { apiKey } = await register();
    const path = await openOne();
    for (const [token, status] of [
      [undefined, 401],
      ['wrong', 401],
      [apiKey, 403],
    ] as const) {
      expect(await ask('POST', 'competitions', token, opening)).toMatchObject({ status });
      for (const deed of ['start', 'pause', 'resume', 'end']) {
        expect(await ask('POST', `${path}/${deed}`, token)).toMatchObject({ status });
      }
    }
    expect((await ask('GET', path)).body).toMatchObject({ status: 'open' });
  });

  test('entering twice, without an account, when banned, when full, after closing; withdrawing what has not entered', async () => {
    const [a, b, c, banned] = await Promise.all([register(), register(), register(), register()]);
    const path = await openOne({ entry: { max: 2 } });
    const entries = `${path}/entries`;
    await ask('POST', `host/agents/${banned!.agentId}/ban`, host);
    expect(await ask('POST', entries)).toMatchObject({ status: 401 });
    expect(await ask('POST', entries, 'nobody')).toMatchObject({ status: 401 });
    expect(await ask('POST', entries, banned!.apiKey)).toMatchObject({ status: 403 });
    expect(await ask('POST', entries, a!.apiKey, { bot: 'random' })).toMatchObject({ status: 403 });
    expect(await ask('DELETE', `${entries}/me`, a!.apiKey)).toMatchObject({ status: 404 });
    expect(await ask('POST', `${path}/start`, host)).toMatchObject({ status: 409 });
    expect(await ask('POST', entries, a!.apiKey, {})).toMatchObject({ status: 201, body: { agent: a!.agentId } });
    expect(await ask('POST', entries, a!.apiKey)).toMatchObject({ status: 409, body: { code: 'entered-already' } });
    expect(await ask('DELETE', `${entries}/me`, a!.apiKey)).toMatchObject({ status: 200 });
    for (const { apiKey } of [a!, b!]) expect(await ask('POST', entries, apiKey)).toMatchObject({ status: 201 });
    expect(await ask('POST', entries, c!.apiKey)).toMatchObject({ status: 409, body: { code: 'full' } });
    expect((await ask('GET', path)).body.entrants).toHaveLength(2);
    expect(await ask('POST', `${path}/start`, host)).toMatchObject({ status: 200 });
    expect(await ask('POST', `${path}/start`, host)).toMatchObject({ status: 409 });
    expect(await ask('POST', entries, c!.apiKey)).toMatchObject({ status: 409, body: { code: 'closed' } });
    expect(await ask('POST', `${path}/resume`, host)).toMatchObject({ status: 409 });
    expect(await ask('POST', `${path}/pause`, host)).toMatchObject({ status: 200, body: { status: 'paused' } });
    expect(await ask('POST', `${path}/pause`, host)).toMatchObject({ status: 409 });
    expect(await ask('POST', `${path}/resume`, host)).toMatchObject({ status: 200, body: { status: 'running' } });
    expect(await ask('POST', `${path}/end`, host, { why: 'rain' })).toMatchObject({
      status: 200,
      body: { status: 'over', ended: { by: 'host', why: 'rain' } },
    });
    expect(await ask('POST', `${path}/end`, host)).toMatchObject({ status: 409 });
    expect(await ask('POST', entries, c!.apiKey)).toMatchObject({ status: 409 });
    expect(await ask('GET', 'competitions/none')).toMatchObject({ status: 404 });
    expect(await ask('POST', 'competitions/none/start', host)).toMatchObject({ status: 404 });
    expect(await ask('POST', 'competitions/none/entries', c!.apiKey)).toMatchObject({ status: 404 });
  });
});

test('a host repairs: gives a result, has a pairing played anew, withdraws an agent; each is in the audit log', async () => {
  const [a, b] = await Promise.all([register(), register()]);
  const path = await openOne({ noShowSeconds: 600 });
  for (const { apiKey } of [a!, b!]) await ask('POST', `${path}/entries`, apiKey);
  await ask('POST', `${path}/entries`, host, { count: 2 });
  await ask('POST', `${path}/start`, host);
  const round = (await ask('GET', path)).body.rounds[0];
  const waiting = round.pairings.find(({ agents }: Json) => agents.includes(a!.agentId));
  const pairing = `${path}/pairings/${waiting.id}`;
  expect(await ask('POST', `${pairing}/result`, host, { ranks: [1, 2] })).toMatchObject({ status: 400 });
  expect(await ask('POST', `${pairing}/result`, host, { ranks: [1], why: 'seen' })).toMatchObject({ status: 400 });
  expect(await ask('POST', `${path}/pairings/R9M9/result`, host, { ranks: [1, 2], why: 'x' })).toMatchObject({
    status: 404,
  });
  const given = await ask('POST', `${pairing}/result`, host, { ranks: [1, 2], why: 'seen by all' });
  expect(given.status).toBe(200);
  expect(given.body.rounds[0].pairings.find(({ id }: Json) => id === waiting.id)).toMatchObject({
    outcome: { ranks: [1, 2] },
    corrected: { by: 'host', why: 'seen by all' },
  });
  expect(await ask('DELETE', `${path}/entries/${b!.agentId}`, host, { why: 'asked to' })).toMatchObject({
    status: 200,
  });
  expect(await ask('DELETE', `${path}/entries/${b!.agentId}`, host)).toMatchObject({ status: 409 });
  const { deeds } = (await ask('GET', 'host/audit', host)).body;
  expect(deeds.map(({ deed }: Json) => deed)).toEqual(
    expect.arrayContaining(['competition result', 'competition withdraw', 'competition start', 'competition open']),
  );
  await ask('POST', `${path}/end`, host);
});

test('an account that the host made an organiser may open and lead, until it is none', async () => {
  const { agentId, apiKey } = await register();
  const opening = { name: 'Class', game: 'ttt', format: { type: 'knockout' } };
  expect(await ask('POST', `host/agents/${agentId}/organise`, host)).toMatchObject({ status: 200 });
  const opened = await ask('POST', 'competitions', apiKey, opening);
  expect(opened.status).toBe(201);
  expect(await ask('POST', `competitions/${opened.body.id}/end`, apiKey)).toMatchObject({
    status: 200,
    body: { ended: { by: agentId } },
  });
  await ask('POST', `host/agents/${agentId}/stop-organising`, host);
  expect(await ask('POST', 'competitions', apiKey, opening)).toMatchObject({ status: 403 });
});

test('a competition is exported whole, as tables, and of chess as games and a report', async () => {
  const path = await openOne({ game: 'chess', format: { type: 'knockout' }, noShowSeconds: 600 });
  await ask('POST', `${path}/entries`, host, { bot: 'easy', count: 2 });
  const read = async (format: string) => (await fetch(`${server.url}/api/v1/${path}/export?format=${format}`)).text();
  expect(JSON.parse(await read('trf'))).toMatchObject({ error: expect.stringContaining('closed') });
  await ask('POST', `${path}/start`, host);
  await expect.poll(async () => (await ask('GET', path)).body.rounds[0]?.pairings[0].matches).toHaveLength(1);
  const { rounds } = (await ask('GET', path)).body;
  await ask('POST', `host/matches/${rounds[0].pairings[0].matches[0]}/stop`, host);
  await expect.poll(async () => (await ask('GET', path)).body.rounds[0].pairings[0].matches).toHaveLength(2);
  await ask('POST', `${path}/end`, host);
  expect(JSON.parse(await read('json'))).toMatchObject({ seed: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await read('csv')).toMatch(/^rank,agent,name,points/);
  expect(await read('pairings.csv')).toContain('R1M1');
  expect(await read('pgn')).toContain('[Event "Friday cup"]');
  expect(await read('trf')).toMatch(/^012 Friday cup\r\n/);
  expect(JSON.parse(await read('docx'))).toMatchObject({ error: expect.stringContaining('format') });
  const other = await openOne();
  const refused = await fetch(`${server.url}/api/v1/${other}/export?format=pgn`);
  expect(refused.status).toBe(409);
}, 60_000);

test('where leagues are not open to all, they are opened with the host’s token', async () => {
  const league = (id: string) => ({ league_id: id, players: 2, game_type: 'even_odd' });
  expect(await ask('POST', 'leagues', undefined, league('mine'))).toMatchObject({ status: 401 });
  expect(await ask('POST', 'leagues', host, league('ours'))).toMatchObject({ status: 201 });
});

test('the command line opens, enters, starts, shows and exports', async () => {
  const said: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)));
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  const run = (...args: string[]) => competition([...args, '--url', server.url, '--token', host]);
  try {
    await run('open', 'Class of 30', '--game', 'ttt', '--format', 'swiss', '--rounds', '2');
    const id = said.pop()!.split(' ').at(-1)!;
    await run('enter', id, '--bots', '4');
    await run('start', id);
    expect(said.at(-1)).toBe('Class of 30: running');
    await untilOver(`competitions/${id}`);
    await run('show', id);
    expect(said.find((line) => line.startsWith('   1  House bot'))).toBeDefined();
    expect(said.at(-1)).toMatch(/^ {2}R2M2 {2}House bot .* – House bot .* {2}(1:0|0:1|0\.5:0\.5) \(.+\)$/);
    await run('export', id, '--format', 'csv');
    expect(said.at(-1)).toMatch(/^rank,agent/);
    await expect(run('start', id)).rejects.toThrow('over');
    await expect(run('jump')).rejects.toThrow('usage');
  } finally {
    log.mockRestore();
    written.mockRestore();
  }
}, 60_000);

test('whoever signed up and is here is paired while a session is on; the season in which it ends counts it', async () => {
  const hour = 3_600_000;
  const time = (ahead: number) => new Date(Date.now() + ahead).toISOString();
  const season = { game: 'ttt', name: 'Winter', start: time(-hour), end: time(hour), keep: 0.5, leastGames: 1 };
  expect(await ask('POST', 'seasons', undefined, season)).toMatchObject({ status: 401 });
  expect(await ask('POST', 'seasons', host, { ...season, end: time(-1) })).toMatchObject({ status: 400 });
  expect(await ask('POST', 'seasons', host, season)).toMatchObject({ status: 201, body: { status: 'on' } });
  expect(await ask('POST', 'seasons', host, season)).toMatchObject({ status: 409, body: { code: 'overlap' } });
  const daily = { name: 'Evenings', game: 'ttt', rule: 'FREQ=DAILY', minutes: 60, from: time(-60_000) };
  expect(await ask('POST', 'schedules', host, { ...daily, rule: 'FREQ=SECONDLY' })).toMatchObject({ status: 400 });
  const { status, body: schedule } = await ask('POST', 'schedules', host, daily);
  expect(status).toBe(201);
  const accounts = [await register(), await register(), await register()];
  const entries = `schedules/${schedule.id}/entries`;
  const players: TttPlayer[] = [];
  try {
    for (const { apiKey } of accounts) {
      expect(await ask('POST', entries, apiKey, {})).toMatchObject({ status: 201 });
      players.push(await loaPlayer(server.url, apiKey));
    }
    expect(await ask('POST', entries, accounts[0]!.apiKey, {})).toMatchObject({ status: 409 });
    const heard = (player: TttPlayer) => player.heard.filter((type) => type === 'matched').length;
    // Three are here: who was left over comes next.
    await expect.poll(() => players.every((player) => heard(player) > 0), { timeout: 20_000 }).toBe(true);
    await expect
      .poll(async () => (await ask('GET', 'ladders/ttt/seasons')).body.seasons[0].table.length, { timeout: 20_000 })
      .toBe(3);
  } finally {
    for (const player of players) await player.leave();
  }
  const { events } = (await ask('GET', 'calendar')).body;
  expect(events.map(({ kind, name }: Json) => `${kind} ${name}`)).toEqual(
    expect.arrayContaining(['season Winter', 'session Evenings', 'competition Friday cup']),
  );
  expect(await ask('GET', 'calendar?from=never')).toMatchObject({ status: 400 });
  const feed = await fetch(`${server.url}/api/v1/calendar.ics`);
  expect(feed.headers.get('content-type')).toContain('text/calendar');
  expect(await feed.text()).toContain('RRULE:FREQ=DAILY');
  expect(await ask('DELETE', `${entries}/me`, accounts[0]!.apiKey)).toMatchObject({ status: 200 });
  expect(await ask('DELETE', `schedules/${schedule.id}`, host)).toMatchObject({ status: 200 });
}, 60_000);

test('whoever is banned is out of the competitions that it has entered', async () => {
  const [stays, goes] = [await register(), await register()];
  const path = await openOne({ noShowSeconds: 600 });
  for (const { apiKey } of [stays, goes]) await ask('POST', `${path}/entries`, apiKey);
  await ask('POST', `${path}/start`, host);
  await ask('POST', `host/agents/${goes.agentId}/ban`, host);
  const over = await untilOver(path);
  expect(over.rounds[0].pairings[0].outcome).toMatchObject({ reason: 'withdrew', forfeit: [goes.agentId] });
  expect(over.standings[0]).toMatchObject({ agent: stays.agentId, points: 1 });
});
