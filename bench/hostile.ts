/**
 * `node bench/hostile.ts [seconds] [matches] [attack]`: honest matches at a steady pace, first alone, then while every attack of
 * test/attacks is made without a pause. Says what the honest ones felt of it. At size: 600 seconds, 200 matches.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type BenchAgent, mintAgents } from './agents.ts';
import { DRAW } from './draw.ts';
import { cpuOf, memoryOf, startProgram } from './process.ts';
import { startCrossplay } from './server.ts';

const seconds = Number(process.argv[2] ?? 20);
const matches = Number(process.argv[3] ?? 20);
const THINKS = 200;
const WARM_UP = 2000;
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
    await new Promise((closed) => socket.once('close', closed));
  }
}

function quantile(share: number): number {
  const sorted = [...felt].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

interface Phase {
  row: string;
  p99: number;
  memory: number;
}

/** What the honest ones feel for so long. CPU is the server's own, so it says the same on a busy machine. */
async function phase(name: string, ms: number): Promise<Phase> {
  felt.length = 0;
  const before = cpuOf(server.pid);
  await wait(ms);
  const cpu = ((cpuOf(server.pid) - before) * 100) / ms;
  const [p50, p99, most] = [0.5, 0.99, 1].map(quantile) as [number, number, number];
  const figures = [felt.length, p50.toFixed(1), p99.toFixed(1), most.toFixed(1), `${cpu.toFixed(0)} %`];
  return { row: `| ${[name, ...figures].join(' | ')} |`, p99, memory: memoryOf(server.pid) };
}

const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
const agents = await mintAgents(folder, 2 * matches);
const server = await startCrossplay(folder, { CROSSPLAY_SSH_PORT: 'any' });
for (const agent of agents) void honest(server.url, agent);
await wait(WARM_UP);
const quiet = await phase('quiet', seconds * 500);
const { sshPort } = (await (await fetch(`${server.url}/api/v1/site`)).json()) as { sshPort: number };
const attackers = await startProgram(
  [join(import.meta.dirname, 'attackers.ts'), server.url, String(sshPort), process.argv[4] ?? ''],
  {},
  /attacking/,
);
const made: string[] = [];
attackers.child.stdout!.on('data', (text) => made.push(String(text)));
const attacked = await phase('attacked', seconds * 1000);
await attackers.stop();
const after = await phase('after', Math.min(30_000, seconds * 500));
playing = false;

console.log(`${matches} honest matches, ${seconds} s under attack, ${played / 2} matches played to their end\n`);
console.log('| | moves | p50 ms | p99 ms | most ms | CPU |\n|---|---|---|---|---|---|');
for (const { row } of [quiet, attacked, after]) console.log(row);
console.log(`\nattacks made: ${made.join('').trim()}`);
console.log(`memory: ${[quiet, attacked, after].map(({ memory }) => `${Math.round(memory / MB)} MB`).join(' → ')}`);
const promises = {
  [`p99 within three times its quiet value (${(attacked.p99 / quiet.p99).toFixed(1)})`]: attacked.p99 <= 3 * quiet.p99,
  [`p99 below 250 ms (${attacked.p99.toFixed(0)})`]: attacked.p99 < 250,
  [`memory back to within 50 MB (${Math.round((after.memory - quiet.memory) / MB)})`]:
    after.memory - quiet.memory <= 50 * MB,
  [`no honest agent lost but by the game, or was sent away (${faults.length})`]: faults.length === 0,
};
for (const [promise, kept] of Object.entries(promises)) console.log(`${kept ? 'kept' : 'MISSED'}: ${promise}`);
if (faults.length) console.log([...new Set(faults)].slice(0, 5).join('\n'));
await server.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(Object.values(promises).every(Boolean) ? 0 : 1);
