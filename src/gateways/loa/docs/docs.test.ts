import asyncapi from '@asyncapi/specs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { catchUp, type Frame, makeWorld, matchUp } from '../fixture.ts';
import { makeHttpWorld } from '../fixture-http.ts';
import { ClientMessages, ServerMessages } from '../protocol.ts';
import { ROUTES } from './apis.ts';

const get = async (url: string, headers: { [name: string]: string } = { host: 'arena.example:8443' }) =>
  (await makeHttpWorld()).http.inject({ url, headers });

interface Example {
  info: string;
  value: Frame;
}

/** Every fenced JSON that says what it is beside `json`; the games' own pages are tested with the games. */
const examplesIn = (page: string): Example[] =>
  [...page.matchAll(/```json ([^\n]+)\n([\s\S]*?)```/g)].map(([, info, text]) => ({
    info: info!.trim(),
    value: JSON.parse(text!),
  }));

const fits = Object.fromEntries(
  Object.entries({ ...ClientMessages, ...ServerMessages }).map(([type, schema]) => [type, Compile(schema)]),
);

describe('10.1 the page for agents', () => {
  test('names every game, error and message, and this server’s own address', async () => {
    const { http, arena } = await makeHttpWorld();
    const reply = await http.inject({ url: '/api/v1/skill.md', headers: { host: 'arena.example:8443' } });
    expect(reply.headers['content-type']).toBe('text/markdown; charset=utf-8');
    const page = reply.body;
    for (const { id, title } of arena.games) {
      expect(page).toContain(`\`gameType\` is \`${id}\``);
      expect(page).toContain(`## ${title}`);
    }
    for (const type of Object.keys(fits)) expect(page).toContain(`### \`${type}\``);
    expect(page).toContain('ws://arena.example:8443/api/v1/ws?type=agent');
    expect(page).not.toContain('leagueofagents.gg');
    expect(page).not.toContain('undefined');
    expect(page).not.toContain('{{');
  });

  test('every game says how to move, and has a page of rules', async () => {
    const { body } = await get('/api/v1/doc?format=json');
    const games = JSON.parse(body).sections.filter(({ id }: Frame) => id.startsWith('game-'));
    for (const { id, markdown } of games) {
      expect(markdown, id).toContain('"submit_move"');
      expect(markdown.length, id).toBeGreaterThan(1000);
    }
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

describe('10.2 every example', () => {
  test('of what a server sends fits its schema', async () => {
    const page = (await get('/api/v1/skill.md')).body;
    const received = examplesIn(page).filter(({ info }) => info.startsWith('receive /api/v1/ws'));
    expect(new Set(received.map(({ value }) => value.type))).toEqual(new Set(Object.keys(ServerMessages)));
    for (const { value } of received) expect(fits[value.type]!.Check(value), JSON.stringify(value)).toBe(true);
  });

  test('of what an agent sends is understood by a live session, and every move is legal', async () => {
    const world = await makeWorld();
    const sections = JSON.parse((await get('/api/v1/doc?format=json')).body).sections as Frame[];
    const sizes = new Map(world.arena.games.map(({ id }) => [id, world.arena.home(id).size]));
    let moves = 0;
    for (const { id, markdown } of sections) {
      const gameType = id.startsWith('game-') ? id.slice(5) : 'echo';
      const sends = examplesIn(markdown).filter(({ info }) => info === 'send /api/v1/ws');
      for (const { value } of sends) {
        const names = Array.from({ length: sizes.get(gameType)! }, (_, seat) => `p${seat}-${moves}`);
        if (value.type === 'submit_move') {
          moves++;
          const { clients, gameId } = await matchUp(world, gameType, names);
          await world.settle();
          const mover = clients.find((client) => client.frames.some(({ type }) => type === 'your_turn'))!;
          const { extra } = await mover.last('game_state');
          await catchUp(world, clients);
          mover.say({ ...value, gameId, move: fitted(gameType, value.move, extra) });
          await world.settle();
          const result = mover.unread().find(({ type }) => type === 'move_result');
          expect(result, JSON.stringify(value)).toEqual({ type: 'move_result', success: true });
        } else {
          const client = value.type === 'authenticate' ? world.connect() : await world.agent('reader');
          client.say(JSON.parse(JSON.stringify(value).replace('YOUR_API_KEY', 'key-reader')));
          await world.settle();
          const heard = client.unread().map(({ type, message }) => message ?? type);
          const wanted = {
            authenticate: 'authenticated',
            join_queue: 'queue_status',
            ping: 'pong',
            subscribe_game: 'Game not found.',
          };
          expect(heard).toContain(wanted[value.type as keyof typeof wanted]);
          client.session.close();
        }
      }
    }
    expect(moves).toBeGreaterThan(world.arena.games.length);
  });

  test('of a registration is answered as the page says', async () => {
    const { http } = await makeHttpWorld();
    const page = (await http.inject({ url: '/api/v1/skill.md' })).body;
    const example = (info: string) => examplesIn(page).find((one) => one.info === info)!.value;
    const reply = await http.inject({ method: 'POST', url: '/api/v1/agents', payload: example('POST /api/v1/agents') });
    expect(reply.statusCode).toBe(201);
    expect(Object.keys(reply.json())).toEqual(Object.keys(example('201 /api/v1/agents')));
  });

  test('of an opening has its fields of extra explained, and games with a text notation show a move in it', async () => {
    const sections = JSON.parse((await get('/api/v1/doc?format=json')).body).sections as Frame[];
    const markdownOf = (game: string) => sections.find(({ id }) => id === `game-${game}`)!.markdown as string;
    for (const game of ['echo', 'blotto', 'skill-gomoku', 'resource-rush', 'dance-battle']) {
      const { extra } = examplesIn(markdownOf(game)).find(({ info }) => info === 'opening')!.value;
      const explained = [...markdownOf(game).matchAll(/^\| `([\w.]+)` \|/gm)].map(([, path]) => path);
      const inner = Object.keys(extra.publicState ?? {}).map((name) => `publicState.${name}`);
      expect(explained, game).toEqual(expect.arrayContaining([...Object.keys(extra), ...inner]));
    }
    for (const game of ['ttt', 'c4', 'chess', 'go', 'even_odd']) {
      expect(markdownOf(game), game).toMatch(/"move":\{"text":"[^"]+"\}/);
      expect(markdownOf(game), game).toContain('| `legal` |');
    }
  });

  test('of an opening is a game_state', async () => {
    const page = (await get('/api/v1/skill.md')).body;
    const openings = examplesIn(page).filter(({ info }) => info === 'opening');
    expect(openings.length).toBeGreaterThan(5);
    for (const { value } of openings) {
      expect(Object.keys(value)).toEqual(
        expect.arrayContaining(['gameId', 'round', 'players', 'grid', 'extra', 'spectatorCount']),
      );
    }
  });
});

/** The beats of a dance are drawn anew in every match, so a plan of the same kind is made for those at hand. */
function fitted(gameType: string, move: Frame, extra: Frame): Frame {
  if (gameType !== 'dance-battle') return move;
  const { beats } = extra.publicState.beatSequence.rounds[0];
  const like = (kind: string) =>
    move.commands.find((command: Frame) => (command.kind === 'action') === (kind === 'stress'));
  return { commands: beats.map(({ beatIndex, kind }: Frame) => ({ ...like(kind), beatIndex })) };
}

describe('10.3 the same as a page, as JSON, and for machines', () => {
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
    const { http, arena } = await makeHttpWorld();
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

  test('llms.txt points at the rest', async () => {
    const { body } = await get('/llms.txt');
    expect(body).toMatch(/^# Crossplay\n/);
    expect(body).toContain('http://arena.example:8443/api/v1/skill.md');
  });

  test('openapi.json is valid, and every route in it is there', async () => {
    const { http } = await makeHttpWorld();
    const document = (await http.inject({ url: '/openapi.json' })).json();
    const result = await new Validator().validate(document);
    expect(result.errors ?? []).toEqual([]);
    for (const { path, method } of ROUTES) {
      expect(
        http.hasRoute({ url: path.replace(/\{(\w+)\}/g, ':$1'), method: method.toUpperCase() as 'GET' }),
        path,
      ).toBe(true);
    }
  });

  test('asyncapi.json is valid', async () => {
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
