import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { signingKeys } from '../../src/accounts/signing-keys.ts';
import { realClock } from '../../src/core/clock.ts';
import { exportRecord } from '../../src/core/export.ts';
import type { Storage } from '../../src/core/storage.ts';
import { verify } from '../../src/core/verify.ts';
import { connectFour } from '../../src/games/connect-four/rules.ts';
import { openStorage } from '../../src/storage/open.ts';
import { startPostgres } from '../postgres.ts';
import { type Serving, serve } from '../serving.ts';

const MATCHES = 200;
const KILLS = 3;

interface Agent {
  id: string;
  token: string;
  /** Stones on the last board that the server showed: all of them are acknowledged. */
  board: string[][];
  over: boolean;
}

type Where = { data: string; databaseUrl: string | undefined };

/** Plays connect-four at random until the server dies or all matches are over. */
class Crowd {
  readonly agents: Agent[];
  moves = 0;
  #sockets = new Set<WebSocket>();

  constructor(agents: Agent[]) {
    this.agents = agents;
  }

  /** @param enough resolves when so many moves were acknowledged in all */
  async play(url: string, enough: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      for (const agent of this.agents.filter(({ over }) => !over)) {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/play?game=c4`, {
          headers: { authorization: `Bearer ${agent.token}` },
        });
        this.#sockets.add(socket);
        socket.on('error', () => {});
        socket.on('message', (data) => {
          try {
            this.#receive(agent, socket, JSON.parse(String(data)));
          } catch (error) {
            reject(error);
          }
          if (this.moves >= enough || this.agents.every(({ over }) => over)) resolve();
        });
      }
    });
  }

  leave(): void {
    for (const socket of this.#sockets) {
      socket.removeAllListeners('message');
      socket.terminate();
    }
    this.#sockets.clear();
  }

  // biome-ignore lint/suspicious/noExplicitAny: frames of the wire
  #receive(agent: Agent, socket: WebSocket, frame: any): void {
    if (frame.type === 'error') throw new Error(frame.error);
    if (frame.type === 'result') agent.over = true;
    if (frame.type !== 'state') return;
    const { board, legal } = frame.observation;
    for (const [row, cells] of agent.board.entries()) {
      for (const [column, stone] of cells.entries()) {
        if (stone !== '.' && board[row][column] !== stone) throw new Error('an acknowledged move was lost or changed');
      }
    }
    agent.board = board;
    if (!frame.yourTurn) return;
    this.moves++;
    socket.send(JSON.stringify({ type: 'move', move: legal[Math.floor(Math.random() * legal.length)] }));
  }
}

async function withStorage<T>(where: Where, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage(where);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

const makeAgents = (where: Where): Promise<Agent[]> =>
  withStorage(where, (storage) => {
    const accounts = createAccounts({ storage, clock: realClock() });
    return Promise.all(
      Array.from({ length: 2 * MATCHES }, async (_, i): Promise<Agent> => {
        const made = await accounts.register(`crash-${i}`);
        if ('error' in made) throw new Error(made.error);
        return { id: made.agent.id, token: made.apiKey, board: [], over: false };
      }),
    );
  });

/** While the server is down: who still has a match, or none yet. */
async function markFinished(where: Where, agents: Agent[]): Promise<void> {
  const finished = await withStorage(where, (storage) => storage.matches.list({ over: true, limit: 10 * MATCHES }));
  const done = new Set(finished.flatMap(({ seats }) => seats.map(({ agent }) => agent)));
  for (const agent of agents) agent.over = done.has(agent.id);
}

async function killAndRecover(where: Where): Promise<void> {
  const env: { [name: string]: string } = where.databaseUrl
    ? { DATABASE_URL: where.databaseUrl }
    : { CROSSPLAY_DATA: where.data };
  const crowd = new Crowd(await makeAgents(where));
  let server: Serving | undefined;
  for (let kill = 0; kill < KILLS; kill++) {
    server = await serve(env);
    await crowd.play(server.url, crowd.moves + 400 + Math.floor(Math.random() * 600));
    await server.stop('SIGKILL');
    crowd.leave();
    await markFinished(where, crowd.agents);
  }
  server = await serve(env);
  await crowd.play(server.url, Infinity);
  await withStorage(where, ({ matches }) => expect.poll(() => matches.unsigned(1), { timeout: 30_000 }).toEqual([]));
  expect(await server.stop()).toBe(0);
  crowd.leave();

  await withStorage(where, async (storage) => {
    expect(await storage.matches.live()).toEqual([]);
    const finished = await storage.matches.list({ over: true, limit: 10 * MATCHES });
    expect(finished).toHaveLength(MATCHES);
    let sum = 0;
    for (const { id } of crowd.agents) {
      const figures = await storage.figures.of(id);
      const counted = ['won', 'drawn', 'lost'].map((count) => figures[`${count}:c4`] ?? 0);
      expect(counted.reduce((a, b) => a + b)).toBe(1);
      expect(await storage.figures.history({ agent: id, book: 'rating:c4' }, 10)).toHaveLength(1);
      sum += figures['rating:c4']!;
    }
    expect(sum).toBeCloseTo(1500 * 2 * MATCHES);
    const keys = { keys: await signingKeys(storage.documents, Date.now).published() };
    for (const { id } of finished) {
      const checks = await verify(await exportRecord(id, storage.matches), { rules: () => connectFour, keys });
      expect(checks.filter(({ verdict }) => verdict !== 'held')).toEqual([]);
    }
  });
}

describe(`killing the server in the middle of ${MATCHES} matches loses no acknowledged move, and rates and signs each match once`, () => {
  const data = mkdtempSync(join(tmpdir(), 'crossplay-crash-'));
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  test('on SQLite', () => killAndRecover({ data, databaseUrl: undefined }), 180_000);

  test('on PostgreSQL', async (context) => {
    context.skip(!postgres, 'PostgreSQL: no server found');
    await killAndRecover({ data, databaseUrl: postgres!.url });
  }, 180_000);
});
