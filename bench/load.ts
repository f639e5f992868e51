/** The load generator, a process of its own: plays scripted connect-four matches and reports one line of JSON. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { WebSocket } from 'ws';
import { DRAW } from './draw.ts';
import { cpuOf } from './process.ts';

const { url, tokens, rate, pid } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as {
  url: string;
  /** Name and token of each agent; each plays one match. */
  tokens: { name: string; token: string }[];
  /** Moves per second over all matches. */
  rate: number;
  pid: number;
};

interface Agent {
  socket: WebSocket;
  seat: number;
  ply: number;
  opponent: Agent | undefined;
  sentAt: number;
}

const matches = tokens.length / 2;
const agents = new Map<string, Agent>();
const latencies: number[] = [];
let bytes = 0;
let states = 0;
let results = 0;
let ready = 0;
const due: Agent[] = [];
let allReady: () => void;
const everyoneReady = new Promise<void>((resolve) => (allReady = resolve));
let allOver: () => void;
const everyoneOver = new Promise<void>((resolve) => (allOver = resolve));

function play(agent: Agent): void {
  agent.sentAt = performance.now();
  agent.socket.send(`{"type":"move","move":"${DRAW[agent.ply]}"}`);
}

function receive(agent: Agent, text: string): void {
  if (text.startsWith('{"type":"state"')) {
    const mine = text.endsWith('"yourTurn":true}');
    if (states++ > 0) bytes += text.length;
    if (agent.ply < 0) {
      agent.ply = 0;
      if (++ready === tokens.length) allReady();
    } else {
      agent.ply++;
      if (mine && agent.opponent) latencies.push(performance.now() - agent.opponent.sentAt);
    }
    if (mine) due.push(agent);
  } else if (text.startsWith('{"type":"hello"')) {
    const { player, opponent } = JSON.parse(text);
    agent.seat = player;
    agent.opponent = agents.get(opponent);
  } else if (text.startsWith('{"type":"result"')) {
    if (++results === tokens.length) allOver();
  } else if (text.startsWith('{"type":"error"')) {
    throw new Error(text);
  }
}

for (const { name, token } of tokens) {
  const socket = new WebSocket(`${url}?game=c4&name=${name}&token=${token}`, { perMessageDeflate: false });
  const agent: Agent = { socket, seat: 0, ply: -1, opponent: undefined, sentAt: 0 };
  agents.set(name, agent);
  socket.on('message', (data) => receive(agent, String(data)));
  if (agents.size % 50 === 0) await once(socket, 'open');
}
await everyoneReady;

const started = performance.now();
const cpuBefore = cpuOf(pid);
let sent = 0;
const pacer = setInterval(() => {
  const allowed = Math.floor(((performance.now() - started) / 1000) * rate);
  while (sent < allowed && due.length) {
    play(due.shift()!);
    sent++;
  }
}, 2);
await everyoneOver;
clearInterval(pacer);
const seconds = (performance.now() - started) / 1000;
const moves = matches * DRAW.length;
latencies.sort((a, b) => a - b);
const at = (share: number) => latencies[Math.floor(latencies.length * share)]!;
console.log(
  JSON.stringify({
    matches,
    moves,
    rate: Math.round(moves / seconds),
    p50: at(0.5),
    p99: at(0.99),
    cpuPerThousand: ((cpuOf(pid) - cpuBefore) / moves) * 1000,
    frame: Math.round(bytes / Math.max(1, states - 1)),
  }),
);
process.exit(0);
