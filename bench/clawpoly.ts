/**
 * `node bench/clawpoly.ts [games] [turns]`: concurrent games of four at speed instant over /ws/agent, every agent answering at
 * once. Reports the time from an answer to the next prompt of the same game, once all games are under way, and what an action
 * costs the server.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { cpuOf } from './process.ts';
import { startCrossplay } from './server.ts';

const games = Number(process.argv[2] ?? 200);
const turns = Number(process.argv[3] ?? 60);
const SEATS = 4;
/** Actions of a game that count only as work: all games start at the same moment. */
const WARM_UP = 30;

interface Game {
  roomId: string;
  tokens: string[];
  answeredAt: number;
  actions: number;
}

const latencies: number[] = [];
let errors = 0;
let over = 0;
const finished = Promise.withResolvers<void>();

async function post(url: string, path: string, body: object) {
  const reply = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  return (await reply.json()) as { roomId: string; agentToken: string };
}

/** Reads no more of a frame than it needs, so that the load costs less than the server. */
function answerTo(text: string): string | undefined {
  const type = text.slice('{"type":"'.length, text.indexOf('"', '{"type":"'.length));
  switch (type) {
    case 'agent:your_turn':
      return '{"type":"action:roll_dice"}';
    case 'agent:buy_decision':
      return text.includes('"buy"') ? '{"type":"action:buy"}' : '{"type":"action:pass"}';
    case 'agent:build_decision':
      return '{"type":"action:end_turn"}';
    case 'agent:lobster_pot_decision':
      return '{"type":"action:escape_roll"}';
    case 'agent:must_raise_funds': {
      const { mortgageable, sellableBuildings } = JSON.parse(text).data;
      const [square] = sellableBuildings.length ? sellableBuildings : mortgageable;
      const action = sellableBuildings.length ? 'sell_building' : 'mortgage';
      return `{"type":"action:${action}","data":{"squareIndex":${square.index}}}`;
    }
    case 'error':
      errors++;
      return undefined;
    case 'agent:game_over':
      if (++over === games * SEATS) finished.resolve();
      return undefined;
  }
}

async function connect(url: string, game: Game, token: string): Promise<void> {
  const address = `${url.replace('http', 'ws')}/ws/agent?roomId=${game.roomId}&agentToken=${token}`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  socket.on('message', (data) => {
    const answer = answerTo(String(data));
    if (!answer) return;
    const now = performance.now();
    if (++game.actions > WARM_UP) latencies.push(now - game.answeredAt);
    game.answeredAt = now;
    socket.send(answer);
  });
  await once(socket, 'open');
}

const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
const server = await startCrossplay(folder);
try {
  const { url, pid } = server;
  const all: Game[] = [];
  for (let i = 0; i < games; i++) {
    // One seat more than agents, so that the owner and not the last to join starts the game.
    const { roomId } = await post(url, '/rooms', { maxPlayers: SEATS + 1, turnLimit: turns, gameSpeed: 'instant' });
    const tokens: string[] = [];
    for (let seat = 0; seat < SEATS; seat++) {
      tokens.push((await post(url, `/rooms/${roomId}/join`, { name: `Agent ${seat}` })).agentToken);
    }
    const game: Game = { roomId, tokens, answeredAt: 0, actions: 0 };
    all.push(game);
    await Promise.all(tokens.map((token) => connect(url, game, token)));
  }
  const cpu = cpuOf(pid);
  const since = performance.now();
  await Promise.all(all.map(({ roomId, tokens }) => post(url, `/rooms/${roomId}/start`, { agentToken: tokens[0] })));
  await finished.promise;
  const seconds = (performance.now() - since) / 1000;
  const actions = all.reduce((sum, game) => sum + game.actions, 0);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)]!.toFixed(1);
  console.log(
    `clawpoly: ${games} games of ${turns} turns, ${Math.round(actions / seconds)} actions/s, ` +
      `answer → next prompt p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(0.9999)} ms, ` +
      `${((cpuOf(pid) - cpu) / actions).toFixed(3)} ms CPU per action, ${errors} errors`,
  );
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
