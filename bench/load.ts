/** The load generator, a process of its own: plays scripted connect-four matches and reports one line of JSON. */
import { readFileSync } from 'node:fs';
import { DRAW } from './draw.ts';
import { boardgame } from './lines/boardgame.ts';
import { colyseus } from './lines/colyseus.ts';
import type { Line, Player, Send } from './lines/line.ts';
import { play } from './lines/play.ts';
import { busyTime } from './machine.ts';
import type { Load, Measured } from './play-load.ts';
import { cpuOf } from './process.ts';

const LINES: { [name in Load['line']]: Line } = { play, colyseus, boardgame };
const AT_ONCE = 25;
const { url, line, tokens, rate, pid } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Load;

class Agent implements Player {
  readonly agent: Player['agent'];
  readonly ear: Player['ear'];
  send: Send = () => {};
  #seat = 0;
  #ply = 0;
  #opponent: Agent | undefined;
  #sentAt = 0;

  constructor(agent: Player['agent']) {
    this.agent = agent;
    this.ear = {
      begun: (seat, opponent) => {
        this.#seat = seat;
        this.#opponent = agents.get(opponent);
        if (++ready === tokens.length) allReady.resolve();
      },
      moved: (size) => {
        bytes += size;
        frames++;
        this.#ply++;
        if (!this.#isToMove) return;
        latencies.push(performance.now() - this.#opponent!.#sentAt);
        if (this.#ply < DRAW.length) turn(this);
      },
      over: () => {
        if (++results === tokens.length) allOver.resolve();
      },
    };
  }

  get #isToMove(): boolean {
    return this.#ply % 2 === this.#seat;
  }

  begin(): void {
    if (this.#seat === 0) turn(this);
  }

  play(): void {
    this.#sentAt = performance.now();
    this.send(DRAW[this.#ply]!, this.#ply);
  }
}

const agents = new Map(tokens.map((token) => [token.name, new Agent(token)]));
const latencies: number[] = [];
let [bytes, frames, ready, results] = [0, 0, 0, 0];
const allReady = Promise.withResolvers<void>();
const allOver = Promise.withResolvers<void>();
const due: Agent[] = [];
/** Without a rate everyone answers at once. */
const turn = (agent: Agent): void => {
  if (rate > 0) due.push(agent);
  else agent.play();
};

const players = [...agents.values()];
for (let i = 0; i < players.length; i += 2 * AT_ONCE) {
  const pairs = Array.from({ length: AT_ONCE }, (_, k) => players.slice(i + 2 * k, i + 2 * k + 2));
  await Promise.all(
    pairs.map(async ([first, second]) => {
      if (!first || !second) return;
      [first.send, second.send] = await LINES[line](url, [first, second]);
    }),
  );
}
await allReady.promise;

const started = performance.now();
const [cpuBefore, ownBefore, busyBefore] = [cpuOf(pid), cpuOf(process.pid), busyTime()];
for (const agent of players) agent.begin();
let sent = 0;
const pacer = setInterval(() => {
  const allowed = Math.floor(((performance.now() - started) / 1000) * rate);
  while (sent < allowed && due.length) {
    due.shift()!.play();
    sent++;
  }
}, 2);
await allOver.promise;
clearInterval(pacer);
const passed = performance.now() - started;
const cpu = cpuOf(pid) - cpuBefore;
const others = busyTime() - busyBefore - cpu - (cpuOf(process.pid) - ownBefore);
const moves = (tokens.length / 2) * DRAW.length;
latencies.sort((a, b) => a - b);
const at = (share: number) => latencies[Math.floor(latencies.length * share)]!;
const measured: Measured = {
  rate: (moves / passed) * 1000,
  p50: at(0.5),
  p99: at(0.99),
  cpuPerThousand: (cpu / moves) * 1000,
  frame: Math.round(bytes / frames),
  otherLoad: Math.max(0, others / passed),
};
console.log(JSON.stringify(measured));
process.exit(0);
