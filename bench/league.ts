/** A league of 64 players, 2,016 matches, over HTTP with every player in this process: `node bench/league.ts [players]`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/cli/config.ts';
import { type RunningPlayer, startPlayer } from '../src/cli/league/player.ts';
import { strategies } from '../src/cli/league/strategies.ts';
import { startServer } from '../src/server.ts';

const players = Number(process.argv[2] ?? 64);
const data = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
const settings = ['--port', '0', '--ssh-port', '0', '--data', data, '--log-level', 'error'];
const server = await startServer(readConfig([...settings, '--leagues', `bench=${players}`], {}));
const names = Object.keys(strategies);
const running: RunningPlayer[] = [];
let calls = 0;
for (let i = 0; i < players; i++) {
  const strategy = strategies[names[i % names.length]!]!();
  running.push(await startPlayer({ server: server.url, name: `Player ${i + 1}`, strategy, hear: () => void calls++ }));
}
const since = performance.now();
await Promise.all(running.map(({ over }) => over));
const seconds = (performance.now() - since) / 1000;
const league = (await (await fetch(`${server.url}/api/v1/leagues/bench`)).json()) as { matches_completed: number };
console.log(
  JSON.stringify({
    players,
    matches: league.matches_completed,
    seconds: Number(seconds.toFixed(1)),
    matchesPerSecond: Math.round(league.matches_completed / seconds),
    calls,
  }),
);
for (const player of running) await player.close();
await server.stop();
rmSync(data, { recursive: true, force: true });
