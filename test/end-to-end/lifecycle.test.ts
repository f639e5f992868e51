import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { serve } from '../serving.ts';

const folder = mkdtempSync(join(tmpdir(), 'crossplay-life-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function register(url: string, name: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/agents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  return ((await answer.json()) as { apiKey: string }).apiKey;
}

/** A connection that keeps what it hears. */
class Agent {
  // biome-ignore lint/suspicious/noExplicitAny: frames of the wire
  readonly frames: any[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<number>;

  constructor(url: string, game: string, token: string) {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/play?game=${game}&token=${token}`);
    this.socket.on('error', () => {});
    this.socket.on('message', (data) => this.frames.push(JSON.parse(String(data))));
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
  }

  async hears(type: string): Promise<Agent['frames'][number]> {
    await expect.poll(() => this.frames.find((frame) => frame.type === type), { timeout: 20_000 }).toBeDefined();
    return this.frames.findLast((frame) => frame.type === type);
  }

  move(move: string): void {
    this.socket.send(JSON.stringify({ type: 'move', move }));
  }
}

test('SIGTERM tells whoever waits, lets players go, exits 0, and the match goes on after the next start', async () => {
  const data = join(folder, 'term');
  const first = await serve({ CROSSPLAY_DATA: data });
  const [a, b, c] = await Promise.all(['alice', 'bob', 'carol'].map((name) => register(first.url, name)));
  const alice = new Agent(first.url, 'ttt', a!);
  await alice.hears('queued');
  const bob = new Agent(first.url, 'ttt', b!);
  const carol = new Agent(first.url, 'c4', c!);
  await Promise.all([alice.hears('state'), bob.hears('state'), carol.hears('queued')]);
  alice.move('4');
  await expect.poll(() => bob.frames.filter(({ type }) => type === 'state')).toHaveLength(2);
  expect(await first.stop()).toBe(0);
  expect(await carol.hears('error')).toMatchObject({ error: expect.stringMatching(/stopping/) });
  expect(await Promise.all([alice.closed, bob.closed])).toEqual([1001, 1001]);

  const second = await serve({ CROSSPLAY_DATA: data });
  const again = [new Agent(second.url, 'ttt', a!), new Agent(second.url, 'ttt', b!)];
  for (const agent of again) {
    const { observation } = await agent.hears('state');
    expect(observation.board[4]).toBe('X');
    expect(agent.frames.slice(0, 3).map(({ type }) => type)).toEqual(['queued', 'hello', 'state']);
  }
  for (const [player, move] of [
    [1, '0'],
    [0, '3'],
    [1, '1'],
    [0, '5'],
  ] as const) {
    await expect.poll(() => again[player]!.frames.at(-1)).toMatchObject({ yourTurn: true });
    again[player]!.move(move);
  }
  expect(await again[0]!.hears('result')).toMatchObject({ winner: 0, outcome: 'win', rating: 1516 });
  expect(await second.stop()).toBe(0);
});

test('a taken port, a second server on the same data and a wrong value each stop the start with one clear line', async () => {
  const data = join(folder, 'taken');
  const running = await serve({ CROSSPLAY_DATA: data });
  const port = new URL(running.url).port;
  const failed = (env: { [name: string]: string }) =>
    serve(env).then(
      () => 'started',
      (error: Error) => error.message,
    );
  expect(await failed({ CROSSPLAY_DATA: join(folder, 'other'), PORT: port })).toMatch(
    new RegExp(`^the server ended: crossplay: port ${port} is taken.*PORT.*$`),
  );
  expect(await failed({ CROSSPLAY_DATA: data })).toMatch(
    /^the server ended: crossplay: Another Crossplay server uses .*$/,
  );
  expect(await failed({ CROSSPLAY_DATA: data, PORT: 'x' })).toMatch(/^the server ended: crossplay: PORT .*"x".*$/);
  expect(await running.stop()).toBe(0);
});

test('whoever reads that it serves may stop it at once', async () => {
  const server = await serve({ CROSSPLAY_DATA: join(folder, 'at-once') });
  expect(await server.stop()).toBe(0);
});
