import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/cli/config.ts';
import { startServer } from '../src/server.ts';

/** CPU of a round robin of house bots of c4, against the same matches from the queue, in one process. */
const BOTS = Number(process.argv[2] ?? 64);
const MATCHES = (BOTS * (BOTS - 1)) / 2;
/** As many at a time as a round has. */
const SIDE_BY_SIDE = BOTS / 2;
const GAME = 'c4';
const BOT = 'easy';

const data = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
const server = await startServer(
  readConfig(['--port', '0', '--ssh-port', '0', '--data', data, '--log-level', 'error'], {}),
);
const { arena, house, competitions } = server;

async function cpuOf(work: () => Promise<void>): Promise<{ cpu: number; wall: number }> {
  const [before, since] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, wall: performance.now() - since };
}

/** Two bots sit down in the queue, again and again. */
function fromQueue(): Promise<void> {
  let begun = 0;
  let over = 0;
  return new Promise((resolve) => {
    const next = (): void => {
      if (begun++ >= MATCHES) return;
      for (let seat = 0; seat < 2; seat++) void arena.lobby.queue(GAME, house.sitter(GAME, BOT)!);
    };
    const stop = arena.watch((event) => {
      if (event !== 'over') return;
      if (++over < MATCHES) return next();
      stop();
      resolve();
    });
    for (let i = 0; i < SIDE_BY_SIDE; i++) next();
  });
}

async function roundRobin(): Promise<void> {
  const opened = await competitions.open({ name: 'bench', game: GAME, format: { type: 'round-robin' } });
  if (!('id' in opened)) throw new Error(opened.reason);
  await competitions.enterBots(opened.id, { bot: BOT, count: BOTS });
  const over = new Promise<void>((resolve) => {
    competitions.watch(({ state }) => state.status === 'over' && resolve());
  });
  await competitions.begin(opened.id, 'bench');
  await over;
}

await fromQueue();
const ratios: number[] = [];
for (let round = 0; round < 3; round++) {
  const queue = await cpuOf(fromQueue);
  const competition = await cpuOf(roundRobin);
  ratios.push(competition.cpu / queue.cpu);
  console.log(
    `${MATCHES} matches: queue ${queue.cpu.toFixed(0)} ms CPU (${queue.wall.toFixed(0)} ms), ` +
      `round robin ${competition.cpu.toFixed(0)} ms CPU (${competition.wall.toFixed(0)} ms), ratio ${ratios.at(-1)!.toFixed(2)}`,
  );
}
console.log(`ratio ${ratios.sort((a, b) => a - b)[1]!.toFixed(2)} (at most 1.2)`);
await server.stop();
rmSync(data, { recursive: true, force: true });
