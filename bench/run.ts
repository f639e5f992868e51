/** `npm run bench [matches] [moves per second]`: concurrent connect-four over /play, next to the floor of the same run. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccounts } from '../src/accounts/accounts.ts';
import { realClock } from '../src/core/clock.ts';
import { openStorage } from '../src/storage/open.ts';
import { DRAW } from './draw.ts';
import { startProgram } from './process.ts';

const matches = Number(process.argv[2] ?? 1000);
const rate = Number(process.argv[3] ?? 2000);
const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
const here = (file: string) => join(import.meta.dirname, file);

interface Measured {
  rate: number;
  p50: number;
  p99: number;
  cpuPerThousand: number;
  frame: number;
}

async function mintTokens(): Promise<{ name: string; token: string }[]> {
  const storage = await openStorage({ data: folder });
  const accounts = createAccounts({ storage, clock: realClock() });
  const minted = await Promise.all(
    Array.from({ length: 2 * matches }, async (_, i) => {
      const made = await accounts.register(`bench-${i}`);
      if ('error' in made) throw new Error(made.error);
      return { name: made.agent.name, token: made.apiKey };
    }),
  );
  await storage.close();
  return minted;
}

async function load(url: string, tokens: unknown, pid: number): Promise<Measured> {
  const plan = join(folder, 'plan.json');
  writeFileSync(plan, JSON.stringify({ url, tokens, rate, pid }));
  const child = spawn(process.execPath, [here('load.ts'), plan], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  return JSON.parse(output.trim().split('\n').at(-1)!);
}

async function measureCrossplay(tokens: { name: string; token: string }[]): Promise<Measured> {
  const env = {
    PORT: '0',
    CROSSPLAY_SSH_PORT: '0',
    CROSSPLAY_DATA: folder,
    CROSSPLAY_HOUSE_BOTS: 'off',
    CROSSPLAY_LOG: 'error',
    AGENTBBS_GAME_MOVE_TIMEOUT: '600',
  };
  const server = await startProgram([here('../bin/crossplay.js'), 'serve'], env, /serving (\S+)/);
  const address = /serving http(\S+?)(?: |$)/.exec(server.said)![1]!;
  const measured = await load(`ws${address}/play`, tokens, server.pid);
  await server.stop();
  return measured;
}

async function measureFloor(frame: number, tokens: { name: string; token: string }[]): Promise<Measured> {
  const floor = await startProgram([here('floor.ts'), String(frame), String(DRAW.length)], {}, /floor (\d+)/);
  const port = floor.said.split(' ')[1];
  const measured = await load(`ws://127.0.0.1:${port}/`, tokens, floor.pid);
  await floor.stop();
  return measured;
}

try {
  const tokens = await mintTokens();
  console.log(`${matches} concurrent matches of connect-four, ${matches * DRAW.length} moves at ${rate} a second`);
  const crossplay = await measureCrossplay(tokens);
  const floor = await measureFloor(crossplay.frame, tokens);
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
