/**
 * `node bench/cluster.ts [matches]`: what a hop costs. The same connect-four matches over one node with PostgreSQL, over two
 * nodes with seats where their match is, and over two with every seat on the other node; then one match with a crowd over three
 * nodes. CPU per thousand moves is summed over the nodes, that of NATS is told apart.
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
const CROWD = 1000;
const FEW = 3;

type Node = Program & { url: string };

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

  begin(): void {
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
    this.say({ type: 'submit_move', gameId: this.gameId, move: { column: Number(DRAW[this.#ply]) } });
  }
}

/** @param meet where the two of a match meet, @param sit where they play it */
async function measure(nodes: Node[], natsPid: number | undefined, place: (nth: number) => { meet: Node; sit: Node }) {
  const players: Player[] = [];
  for (let nth = 0; nth < matches; nth++) {
    const { meet, sit } = place(nth);
    const pair = [];
    for (let i = 0; i < 2; i++) pair.push(new Player(keys.pop()!));
    for (const player of pair) {
      await player.enter(meet.url);
      await player.join();
    }
    if (sit !== meet) {
      for (const player of pair) await player.moveTo(sit.url);
    }
    players.push(...pair);
  }
  console.error(`${matches} matches are on`);
  const cpu = () => nodes.map(({ pid }) => cpuOf(pid)).reduce((sum, one) => sum + one, 0);
  const [before, natsBefore] = [cpu(), natsPid ? cpuOf(natsPid) : 0];
  const began = performance.now();
  for (const player of players) player.begin();
  await Promise.all(players.map(({ over }) => over.promise));
  const moves = matches * DRAW.length;
  const perThousand = (ms: number) => (ms / moves) * 1000;
  const figures = {
    nodes: perThousand(cpu() - before),
    nats: natsPid ? perThousand(cpuOf(natsPid) - natsBefore) : 0,
    rate: (moves / (performance.now() - began)) * 1000,
  };
  for (const player of players) player.socket.terminate();
  return figures;
}

/** What a match costs its node with so many spectators, spread over all nodes. */
async function crowd(nodes: Node[], spectators: number): Promise<number> {
  const home = nodes[0]!;
  const pair: Player[] = [];
  for (let i = 0; i < 2; i++) pair.push(new Player(keys.pop()!));
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
  const before = cpuOf(home.pid);
  for (const player of pair) player.begin();
  await Promise.all(pair.map(({ over }) => over.promise));
  const cost = cpuOf(home.pid) - before;
  for (const socket of [...sockets, ...pair.map(({ socket }) => socket)]) socket.terminate();
  return cost;
}

const postgres = await startPostgres();
const nats = await startNats();
if (!postgres || !nats) throw new Error('this bench needs PostgreSQL and nats-server');
const database = await postgresDatabase(postgres.url);
const DATABASE_URL = database.place.databaseUrl!;
const keys = (await mintAgents('', 2 * (6 * matches + 2), DATABASE_URL)).map(({ token }) => token);
const started: Node[] = [];
const start = async (env: { [name: string]: string }) => {
  const node = await startCrossplay('', { DATABASE_URL, ...env });
  started.push(node);
  return node;
};
try {
  const alone = await start({});
  const nowhere = (node: Node) => () => ({ meet: node, sit: node });
  await measure([alone], undefined, nowhere(alone));
  const one = await measure([alone], undefined, nowhere(alone));
  await alone.stop();

  const nodes = [];
  for (const name of ['a', 'b', 'c']) nodes.push(await start({ NATS_URL: nats.url, CROSSPLAY_NODE: name }));
  const [a, b] = nodes as [Node, Node, Node];
  const pid = nats.child.pid!;
  const together = (nth: number) => (nth % 2 ? { meet: a, sit: a } : { meet: b, sit: b });
  const apart = (nth: number) => (nth % 2 ? { meet: a, sit: b } : { meet: b, sit: a });
  await measure([a, b], pid, together);
  const here = await measure([a, b], pid, together);
  await measure([a, b], pid, apart);
  const there = await measure([a, b], pid, apart);
  const [few, many] = [await crowd(nodes, FEW), await crowd(nodes, CROWD)];

  const row = (name: string, { nodes: cpu, nats: bus, rate }: typeof one) =>
    `| ${name} | ${cpu.toFixed(0)} | ${(cpu / one.nodes).toFixed(2)} | ${bus.toFixed(0)} | ${rate.toFixed(0)} |`;
  console.log(`${matches} matches of ${DRAW.length} moves`);
  console.log('| | CPU ms per 1,000 moves | to one node | NATS | moves/s |\n|---|---|---|---|---|');
  console.log(row('one node with PostgreSQL', one));
  console.log(row('two nodes, seats where their match is', here));
  console.log(row('two nodes, every seat on the other', there));
  console.log(`one match, watched at two other nodes: ${few} ms with ${FEW} spectators, ${many} ms with ${CROWD}`);
} finally {
  for (const node of started) await node.stop('SIGKILL');
  await nats.stop();
  await database.remove();
  await postgres.stop();
}
process.exit(0);
