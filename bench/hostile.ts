/**
 * `node bench/hostile.ts [seconds] [matches] [attack]`: honest matches at a steady pace, first alone, then while every
 * attack of test/attacks is made without a pause. Says what the honest ones felt of it. At size: 600 seconds, 200 matches.
 *
 * All of them share one machine. Attackers would be elsewhere, so theirs have the lowest priority; and a quarter as many
 * of the same matches are played on a bare relay beside the server: what those feel is the machine's doing. It hardly
 * works, so a full machine serves it first: how long the server was ready and had no core is said as well. Memory is what
 * the process holds when its garbage is thrown away, before the attack and after it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mintAgents } from './agents.ts';
import { DRAW } from './draw.ts';
import { Honest } from './honest.ts';
import { cpuOf, memoryOf, startProgram, waitedOf } from './process.ts';
import { startCrossplay } from './server.ts';

const seconds = Number(process.argv[2] ?? 20);
const matches = Number(process.argv[3] ?? 20);
const WARM_UP = 2000;
const COLLECTS_WITHIN = 2000;
const QUIET_FOR = 120_000;
/** Seats that were left, idle sessions and threads end in this time. */
const RETURNS_WITHIN = 240_000;
const STATE_BYTES = 400;
const MB = 1024 * 1024;
const wait = (ms: number): Promise<void> => new Promise((over) => setTimeout(over, ms));
const program = (file: string): string => join(import.meta.dirname, file);

interface Phase {
  row: string;
  p99: number;
  machine: number;
  memory: number;
}

/** What the honest ones feel for so long. CPU is the server's own, so it says the same on a busy machine. */
async function phase(name: string, ms: number): Promise<Phase> {
  for (const { felt } of [honest, beside]) felt.length = 0;
  const [cpuBefore, waitedBefore] = [cpuOf(server.pid), waitedOf(server.pid)];
  await wait(ms);
  const cpu = ((cpuOf(server.pid) - cpuBefore) * 100) / ms;
  const waited = ((waitedOf(server.pid) - waitedBefore) * 100) / ms;
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => honest.quantile(share)) as [number, number, number];
  const machine = beside.quantile(0.99);
  const times = [p50, p99, most, machine].map((time) => time.toFixed(1));
  const row = `| ${[name, honest.felt.length, ...times, `${cpu.toFixed(0)} %`, `${waited.toFixed(0)} %`].join(' | ')} |`;
  process.kill(server.pid, 'SIGUSR2');
  await wait(COLLECTS_WITHIN);
  return { row, p99, machine, memory: memoryOf(server.pid) };
}

const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
const agents = await mintAgents(folder, 2 * matches);
const server = await startCrossplay(folder, {
  CROSSPLAY_SSH_PORT: 'any',
  NODE_OPTIONS: `--import ${program('collect.ts')}`,
});
const floor = await startProgram([program('floor.ts'), String(STATE_BYTES), String(DRAW.length)], {}, /^floor/);
const sockets = server.url.replace('http', 'ws');
const honest = new Honest(agents.map(({ token }) => `${sockets}/play?game=c4&token=${token}`));
const beside = new Honest(
  Array.from({ length: 2 * Math.ceil(matches / 4) }, (_, i) => `ws://127.0.0.1:${floor.said.split(' ')[1]}/?name=${i}`),
);
await wait(WARM_UP);
const quiet = await phase('quiet', Math.min(QUIET_FOR, seconds * 500));
const { sshPort } = (await (await fetch(`${server.url}/api/v1/site`)).json()) as { sshPort: number };
const attackers = await startProgram(
  [program('attackers.ts'), server.url, String(sshPort), process.argv[4] ?? ''],
  {},
  /attacking/,
);
const made: string[] = [];
attackers.child.stdout!.on('data', (text) => made.push(String(text)));
const attacked = await phase('attacked', seconds * 1000);
await attackers.stop();
const after = await phase('after', Math.min(RETURNS_WITHIN, seconds * 500));
for (const crowd of [honest, beside]) crowd.stop();

console.log(`${matches} honest matches, ${seconds} s under attack, ${honest.matches} matches played to their end\n`);
console.log(
  '| | moves | p50 ms | p99 ms | most ms | p99 of a bare relay | CPU | had no core |\n|---|---|---|---|---|---|---|---|',
);
for (const { row } of [quiet, attacked, after]) console.log(row);
console.log(`\nattacks made: ${made.join('').trim()}`);
console.log(`memory: ${[quiet, attacked, after].map(({ memory }) => `${Math.round(memory / MB)} MB`).join(' → ')}`);
const own = attacked.p99 - attacked.machine;
console.log(
  `of the p99 under attack the machine took ${attacked.machine.toFixed(0)} ms, the server ${own.toFixed(0)} ms`,
);
const { faults } = honest;
const promises = {
  [`p99 within three times its quiet value (${(attacked.p99 / quiet.p99).toFixed(1)})`]: attacked.p99 <= 3 * quiet.p99,
  [`p99 below 250 ms (${attacked.p99.toFixed(0)})`]: attacked.p99 < 250,
  [`memory back to within 50 MB (${Math.round((after.memory - quiet.memory) / MB)})`]:
    after.memory - quiet.memory <= 50 * MB,
  [`no honest agent lost but by the game, or was sent away (${faults.length})`]: faults.length === 0,
};
for (const [promise, kept] of Object.entries(promises)) console.log(`${kept ? 'kept' : 'MISSED'}: ${promise}`);
if (faults.length) console.log([...new Set(faults)].slice(0, 5).join('\n'));
await Promise.all([server.stop(), floor.stop()]);
rmSync(folder, { recursive: true, force: true });
process.exit(Object.values(promises).every(Boolean) ? 0 : 1);
