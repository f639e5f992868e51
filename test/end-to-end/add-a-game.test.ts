import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { copyTree, linesChanged } from '../copied-tree.ts';
import { type Frame, LoaAgent } from '../loa-client.ts';
import { type Serving, serve } from '../serving.ts';

const TOY = join(import.meta.dirname, '../toys/nim');
const FOLDER = 'src/games/nim';
const LINE = "export { nim } from './nim/game.ts';";

const { folder: tree, remove } = copyTree();
let server: Serving | undefined;

const startServer = (): Promise<Serving> => serve({ CROSSPLAY_DATA: join(tree, 'data') }, tree);

/** Runs a program of the copied tree there. */
async function run(program: string, ...args: string[]): Promise<string> {
  const { CROSSPLAY_TEST_REPORT: _, ...env } = process.env;
  const options = { cwd: tree, env: { ...env, NO_COLOR: '1' } };
  const done = await promisify(execFile)(join('node_modules/.bin', program), args, options).catch((error) => {
    throw new Error(`${program} ${args.join(' ')}:\n${error.stdout}${error.stderr}`);
  });
  return done.stdout;
}

const get = async (path: string): Promise<Frame> => (await fetch(`${server!.url}${path}`)).json();

beforeAll(async () => {
  cpSync(TOY, join(tree, FOLDER), { recursive: true });
  appendFileSync(join(tree, 'src/games/index.ts'), `${LINE}\n`);
  server = await startServer();
});

afterAll(async () => {
  await server?.stop();
  remove();
});

test('a game is its folder and one line', () => {
  expect(linesChanged(tree, FOLDER)).toEqual([`src/games/index.ts: ${LINE}`]);
});

test('its types hold', async () => {
  // Only the room of games: nothing else names one.
  const games = { extends: './tsconfig.json', include: ['src/games', 'src/web/env.d.ts'] };
  writeFileSync(join(tree, 'tsconfig.games.json'), JSON.stringify(games));
  await run('tsc', '-p', 'tsconfig.games.json');
});

test('the suite over all games finds nothing that it lacks', async () => {
  const told = await run('vitest', 'run', 'test/games.test.ts', '-t', 'nim ');
  expect(told).toMatch(/Tests {2}\d\d passed/);
});

test('a record of its older version is verified by the rules of that version', async () => {
  const told = await run('node', 'bin/crossplay.js', 'verify', join(FOLDER, 'records/version-1.json'));
  expect(told).toContain('Nim');
});

test('every protocol that can carry it offers it, and so do the site and the pages', async () => {
  expect((await get('/api/v1/site')).games).toContainEqual(
    expect.objectContaining({ id: 'nim', title: 'Nim', size: 2, bots: ['easy', 'medium', 'hard'] }),
  );
  expect((await get('/api/v1/ladders')).ladders).toContainEqual({ game: 'nim', title: 'Nim', top: [], surest: [] });
  expect((await get('/api/v1/arenas')).arenas).toContainEqual(expect.objectContaining({ slug: 'nim', name: 'Nim' }));
  expect((await get('/.well-known/agent.json')).games).toContainEqual({
    type: 'nim',
    players: 2,
    turnType: 'turn-based',
  });
  expect(await (await fetch(`${server!.url}/api/v1/skill/games/nim.md`)).text()).toContain(
    'take stones from three heaps',
  );
  const league = await fetch(`${server!.url}/api/v1/leagues`, {
    method: 'POST',
    body: JSON.stringify({ league_id: 'nim-cup', players: 2, game_type: 'nim' }),
  });
  expect(league.status).toBe(201);
});

test('agents of two protocols play it to its end', async () => {
  const { url } = server!;
  const guest = await LoaAgent.register(url, 'Guest');
  const host = await LoaAgent.enter(url, 'Host', ({ extra }) => {
    const heap = extra.heaps.findIndex((stones: number) => stones > 0);
    return { heap, take: 1 };
  });
  host.say({ type: 'join_queue', gameType: 'nim' });
  await host.until(({ type }) => type === 'queue_status');
  const play = new WebSocket(`${url.replace('http', 'ws')}/play?game=nim&token=${guest.apiKey}`);
  const told: Frame[] = [];
  play.on('message', (data) => {
    const frame = JSON.parse(String(data));
    told.push(frame);
    if (frame.type !== 'state' || !frame.yourTurn) return;
    play.send(JSON.stringify({ type: 'move', move: frame.observation.legal.at(-1) }));
  });
  const { gameId } = await host.until(({ type }) => type === 'matched');
  const over = await host.over();
  if (play.readyState !== WebSocket.CLOSED) await once(play, 'close');
  await host.leave();
  const { winner } = told.at(-1);
  expect(over.rankings[0].agentName).toBe(['Host', 'Guest'][winner]);
  expect(await get(`/api/v1/matches/${gameId}/record`)).toMatchObject({
    game: 'nim',
    version: 2,
    outcome: { kind: 'over', reason: 'took the last stone' },
  });
});

test('where nobody has terms for it the server does not start, and says so', async () => {
  const file = join(tree, FOLDER, 'game.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace("home: 'loa'", "home: 'clawpoly'"));
  await expect(startServer()).rejects.toThrow('crossplay: nim has no home: its manifest names "clawpoly"');
});
