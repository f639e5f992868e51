/** `node bench/restart.ts [matches]`: how long a killed server needs until all its live matches are back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type BenchAgent, mintAgents } from './agents.ts';
import { DRAW } from './draw.ts';
import { startCrossplay } from './server.ts';

const matches = Number(process.argv[2] ?? 500);
const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));

/** Connects everyone and plays each match up to a ply. */
async function playUpTo(url: string, agents: BenchAgent[], plies: number): Promise<void> {
  await new Promise<void>((resolve) => {
    let there = 0;
    for (const { token } of agents) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/play?game=c4&token=${token}`, {
        perMessageDeflate: false,
      });
      socket.on('error', () => {});
      socket.on('message', (data) => {
        const frame = JSON.parse(String(data));
        if (frame.type !== 'state') return;
        const ply = frame.observation.board.flat().filter((cell: string) => cell !== '.').length;
        if (ply >= plies && ++there === agents.length) resolve();
        if (ply < plies && frame.yourTurn) socket.send(JSON.stringify({ type: 'move', move: String(DRAW[ply]) }));
      });
    }
  });
}

try {
  const agents = await mintAgents(folder, 2 * matches);
  const first = await startCrossplay(folder);
  await playUpTo(first.url, agents, 20);
  await first.stop('SIGKILL');
  const began = performance.now();
  const second = await startCrossplay(folder);
  const started = performance.now() - began;
  await playUpTo(second.url, agents, 20);
  const back = performance.now() - began;
  console.log(
    `${matches} live matches: serving after ${(started / 1000).toFixed(2)} s, all agents back in their matches after ${(back / 1000).toFixed(2)} s`,
  );
  await second.stop('SIGKILL');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
