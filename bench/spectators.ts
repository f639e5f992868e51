/** `node bench/spectators.ts [spectators]`: one match of connect-four, watched by many pages. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type BenchAgent, mintAgents } from './agents.ts';
import { DRAW } from './draw.ts';
import { cpuOf } from './process.ts';
import { startCrossplay } from './server.ts';

const count = Number(process.argv[2] ?? 2000);
const AT_ONCE = 100;
const PAUSE = 150;
const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const delays: number[] = [];
let sentAt = 0;
let bytes = 0;

async function play({ token }: BenchAgent, url: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url}/play?game=c4`, { headers: { authorization: `Bearer ${token}` } });
  await once(socket, 'open');
  return socket;
}

async function spectate(url: string, match: string): Promise<void> {
  const socket = new WebSocket(`${url}/live`, { perMessageDeflate: false });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'watch', match }));
  let last = 0;
  await new Promise<void>((resolve) =>
    socket.on('message', (data) => {
      const text = String(data);
      if (!text.startsWith('{"type":"update"')) return;
      resolve();
      const step = Number(/"step":(\d+)/.exec(text)![1]);
      if (step === last) return;
      last = step;
      bytes = text.length;
      delays.push(performance.now() - sentAt);
    }),
  );
}

try {
  const agents = await mintAgents(folder, 2);
  const server = await startCrossplay(folder);
  const url = server.url.replace('http', 'ws');
  const players = [await play(agents[0]!, url), await play(agents[1]!, url)];
  await once(players[1]!, 'message');
  const { matches } = (await (await fetch(`${server.url}/api/v1/matches?status=live`)).json()) as {
    matches: { id: string }[];
  };
  for (let i = 0; i < count; i += AT_ONCE) {
    const some = Math.min(AT_ONCE, count - i);
    await Promise.all(Array.from({ length: some }, () => spectate(url, matches[0]!.id)));
  }
  await pause(1000);
  const before = cpuOf(server.pid);
  for (const [ply, column] of DRAW.entries()) {
    sentAt = performance.now();
    players[ply % 2]!.send(JSON.stringify({ type: 'move', move: String(column) }));
    await pause(PAUSE);
  }
  await pause(1000);
  const cpu = (cpuOf(server.pid) - before) / DRAW.length;
  delays.sort((a, b) => a - b);
  const at = (share: number) => delays[Math.floor(delays.length * share)]!.toFixed(1);
  console.log(
    `${count} spectators of one match, ${DRAW.length} moves, ${delays.length} of ${count * DRAW.length} updates delivered`,
  );
  console.log('| CPU ms per update | per spectator µs | p50 ms | p99 ms | bytes of an update |');
  console.log('|-------------------|------------------|--------|--------|--------------------|');
  console.log(`| ${cpu.toFixed(1)} | ${((cpu * 1000) / count).toFixed(1)} | ${at(0.5)} | ${at(0.99)} | ${bytes} |`);
  await server.stop('SIGKILL');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
