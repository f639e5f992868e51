/**
 * `node bench/loa.ts [matches] [moves per second]`: concurrent echo matches with three spectators each over /api/v1/ws. Reports
 * the time from the last move of a round to its turn_update, missing rounds, and what a tick of resource-rush costs the server.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type BenchAgent, mintAgents } from './agents.ts';
import { cpuOf } from './process.ts';
import { startCrossplay } from './server.ts';

const matches = Number(process.argv[2] ?? 1000);
const rate = Number(process.argv[3] ?? 1000);
const SPECTATORS = 3;
/** It is measured as it runs, not as it warms up: so many matches are played before. */
const WARM_UP_MATCHES = 200;
const ROUNDS = 5;
const RUSH_MATCHES = 10;
const RUSH_TICKS = 100;
const PACE = 10;

interface Player {
  socket: WebSocket;
  gameId: string;
  sentAt: number;
  /** Rounds that were decided so far. */
  rounds: number;
}

interface Game {
  players: Player[];
  /** How many have moved in the open round. */
  moved: number;
}

/** Counts what is still to come and tells when all of it came. */
function countdown(count: number): { done(): void; all: Promise<void> } {
  let left = count;
  const { promise, resolve } = Promise.withResolvers<void>();
  return { done: () => void (--left === 0 && resolve()), all: promise };
}

async function connect(url: string, receive: (text: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws?type=agent`, { perMessageDeflate: false });
  socket.on('message', (data) => receive(String(data)));
  await once(socket, 'open');
  return socket;
}

/** In groups, so that a thousand handshakes do not wait for each other. */
async function inGroups<T, R>(list: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < list.length; i += 100) results.push(...(await Promise.all(list.slice(i, i + 100).map(work))));
  return results;
}

async function enter(
  url: string,
  agents: BenchAgent[],
  gameType: string,
  told: (player: Player, text: string) => void,
) {
  const games = new Map<string, Game>();
  const matched = countdown(agents.length);
  await inGroups(agents, async ({ token }) => {
    const player = { gameId: '', sentAt: 0, rounds: 0 } as Player;
    player.socket = await connect(url, (text) => {
      if (text.startsWith('{"type":"matched"')) {
        player.gameId = JSON.parse(text).gameId;
        const game = games.get(player.gameId) ?? { players: [], moved: 0 };
        game.players.push(player);
        games.set(player.gameId, game);
        matched.done();
      } else told(player, text);
    });
    player.socket.send(`{"type":"authenticate","token":"${token}"}`);
    player.socket.send(`{"type":"join_queue","gameType":"${gameType}"}`);
  });
  await matched.all;
  return games;
}

const quantile = (sorted: number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

async function benchEcho(url: string, pid: number, agents: BenchAgent[]): Promise<string> {
  const latencies: number[] = [];
  const over = countdown(agents.length);
  const open: Game[] = [];
  let gaps = 0;
  const games = await enter(url, agents, 'echo', (player, text) => {
    if (text.startsWith('{"type":"turn_update"')) {
      const game = games.get(player.gameId)!;
      latencies.push(performance.now() - Math.max(...game.players.map(({ sentAt }) => sentAt)));
      if (JSON.parse(text).round !== ++player.rounds) gaps++;
      if (game.players.every(({ rounds }) => rounds === player.rounds) && player.rounds < ROUNDS) open.push(game);
    } else if (text.startsWith('{"type":"game_over"')) over.done();
  });
  const watched = countdown(games.size * SPECTATORS);
  const seen = countdown(games.size * SPECTATORS);
  const spectators = Array.from({ length: SPECTATORS }, () => [...games.keys()]).flat();
  await inGroups(spectators, async (gameId) => {
    let rounds = 0;
    const socket = await connect(url, (text) => {
      if (text.startsWith('{"type":"game_state"') && rounds === 0) watched.done();
      else if (text.startsWith('{"type":"turn_update"') && JSON.parse(text).round !== ++rounds) gaps++;
      else if (text.startsWith('{"type":"game_over"')) {
        if (rounds !== ROUNDS) gaps++;
        seen.done();
      }
    });
    socket.send(`{"type":"subscribe_game","gameId":"${gameId}"}`);
  });
  await watched.all;

  open.push(...games.values());
  const since = performance.now();
  const cpu = cpuOf(pid);
  let sent = 0;
  const pacer = setInterval(() => {
    const due = ((performance.now() - since) / 1000) * rate;
    while (sent < due) {
      const game = open[0];
      if (!game) return;
      const player = game.players[game.moved]!;
      player.sentAt = performance.now();
      player.socket.send(
        `{"type":"submit_move","gameId":"${player.gameId}","move":{"number":${1 + ((player.rounds + game.moved) % 10)}}}`,
      );
      sent++;
      if (++game.moved === game.players.length) {
        game.moved = 0;
        open.shift();
      }
    }
  }, PACE);
  await Promise.all([over.all, seen.all]);
  clearInterval(pacer);
  const seconds = (performance.now() - since) / 1000;
  latencies.sort((a, b) => a - b);
  return (
    `echo: ${games.size} matches, ${spectators.length} spectators, ${Math.round(sent / seconds)} moves/s, ` +
    `move → decided p50 ${quantile(latencies, 0.5).toFixed(1)} ms, p99 ${quantile(latencies, 0.99).toFixed(1)} ms, ` +
    `gaps ${gaps}, ${((cpuOf(pid) - cpu) / sent).toFixed(3)} ms CPU per move`
  );
}

async function benchRush(url: string, pid: number, agents: BenchAgent[]): Promise<void> {
  const done = countdown(agents.length);
  const move = (player: Player) =>
    player.socket.send(`{"type":"submit_move","gameId":"${player.gameId}","move":{"action":"wait"}}`);
  const games = await enter(url, agents, 'resource-rush', (player, text) => {
    if (!text.startsWith('{"type":"turn_update"')) return;
    if (++player.rounds < RUSH_TICKS) move(player);
    else done.done();
  });
  const since = performance.now();
  const cpu = cpuOf(pid);
  for (const { players } of games.values()) for (const player of players) move(player);
  await done.all;
  const ticks = games.size * RUSH_TICKS;
  const perTick = (performance.now() - since) / ticks;
  console.log(
    `resource-rush: ${games.size} matches, ${ticks} ticks, ${((cpuOf(pid) - cpu) / ticks).toFixed(2)} ms CPU and ` +
      `${perTick.toFixed(2)} ms per tick`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
const agents = await mintAgents(folder, 2 * (WARM_UP_MATCHES + matches + RUSH_MATCHES));
const server = await startCrossplay(folder);
try {
  await benchEcho(server.url, server.pid, agents.splice(0, 2 * WARM_UP_MATCHES));
  console.log(await benchEcho(server.url, server.pid, agents.splice(0, 2 * matches)));
  await benchRush(server.url, server.pid, agents);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
