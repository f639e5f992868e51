/**
 * `node bench/soak.ts [minutes]`: whether the server stays as it is. Two thousand moves a second for ten minutes, a hundred
 * matches of connect-four at a time; each minute says what they waited and cost, and what memory the server holds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mintAgents } from './agents.ts';
import { type Measured, playLoad } from './play-load.ts';
import { memoryOf } from './process.ts';
import { median } from './report.ts';
import { startCrossplay } from './server.ts';

const minutes = Number(process.argv[2] ?? 10);
const MINUTE = 60_000;
const MATCHES = 100;
const MOVES_PER_SECOND = 2000;

const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
try {
  const tokens = await mintAgents(folder, 2 * MATCHES);
  const server = await startCrossplay(folder);
  const load = {
    url: server.url.replace('http', 'ws'),
    line: 'play' as const,
    rate: MOVES_PER_SECOND,
    pid: server.pid,
  };
  const memory: number[] = [];
  console.log('| minute | p50 ms | p99 ms | CPU µs a move | memory MB |\n|---|---|---|---|---|');
  const began = performance.now();
  for (let minute = 1; minute <= minutes; minute++) {
    const waves: Measured[] = [];
    while (performance.now() < began + minute * MINUTE) waves.push(await playLoad({ ...load, tokens }));
    const { p50, p99, cpuPerThousand } = median(waves);
    memory.push(memoryOf(server.pid) / 2 ** 20);
    const figures = [p50.toFixed(1), p99.toFixed(0), cpuPerThousand.toFixed(0), memory.at(-1)!.toFixed(0)];
    console.log(`| ${[minute, ...figures].join(' | ')} |`);
  }
  // The first minutes fill what is kept at hand.
  const half = Math.floor(memory.length / 2);
  const grown = Math.max(...memory.slice(half)) - Math.max(...memory.slice(0, half || 1));
  console.log(`the second half held ${grown.toFixed(1)} MB more than the first at most`);
  await server.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
