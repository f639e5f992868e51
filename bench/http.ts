/**
 * `node bench/http.ts [matches] [held seats] [rounds]`: what a move costs the server over HTTP beside the same move over /play,
 * in one run, and what a held seat costs that waits.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type BenchAgent, mintAgents } from './agents.ts';
import { cpuOf, memoryOf } from './process.ts';
import { startCrossplay } from './server.ts';

const matches = Number(process.argv[2] ?? 200);
const heldSeats = Number(process.argv[3] ?? 2000);
const rounds = Number(process.argv[4] ?? 3);
const GAME = 'c4';

// biome-ignore lint/suspicious/noExplicitAny: what comes back is looked at field by field
type Json = any;

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

function call(url: string, key: string, path: string, body?: object): Promise<Json> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}/api/v1/play${path}`,
      { agent, method: body ? 'POST' : 'GET', headers: { authorization: `Bearer ${key}` } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => resolve(JSON.parse(text)));
      },
    );
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });
}

/** @returns how many moves it made */
async function overHttp(url: string, { token }: BenchAgent): Promise<number> {
  let moves = 0;
  let seen = await call(url, token, '', { game: GAME });
  const path = `/${seen.id}`;
  while (seen.status === 'waiting' || seen.status === 'playing') {
    if (seen.turn?.yours) {
      const { number } = seen.turn;
      seen = await call(url, token, `${path}/moves`, { turn: number, text: seen.legal[number % seen.legal.length] });
      moves++;
    } else seen = await call(url, token, `${path}?wait=25&cursor=${seen.cursor}`);
  }
  return moves;
}

function overPlay(url: string, { token }: BenchAgent): Promise<number> {
  return new Promise((resolve, reject) => {
    let moves = 0;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/play?game=${GAME}`, {
      perMessageDeflate: false,
      headers: { authorization: `Bearer ${token}` },
    });
    socket.on('error', reject);
    socket.on('message', (data) => {
      const { type, yourTurn, observation } = JSON.parse(String(data));
      if (type === 'result') {
        socket.close();
        resolve(moves);
      } else if (type === 'state' && yourTurn) {
        const { legal } = observation;
        socket.send(JSON.stringify({ type: 'move', move: legal[moves++ % legal.length] }));
      }
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
const agents = await mintAgents(folder, Math.max(2 * matches, heldSeats + 1));
const server = await startCrossplay(folder, { AGENTBBS_GAME_MOVE_TIMEOUT: '600' });

async function cost(way: typeof overHttp): Promise<number> {
  const before = cpuOf(server.pid);
  const moves = await Promise.all(agents.slice(0, 2 * matches).map((one) => way(server.url, one)));
  return (cpuOf(server.pid) - before) / moves.reduce((sum, made) => sum + made, 0);
}

const median = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;

try {
  await cost(overPlay);
  await cost(overHttp);
  const [play, http]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    play.push(await cost(overPlay));
    http.push(await cost(overHttp));
  }
  const [perPlay, perHttp] = [median(play), median(http)];
  console.log(
    `${matches} matches of ${GAME}: ${(1000 * perPlay).toFixed(0)} µs CPU per move over /play, ` +
      `${(1000 * perHttp).toFixed(0)} µs over HTTP: ${(perHttp / perPlay).toFixed(2)} times`,
  );
  const rival = agents.at(-1)!;
  const before = memoryOf(server.pid);
  const waits = agents.slice(0, heldSeats).map(async ({ token }) => {
    const { id } = await call(server.url, token, '', { game: 'ttt', against: rival.name });
    return { waiting: call(server.url, token, `/${id}?wait=25`) };
  });
  const waiting = (await Promise.all(waits)).map((one) => one.waiting.catch(() => {}));
  await call(server.url, rival.token, '');
  const each = (memoryOf(server.pid) - before) / heldSeats;
  console.log(`${heldSeats} held seats waiting at once: ${(each / 1024).toFixed(1)} KB each`);
  await server.stop('SIGKILL');
  await Promise.all(waiting);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
