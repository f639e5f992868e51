/**
 * `node bench/cluster.ts [matches]`: what a hop costs. Connect-four by agents of League of Agents on one node with PostgreSQL,
 * on two nodes with seats where their match is, and on two with every seat on the other node; then one match with a crowd over
 * three nodes.
 *
 * How it is measured: every node has so many matches under way, alone or among others, since commits are shared by what is
 * under way on a node. "Alone" are two servers that know nothing of each other, each over a database of its own, side by side:
 * as many processes on as many cores as with two nodes, so that what they take from each other's caches is in both; the
 * last row tells what one of them takes by itself. All run from beginning to end. After a round for each case that only
 * warms up, the cases take turns, so that what the machine does beside falls on all of them. CPU is that of the processes
 * per thousand moves, without what they take in that time with nothing to do, which is told apart as that of NATS is.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { postgresDatabase } from '../src/storage/suite/databases.ts';
import { startNats } from '../test/nats.ts';
import { startPostgres } from '../test/postgres.ts';
import { mintAgents } from './agents.ts';
import { DRAW } from './draw.ts';
import { cpuOf, type Program } from './process.ts';
import { startCrossplay } from './server.ts';

const matches = Number(process.argv[2] ?? 100);
const ROUNDS = 4;
const CROWD = 1000;
const FEW = 3;
const CROWD_ROUNDS = 8;
/** Until the crowd has read the last move: what keeps the other nodes busy is not the match's node's. */
const THINKS_FOR = 50;
const IDLE_FOR = 10_000;

type Node = Program & { url: string; keys: string[] };

/** An agent that plays its half of the script; it may return by another node. */
class Player {
  readonly key: string;
  socket!: WebSocket;
  over = Promise.withResolvers<void>();
  gameId = '';
  #ply = 0;
  #heard: (() => void) | undefined;
  #shown: (() => void) | undefined;
  #isOn = false;
  #thinksFor = 0;
  #asked = false;

  constructor(key: string) {
    this.key = key;
  }

  async enter(url: string): Promise<void> {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws?type=agent`, { perMessageDeflate: false });
    const authenticated = Promise.withResolvers<void>();
    this.socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === 'authenticated') authenticated.resolve();
      if (frame.type === 'matched') this.gameId = frame.gameId;
      if (frame.type === 'game_state')
        this.#ply = frame.extra.board.flat().filter((mark: string) => mark !== '.').length;
      if (frame.type === 'game_state') this.#shown?.();
      if (frame.type === 'game_over') this.over.resolve();
      if (frame.type === 'your_turn') {
        this.#asked = true;
        this.#play();
      }
      if (frame.type === 'matched' || frame.type === 'queue_status') this.#heard?.();
    });
    await once(this.socket, 'open');
    this.say({ type: 'authenticate', token: this.key });
    await authenticated.promise;
  }

  async join(): Promise<void> {
    const heard = new Promise<void>((resolve) => (this.#heard = resolve));
    this.say({ type: 'join_queue', gameType: 'c4' });
    await heard;
  }

  /** @param thinksFor milliseconds before each move */
  begin(thinksFor = 0): void {
    this.#thinksFor = thinksFor;
    this.#isOn = true;
    this.#play();
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Without being away for a moment. */
  async moveTo(url: string): Promise<void> {
    const before = this.socket;
    const shown = new Promise<void>((resolve) => (this.#shown = resolve));
    await this.enter(url);
    await shown;
    before.removeAllListeners('message').close();
    await once(before, 'close');
  }

  #play(): void {
    if (!this.#isOn || !this.#asked) return;
    this.#asked = false;
    const move = { type: 'submit_move', gameId: this.gameId, move: { column: Number(DRAW[this.#ply]) } };
    if (this.#thinksFor > 0) setTimeout(() => this.say(move), this.#thinksFor);
    else this.say(move);
  }
}

const newPair = ({ keys }: Node): Player[] => [new Player(keys.pop()!), new Player(keys.pop()!)];

interface Figures {
  moves: number;
  /** Milliseconds. */
  nodes: number;
  nats: number;
  took: number;
}

/** @param place where the two of a match meet, and where they play it */
async function measure(
  nodes: Node[],
  natsPid: number | undefined,
  place: (nth: number) => { meet: Node; sit: Node },
): Promise<Figures> {
  const players: Player[] = [];
  const count = matches * nodes.length;
  for (let nth = 0; nth < count; nth++) {
    const { meet, sit } = place(nth);
    const pair = newPair(meet);
    for (const player of pair) {
      await player.enter(meet.url);
      await player.join();
    }
    if (sit !== meet) {
      for (const player of pair) await player.moveTo(sit.url);
    }
    players.push(...pair);
  }
  const cpu = () => nodes.map(({ pid }) => cpuOf(pid)).reduce((sum, one) => sum + one, 0);
  const [before, natsBefore, began] = [cpu(), natsPid ? cpuOf(natsPid) : 0, performance.now()];
  for (const player of players) player.begin();
  await Promise.all(players.map(({ over }) => over.promise));
  const figures = {
    moves: count * DRAW.length,
    nodes: cpu() - before,
    nats: natsPid ? cpuOf(natsPid) - natsBefore : 0,
    took: performance.now() - began,
  };
  for (const player of players) player.socket.terminate();
  return figures;
}

const sum = (all: Figures[]): Figures => ({
  moves: all.reduce((total, { moves }) => total + moves, 0),
  nodes: all.reduce((total, { nodes }) => total + nodes, 0),
  nats: all.reduce((total, { nats }) => total + nats, 0),
  took: all.reduce((total, { took }) => total + took, 0),
});

/** Milliseconds of CPU in a second with nothing to do. */
async function idleOf(nodes: Node[]): Promise<number> {
  const cpu = () => nodes.map(({ pid }) => cpuOf(pid)).reduce((total, one) => total + one, 0);
  const before = cpu();
  await new Promise((done) => setTimeout(done, IDLE_FOR));
  return ((cpu() - before) / IDLE_FOR) * 1000;
}

/** What a match costs its node with so many spectators at the two others. */
async function crowd(nodes: Node[], spectators: number): Promise<Figures> {
  const home = nodes[0]!;
  const pair = newPair(home);
  for (const player of pair) {
    await player.enter(home.url);
    await player.join();
  }
  const sockets: WebSocket[] = [];
  for (let nth = 0; nth < spectators; nth++) {
    // Nobody watches at the match's own node: what is measured is what the others cost it.
    const at = nodes[1 + (nth % (nodes.length - 1))]!;
    const socket = new WebSocket(`${at.url.replace('http', 'ws')}/api/v1/ws?type=spectator`);
    await once(socket, 'open');
    const told = once(socket, 'message');
    socket.send(JSON.stringify({ type: 'subscribe_game', gameId: pair[0]!.gameId }));
    await told;
    sockets.push(socket);
  }
  const [before, began] = [cpuOf(home.pid), performance.now()];
  for (const player of pair) player.begin(THINKS_FOR);
  await Promise.all(pair.map(({ over }) => over.promise));
  const figures = { moves: DRAW.length, nodes: cpuOf(home.pid) - before, nats: 0, took: performance.now() - began };
  for (const socket of [...sockets, ...pair.map(({ socket }) => socket)]) socket.terminate();
  return figures;
}

const postgres = await startPostgres();
const nats = await startNats();
if (!postgres || !nats) throw new Error('this bench needs PostgreSQL and nats-server');
const rounds = 1 + ROUNDS;
const databases: Awaited<ReturnType<typeof postgresDatabase>>[] = [];
/** @param count how many matches are begun over it */
const databaseFor = async (count: number) => {
  const database = await postgresDatabase(postgres.url);
  databases.push(database);
  const url = database.place.databaseUrl!;
  return { url, keys: (await mintAgents('', 2 * count, url)).map(({ token }) => token) };
};
const started: Node[] = [];
const start = async ({ url, keys }: { url: string; keys: string[] }, env: { [name: string]: string } = {}) => {
  const node = { ...(await startCrossplay('', { DATABASE_URL: url, ...env })), keys };
  started.push(node);
  return node;
};
try {
  const alone: Node[] = [];
  for (let nth = 0; nth < 2; nth++) alone.push(await start(await databaseFor(2 * matches * rounds)));
  const shared = await databaseFor(2 * 2 * matches * rounds + 2 * (1 + CROWD_ROUNDS));
  const nodes: Node[] = [];
  for (const name of ['a', 'b', 'c']) nodes.push(await start(shared, { NATS_URL: nats.url, CROSSPLAY_NODE: name }));
  const [a, b] = nodes as [Node, Node, Node];
  const pid = nats.child.pid!;
  const cases = [
    () => measure(alone, undefined, (nth) => ({ meet: alone[nth % 2]!, sit: alone[nth % 2]! })),
    () => measure([a, b], pid, (nth) => (nth % 2 ? { meet: a, sit: a } : { meet: b, sit: b })),
    () => measure([a, b], pid, (nth) => (nth % 2 ? { meet: a, sit: b } : { meet: b, sit: a })),
    () => measure([alone[0]!], undefined, () => ({ meet: alone[0]!, sit: alone[0]! })),
  ];
  const measured: [Figures[], Figures[], Figures[], Figures[]] = [[], [], [], []];
  for (let round = 0; round < rounds; round++) {
    for (const [nth, measureCase] of cases.entries()) {
      const figures = await measureCase();
      if (round > 0) measured[nth]!.push(figures);
    }
    console.error(round > 0 ? `round ${round} of ${ROUNDS}` : 'warmed up');
  }
  const crowds: [Figures[], Figures[]] = [[], []];
  for (let round = 0; round <= CROWD_ROUNDS; round++) {
    for (const [nth, spectators] of [FEW, CROWD].entries()) {
      const figures = await crowd(nodes, spectators);
      if (round > 0) crowds[nth]!.push(figures);
    }
  }
  const idle = [await idleOf(alone), await idleOf([a, b])] as const;
  const idleHome = idle[1] / 2;

  const [one, here, there, lone] = measured.map(sum) as [Figures, Figures, Figures, Figures];
  const cost = ({ nodes: cpu, moves, took }: Figures, idling: number) =>
    ((cpu - (idling * took) / 1000) / moves) * 1000;
  const row = (name: string, figures: Figures, idling: number) =>
    `| ${name} | ${cost(figures, idling).toFixed(0)} | ${(cost(figures, idling) / cost(one, idle[0])).toFixed(2)} | ` +
    `${((figures.nats / figures.moves) * 1000).toFixed(0)} | ${((figures.moves / figures.took) * 1000).toFixed(0)} |`;
  console.log(`${matches} matches of ${DRAW.length} moves on each node`);
  console.log('| | CPU ms per 1,000 moves | to one node | NATS | moves/s |\n|---|---|---|---|---|');
  console.log(row('a server alone with PostgreSQL, beside another', one, idle[0]));
  console.log(row('two nodes, seats where their match is', here, idle[1]));
  console.log(row('two nodes, every seat on the other', there, idle[1]));
  console.log(row('a server alone while the other has nothing to do', lone, idle[0] / 2));
  console.log(
    `with nothing to do, ms a second: ${(idle[0] / 2).toFixed(1)} alone, ${idleHome.toFixed(1)} a node among others`,
  );
  const perMatch = (all: Figures[]) => ((cost(sum(all), idleHome) * DRAW.length) / 1000).toFixed(0);
  console.log(
    `one match, watched at two other nodes: ${perMatch(crowds[0])} ms with ${FEW} spectators, ` +
      `${perMatch(crowds[1])} ms with ${CROWD}`,
  );
} finally {
  for (const node of started) await node.stop('SIGKILL');
  await nats.stop();
  for (const database of databases) await database.remove();
  await postgres.stop();
}
process.exit(0);
