/** `npm run bench [matches] [moves per second]`: concurrent connect-four over /play, next to the floor of the same run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchAgent, mintAgents } from './agents.ts';
import { DRAW } from './draw.ts';
import { type Measured, playLoad } from './play-load.ts';
import { startProgram } from './process.ts';
import { startCrossplay } from './server.ts';

const matches = Number(process.argv[2] ?? 1000);
const rate = Number(process.argv[3] ?? 2000);
const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
const here = (file: string) => join(import.meta.dirname, file);

/** Both are measured as they run, not as they warm up: so many matches are played before. */
const WARM_UP_AGENTS = 400;

async function loadWarm(url: string, tokens: BenchAgent[], pid: number): Promise<Measured> {
  await playLoad({ url, tokens: tokens.slice(0, WARM_UP_AGENTS), rate, pid });
  return playLoad({ url, tokens, rate, pid });
}

async function measureCrossplay(tokens: BenchAgent[]): Promise<Measured> {
  const server = await startCrossplay(folder);
  const measured = await loadWarm(`${server.url.replace('http', 'ws')}/play`, tokens, server.pid);
  await server.stop();
  return measured;
}

async function measureFloor(frame: number, tokens: BenchAgent[]): Promise<Measured> {
  const floor = await startProgram([here('floor.ts'), String(frame), String(DRAW.length)], {}, /floor (\d+)/);
  const port = floor.said.split(' ')[1];
  const measured = await loadWarm(`ws://127.0.0.1:${port}/`, tokens, floor.pid);
  await floor.stop();
  return measured;
}

const ROUNDS = Number(process.argv[4] ?? 2);

/** Rounds of both, taking turns, so that what else the machine does weighs on both alike. */
async function compare(tokens: BenchAgent[]): Promise<{ crossplay: Measured; floor: Measured }> {
  const crossplay: Measured[] = [];
  const floor: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    crossplay.push(await measureCrossplay(tokens));
    floor.push(await measureFloor(crossplay[0]!.frame, tokens));
  }
  return { crossplay: average(crossplay), floor: average(floor) };
}

function average(all: Measured[]): Measured {
  const mean = (of: (one: Measured) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length;
  return {
    rate: Math.round(mean(({ rate: r }) => r)),
    p50: mean(({ p50 }) => p50),
    p99: mean(({ p99 }) => p99),
    cpuPerThousand: mean(({ cpuPerThousand }) => cpuPerThousand),
    frame: all[0]!.frame,
  };
}

try {
  const tokens = await mintAgents(folder, 2 * matches);
  console.log(
    `${matches} concurrent matches of connect-four, ${matches * DRAW.length} moves at ${rate} a second, ${ROUNDS} rounds`,
  );
  const { crossplay, floor } = await compare(tokens);
  const row = (name: string, { rate: r, p50, p99, cpuPerThousand }: Measured) =>
    `| ${name.padEnd(9)} | ${String(r).padStart(7)} | ${p50.toFixed(1).padStart(6)} | ${p99.toFixed(1).padStart(6)} | ${cpuPerThousand.toFixed(1).padStart(18)} |`;
  console.log('| server    | moves/s | p50 ms | p99 ms | CPU ms/1,000 moves |');
  console.log('|-----------|---------|--------|--------|--------------------|');
  console.log(row('crossplay', crossplay));
  console.log(row('floor', floor));
  console.log(`CPU per move: ${(crossplay.cpuPerThousand / floor.cpuPerThousand).toFixed(2)} × the floor`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
