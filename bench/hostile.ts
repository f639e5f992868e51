/**
 * `node bench/hostile.ts [seconds] [matches] [attack]`: honest matches at a steady pace, first alone, then while every attack of
 * test/attacks is made without a pause. Says what the honest ones felt of it. At size: 600 seconds, 200 matches.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type BenchAgent, mintAgents } from './agents.ts';
import { DRAW } from './draw.ts';
import { memoryOf, startProgram } from './process.ts';
import { startCrossplay } from './server.ts';

const seconds = Number(process.argv[2] ?? 20);
const matches = Number(process.argv[3] ?? 20);
const THINKS = 200;
const MB = 1024 * 1024;
const wait = (ms: number): Promise<void> => new Promise((over) => setTimeout(over, ms));

const felt: number[] = [];
const faults: string[] = [];
let playing = true;
let played = 0;

/** Plays one match after the other. What it waits between its move and the state that shows it is measured. */
async function honest(url: string, { token }: BenchAgent): Promise<void> {
  while (playing) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/play?game=c4&token=${token}`, {
      perMessageDeflate: false,
    });
    socket.on('error', () => {});
    let ply = -1;
    let sentAt: number | undefined;
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { type: string; yourTurn?: boolean; reason?: string; error?: string };
      if (frame.type === 'state') {
        ply++;
        if (sentAt !== undefined) felt.push(performance.now() - sentAt);
        sentAt = undefined;
        if (!frame.yourTurn) return;
        setTimeout(() => {
          sentAt = performance.now();
          socket.send(JSON.stringify({ type: 'move', move: String(DRAW[ply]) }));
        }, THINKS);
      } else if (frame.type === 'result') {
        played++;
        if (frame.reason && playing) faults.push(frame.reason);
      } else if (frame.type === 'error' && playing) faults.push(frame.error!);
    });
    await once(socket, 'close');
  }
}

function quantile(share: number): number {
  const sorted = [...felt].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

const row = (name: string): string =>
  `| ${name} | ${felt.length} | ${quantile(0.5).toFixed(1)} | ${quantile(0.99).toFixed(1)} | ${Math.max(...felt).toFixed(1)} |`;

const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
const agents = await mintAgents(folder, 2 * matches);
const server = await startCrossplay(folder, { CROSSPLAY_LOG: 'silent' });
for (const agent of agents) void honest(server.url, agent);
await wait(2000);
felt.length = 0;
await wait(seconds * 500);
const quiet = { row: row('quiet'), p99: quantile(0.99), memory: memoryOf(server.pid) };
felt.length = 0;
const { sshPort } = (await (await fetch(`${server.url}/api/v1/site`)).json()) as { sshPort: number };
const attackers = await startProgram(
  [join(import.meta.dirname, 'attackers.ts'), server.url, String(sshPort), process.argv[4] ?? ''],
  {},
  /attacking/,
);
await wait(seconds * 1000);
const attacked = { row: row('attacked'), p99: quantile(0.99), memory: memoryOf(server.pid) };
await attackers.stop();
felt.length = 0;
await wait(Math.min(30_000, seconds * 500));
const after = { row: row('after'), memory: memoryOf(server.pid) };
playing = false;
console.log(`${matches} honest matches, ${seconds} s under attack, ${played / 2} matches played to their end\n`);
console.log('| | moves | p50 ms | p99 ms | most ms |\n|---|---|---|---|---|');
for (const line of [quiet.row, attacked.row, after.row]) console.log(line);
console.log(`\nmemory: ${[quiet, attacked, after].map(({ memory }) => `${Math.round(memory / MB)} MB`).join(' → ')}`);
console.log(
  `p99 ${(attacked.p99 / quiet.p99).toFixed(1)} times its quiet value; honest agents that lost for another reason than the game, or were sent away: ${faults.length}`,
);
if (faults.length) console.log([...new Set(faults)].slice(0, 5).join('\n'));
await server.stop('SIGKILL');
rmSync(folder, { recursive: true, force: true });
process.exit(faults.length > 0 || attacked.p99 > Math.max(250, 3 * quiet.p99) ? 1 : 0);
