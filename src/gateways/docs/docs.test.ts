// Longer than most files: every page and every document, held against what is true.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import asyncapi from '@asyncapi/specs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { otherParts } from '../../../test/gateway-parts.ts';
import { arenaOf } from '../../core/arena-facade.ts';
import { Picture, Refusal } from '../held/json.ts';
import { catchUp, type Frame, makeWorld, matchUp } from '../loa/fixture.ts';
import { makeHttpWorld } from '../loa/fixture-http.ts';
import { protocols } from '../protocols.ts';
import { addDocRoutes } from './routes.ts';

const HERE = { host: 'arena.example:8443' };

async function docsWorld() {
  const world = await makeHttpWorld();
  const { config } = otherParts();
  addDocRoutes({ http: world.http, arena: arenaOf(world.arena), protocols, config, ports: new Map([['ssh', 2222]]) });
  return world;
}

const get = async (url: string, headers: { [name: string]: string } = HERE) =>
  (await docsWorld()).http.inject({ url, headers });

const gamePages = async (): Promise<Map<string, string>> => {
  const { http, arena } = await docsWorld();
  const pages = new Map<string, string>();
  for (const { id } of arena.games) {
    const reply = await http.inject({ url: `/api/v1/skill/games/${id}.md`, headers: HERE });
    expect(reply.headers['content-type']).toBe('text/markdown; charset=utf-8');
    pages.set(id, reply.body);
  }
  return pages;
};

const protocolPages = async (): Promise<Map<string, string>> => {
  const { http } = await docsWorld();
  const pages = new Map<string, string>();
  for (const { name } of protocols.filter(({ entrance }) => entrance)) {
    pages.set(name, (await http.inject({ url: `/api/v1/skill/protocols/${name}.md`, headers: HERE })).body);
  }
  return pages;
};

const sizeOf = (text: string): number => Buffer.byteLength(text);

interface Example {
  info: string;
  value: Frame;
}

/** Every fenced JSON that says what it is beside `json`. */
const examplesIn = (page: string): Example[] =>
  [...page.matchAll(/```json ([^\n]+)\n([\s\S]*?)```/g)].map(([, info, text]) => ({
    info: info!.trim(),
    value: JSON.parse(text!),
  }));

describe('what an agent reads fits its context window', () => {
  test('the first page has at most 8 KB, names every game and way in, and this server’s own address', async () => {
    const { http, arena } = await docsWorld();
    for (const url of ['/api/v1/skill.md', '/llms.txt']) {
      const { body } = await http.inject({ url, headers: HERE });
      expect(sizeOf(body), url).toBeLessThanOrEqual(8 * 1024);
      for (const { id } of arena.games) expect(body).toContain(`http://arena.example:8443/api/v1/skill/games/${id}.md`);
      for (const { name, entrance } of protocols) {
        if (entrance) expect(body).toContain(`http://arena.example:8443/api/v1/skill/protocols/${name}.md`);
      }
      expect(body).toContain('ssh -p 2222 game@arena.example ttt');
      expect(body).not.toMatch(/undefined|\{\{|leagueofagents/);
    }
  });

  test('the page of each game and of each protocol has at most 12 KB', async () => {
    for (const [name, page] of [...(await gamePages()), ...(await protocolPages())]) {
      expect(sizeOf(page), name).toBeLessThanOrEqual(12 * 1024);
      expect(sizeOf(page), `${name} says too little: README.md of a game, the guide of a protocol`).toBeGreaterThan(
        1000,
      );
      expect(page, name).not.toMatch(/undefined|\{\{/);
    }
  });

  test('no page names a file of the sources', async () => {
    const pages = [
      (await get('/api/v1/skill.md')).body,
      ...(await gamePages()).values(),
      ...(await protocolPages()).values(),
    ];
    for (const page of pages) expect(page).not.toMatch(/\bsrc\/|[\w-]+\.(?:ts|svelte|js)\b/);
  });

  test('every link leads somewhere', async () => {
    const { http } = await docsWorld();
    const start = (await http.inject({ url: '/api/v1/skill.md', headers: HERE })).body;
    const links = [...start.matchAll(/\]\(http:\/\/arena\.example:8443([^)]+)\)/g)].map(([, path]) => path!);
    expect(links.length).toBeGreaterThan(15);
    for (const url of links) expect((await http.inject({ url, headers: HERE })).statusCode, url).toBe(200);
  });

  test('what is not there is 404 in words', async () => {
    expect((await get('/api/v1/skill/games/halma.md')).json()).toEqual({ error: 'There is no such game.' });
    expect((await get('/api/v1/skill/protocols/gopher.md')).json()).toEqual({ error: 'There is no such protocol.' });
  });

  test('speaks of https behind a proxy, and repeats no host that is none', async () => {
    const secure = await get('/api/v1/skill.md', {
      host: 'x',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'play.example',
    });
    expect(secure.body).toContain('wss://play.example/api/v1/ws?type=agent');
    expect(secure.body).toContain('https://play.example/api/v1/agents');
    const forged = await get('/api/v1/doc', { host: '"><script>alert(1)</script>' });
    expect(forged.body).not.toContain('<script');
    expect(forged.body).toContain('http://localhost/api/v1');
  });
});

describe('what the pages say is true', () => {
  test('every example move is legal in a live match', async () => {
    const world = await makeWorld();
    let moves = 0;
    for (const [game, page] of await gamePages()) {
      const shown = examplesIn(page).filter(({ info }) => info === 'move');
      expect(shown.length, game).toBeGreaterThan(0);
      for (const { value } of shown) {
        const size = world.arena.home(game).size;
        const names = Array.from({ length: size }, (_, seat) => `p${seat}-${moves}`);
        moves++;
        const { clients, gameId } = await matchUp(world, game, names);
        await world.settle();
        const mover = clients.find((client) => client.frames.some(({ type }) => type === 'your_turn'))!;
        const { extra } = await mover.last('game_state');
        await catchUp(world, clients);
        mover.say({ type: 'submit_move', gameId, move: fitted(game, value, extra) });
        await world.settle();
        const result = mover.unread().find(({ type }) => type === 'move_result');
        expect(result, `${game} ${JSON.stringify(value)}`).toEqual({ type: 'move_result', success: true });
      }
    }
    expect(moves).toBeGreaterThan(world.arena.games.length);
  });

  test('the name in a command is another for each reader, on kept pages too', async () => {
    for (const path of ['/api/v1/skill.md', '/api/v1/skill/protocols/http.md', '/api/v1/doc', '/llms.txt']) {
      const names = await Promise.all([1, 2].map(async () => /my-agent-\w{5}\b/.exec((await get(path)).body)?.[0]));
      expect([path, new Set(names).size]).toEqual([path, 2]);
      expect((await get(path)).body).not.toContain('{{name}}');
    }
  });

  test('the text of a move is one that the game reads', async () => {
    const pages = await gamePages();
    for (const game of ['ttt', 'c4', 'chess', 'go', 'even_odd']) {
      expect(pages.get(game), game).toMatch(/As text: `[^`]+`/);
    }
  });

  test('LoA 10.2 every frame of the page fits its schema, and every message is shown', async () => {
    const page = (await protocolPages()).get('loa')!;
    const { sends, receives } = protocols.find(({ name }) => name === 'loa')!.api!.sockets![0]!;
    for (const type of [...Object.keys(sends), ...Object.keys(receives)]) expect(page).toContain(`### \`${type}\``);
    const received = examplesIn(page).filter(({ info }) => info === 'receive /api/v1/ws');
    expect(new Set(received.map(({ value }) => value.type))).toEqual(new Set(Object.keys(receives)));
    for (const { value } of received) {
      expect(Compile(receives[value.type]!.schema).Check(value), JSON.stringify(value)).toBe(true);
    }
  });

  test('LoA 10.2 what an agent sends is understood by a live session', async () => {
    const world = await makeWorld();
    const wanted: { [type: string]: string } = {
      authenticate: 'authenticated',
      join_queue: 'queue_status',
      ping: 'pong',
      subscribe_game: 'Game not found.',
      submit_move: 'Game not found or not active.',
    };
    const sends = examplesIn((await protocolPages()).get('loa')!).filter(({ info }) => info === 'send /api/v1/ws');
    expect(sends.map(({ value }) => value.type).sort()).toEqual(Object.keys(wanted).sort());
    for (const { value } of sends) {
      const client = value.type === 'authenticate' ? world.connect() : await world.agent('reader');
      client.say(JSON.parse(JSON.stringify(value).replace('YOUR_API_KEY', 'key-reader')));
      await world.settle();
      const heard = client.unread().map(({ type, message, error }) => message ?? error ?? type);
      expect(heard).toContain(wanted[value.type]);
      client.session.close();
    }
  });

  test('LoA 10.2 every field of extra is explained', async () => {
    const world = await makeWorld();
    const pages = await gamePages();
    for (const game of ['echo', 'blotto', 'skill-gomoku', 'resource-rush', 'dance-battle']) {
      const names = Array.from({ length: world.arena.home(game).size }, (_, seat) => `x${seat}-${game}`);
      const { clients } = await matchUp(world, game, names);
      await world.settle();
      const { extra } = await clients[0]!.last('game_state');
      const explained = [...pages.get(game)!.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, path]) => path);
      const inner = Object.keys(extra.publicState ?? {}).map((name) => `publicState.${name}`);
      expect(explained, game).toEqual(expect.arrayContaining([...Object.keys(extra), ...inner]));
    }
  });

  test('AGON’s and Clawpoly’s pages have every action and every event that is ever sent', async () => {
    const pages = await protocolPages();
    const agon = pages.get('agon')!;
    for (const event of namesIn('agon', /event: '(\w+)'/g)) expect(agon).toContain(`- \`${event}\`:`);
    for (const event of namesIn('agon', /'(wager_\w+)'/g)) expect(agon).toContain(`\`${event}\``);
    const { sends } = protocols.find(({ name }) => name === 'agon')!.api!.sockets![0]!;
    for (const action of Object.keys(sends)) expect(agon).toContain(`- \`${action}\`:`);
    const clawpoly = pages.get('clawpoly')!;
    for (const type of namesIn('clawpoly', /'((?:agent|action):\w+)'/g)) expect(clawpoly).toContain(`\`${type}\``);
    const [, spectator] = protocols.find(({ name }) => name === 'clawpoly')!.api!.sockets!;
    const known = Object.keys(spectator!.receives);
    for (const type of namesIn('clawpoly', /'(game:\w+)'/g)) expect(known).toContain(type);
  });

  test('the answers on the page of plain HTTP are such as are given', async () => {
    const page = (await protocolPages()).get('http')!;
    const shown = (kind: string) => [...page.matchAll(new RegExp(`\`\`\`json ${kind}\\n(.*)\\n`, 'g'))];
    expect([shown('picture').length, shown('refusal').length]).toEqual([1, 2]);
    for (const [, json] of shown('picture')) expect(Compile(Picture).Check(JSON.parse(json!))).toBe(true);
    for (const [, json] of shown('refusal')) expect(Compile(Refusal).Check(JSON.parse(json!))).toBe(true);
    for (const field of Object.keys(Picture.properties)) expect(page).toContain(`"${field}":`);
  });

  test('what is shown of other protocols fits their schemas', async () => {
    for (const { name, api } of protocols) {
      for (const { sends, receives } of api?.sockets ?? []) {
        for (const [type, { schema, examples = [] }] of [...Object.entries(sends), ...Object.entries(receives)]) {
          for (const example of examples) expect(Compile(schema).Check(example), `${name} ${type}`).toBe(true);
        }
      }
    }
  });
});

/** What the sources of a gateway name, tests left out. */
function namesIn(gateway: string, pattern: RegExp): Set<string> {
  const folder = join(import.meta.dirname, '..', gateway);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/test|fixture|messages/.test(file),
  );
  const names = new Set<string>();
  for (const file of files) {
    for (const [, name] of readFileSync(join(folder, file), 'utf8').matchAll(pattern)) names.add(name!);
  }
  expect(names.size).toBeGreaterThan(0);
  return names;
}

/** The beats of a dance are drawn anew in every match, so a plan of the same kind is made for those at hand. */
function fitted(gameType: string, move: Frame, extra: Frame): Frame {
  if (gameType !== 'dance-battle') return move;
  const { beats } = extra.publicState.beatSequence.rounds[0];
  const like = (kind: string) =>
    move.commands.find((command: Frame) => (command.kind === 'action') === (kind === 'stress'));
  return { commands: beats.map(({ beatIndex, kind }: Frame) => ({ ...like(kind), beatIndex })) };
}

describe('LoA 10.3 the same as a page, as JSON, and for machines', () => {
  test('the page has no script, a policy, and a place for every section', async () => {
    const reply = await get('/api/v1/doc');
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
    expect(reply.body).not.toMatch(/<script|onerror|style="/);
    const { sections } = JSON.parse((await get('/api/v1/doc?format=json')).body);
    for (const { id } of sections) expect(reply.body).toContain(`<section id="${id}">`);
  });

  test('as JSON: title, version and sections of id, title and markdown', async () => {
    const doc = JSON.parse((await get('/api/v1/doc?format=json')).body);
    expect(Object.keys(doc)).toEqual(['title', 'version', 'sections']);
    for (const one of doc.sections) expect(Object.keys(one)).toEqual(['id', 'title', 'markdown']);
  });

  test('agent.json lists every game with a number of players', async () => {
    const { http, arena } = await docsWorld();
    const body = (await http.inject({ url: '/.well-known/agent.json', headers: { host: 'arena.example' } })).json();
    expect(Object.keys(body)).toEqual([
      'name',
      'version',
      'description',
      'homepage',
      'apiBase',
      'wsUrl',
      'registration',
      'docs',
      'games',
    ]);
    expect(body.apiBase).toBe('http://arena.example/api/v1');
    expect(body.wsUrl).toBe('ws://arena.example/api/v1/ws');
    expect(body.registration).toMatchObject({ method: 'POST', path: '/api/v1/agents' });
    expect(body.games).toHaveLength(arena.games.length);
    expect(body.games).toContainEqual({ type: 'echo', players: 2, turnType: 'simultaneous' });
    expect(body.games).toContainEqual({ type: 'skill-gomoku', players: 2, turnType: 'turn-based' });
    expect(body.games).toContainEqual({ type: 'dance-battle', players: 4, turnType: 'simultaneous' });
  });

  test('openapi.json is valid', async () => {
    const document = (await get('/openapi.json')).json();
    const result = await new Validator().validate(document);
    expect(result.errors ?? []).toEqual([]);
  });

  test('asyncapi.json is valid and has every socket', async () => {
    const document = (await get('/asyncapi.json')).json();
    const schema = (asyncapi as unknown as { schemasWithoutId: { [version: string]: object } }).schemasWithoutId[
      '3.0.0'
    ]!;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const valid = ajv.validate(schema, document);
    expect(ajv.errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });
});
