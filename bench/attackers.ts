/** The attackers of `bench/hostile.ts`, a process of their own: each does one thing as fast as it can, again and again. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';
import ssh2 from 'ssh2';
import { WebSocket } from 'ws';
import { MORE, PING, RawSocket, rawFrame, TEXT } from '../test/attacks/raw-socket.ts';

/** Only those whose names have this in them. */
const [url, sshPort, only = ''] = process.argv.slice(2) as [string, string, string?];
const port = Number(new URL(url).port);
const ws = url.replace('http', 'ws');
const MB = 1024 * 1024;
const SLOW_BODIES = 50;
const PIPELINED = 5000;
/** They share an address, which is not that of the honest ones: as a proxy says, and over SSH another of this machine's. */
const FROM = { 'x-forwarded-for': '198.51.100.66' };
const FROM_LINE = `X-Forwarded-For: ${FROM['x-forwarded-for']}\r\n`;
const SSH_FROM = '127.0.0.2';

type Json = { [field: string]: unknown };
const turn = (): Promise<void> => new Promise((next) => setImmediate(next));
const post = (path: string, body: object): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...FROM },
  });
const get = (path: string): Promise<Response> => fetch(`${url}${path}`, { headers: FROM });
const finished = async (): Promise<string[]> => {
  const reply = await get('/api/v1/matches?status=over&limit=200');
  const { matches = [] } = (await reply.json()) as { matches?: { id: string }[] };
  return matches.map(({ id }) => id);
};

/** Says the same things until the server has enough of it. */
async function flood(path: string, next: (i: number) => string, most = 60_000): Promise<void> {
  const socket = new WebSocket(`${ws}${path}`, { perMessageDeflate: false, headers: FROM });
  socket.on('error', () => {});
  await Promise.race([once(socket, 'open'), once(socket, 'close')]);
  for (let i = 0; i < most && socket.readyState === WebSocket.OPEN; i++) {
    socket.send(next(i));
    if (i % 500 === 0) await turn();
  }
  socket.terminate();
}

const ATTACKS: { [name: string]: () => Promise<void> } = {
  async 'replays of finished matches'() {
    const ids = await finished();
    await flood('/api/v1/ws', (i) => JSON.stringify({ type: 'subscribe_game', gameId: ids[i % ids.length] ?? 'none' }));
  },
  async 'steps of finished matches'() {
    const ids = await finished();
    await flood(
      '/live',
      (i) => JSON.stringify({ type: 'watch', match: ids[i % ids.length] ?? 'none', after: -1 }),
      300,
    );
  },
  'frames that are no JSON': () => flood('/api/v1/ws', () => '{'),
  async 'pings without reading'() {
    const socket = await RawSocket.open(port, '/api/v1/ws', FROM_LINE);
    await socket.flood(Buffer.concat(Array(500).fill(rawFrame(PING, 'x'.repeat(125)))), 64 * MB);
    socket.socket.destroy();
  },
  async 'pieces of one byte'() {
    const socket = await RawSocket.open(port, '/api/v1/ws', FROM_LINE);
    socket.socket.write(rawFrame(TEXT, 'x', false));
    await socket.flood(Buffer.concat(Array(1000).fill(rawFrame(MORE, 'x', false))), 8 * MB);
    socket.socket.destroy();
  },
  async 'commands of an owner'() {
    const room = (await (await post('/api/v1/rooms', { bots: 2, maxPlayers: 3 })).json()) as Json;
    const path = `/ws/spectator?roomCode=${room.roomCode}&ownerToken=${room.ownerToken}`;
    const speed = (i: number): string => (i % 2 ? 'fast' : 'slow');
    await flood(path, (i) => JSON.stringify({ type: 'spectator:set_speed', data: { speed: speed(i) } }));
  },
  async 'rooms of bots'() {
    const wish = { bots: 6, maxPlayers: 6, gameSpeed: 'instant', turnLimit: 1000 };
    for (let i = 0; i < 100; i++) await (await post('/api/v1/rooms', wish)).text();
  },
  async 'empty leagues'() {
    for (let i = 0; i < 100; i++) {
      const league_id = `H${Date.now()}-${i}`;
      await (await post('/api/v1/leagues', { league_id, players: 256 })).text();
    }
  },
  async records() {
    const ids = await finished();
    await Promise.all(ids.slice(0, 50).map(async (id) => (await get(`/api/v1/matches/${id}/record`)).text()));
  },
  async 'bodies that never end'() {
    const sockets = Array.from({ length: SLOW_BODIES }, () => connect(port, '127.0.0.1').on('error', () => {}));
    for (const socket of sockets)
      socket.write(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n${FROM_LINE}Content-Length: 60000\r\n\r\n`);
    await Promise.all(sockets.map((socket) => new Promise((closed) => socket.resume().once('close', closed))));
  },
  async 'results and pictures of matches'() {
    const ids = (await finished()).slice(0, 20);
    const paths = ids.flatMap((id) => ['result', 'picture.svg', 'picture.png'].map((part) => `${id}/${part}`));
    await Promise.all(paths.map(async (path) => (await get(`/api/v1/matches/${path}`)).text()));
  },
  async 'lists that are searched'() {
    const paths = ['matches?opponent=zz', 'matches?protocol=loa', 'ladders/c4/matrix', 'ladders', 'agents?limit=1000'];
    await Promise.all(paths.map(async (path) => (await get(`/api/v1/${path}`)).text()));
  },
  async 'tools of models'() {
    const ids = await finished();
    const calls = ids.slice(0, 100).map((match, id) => {
      const params = { name: 'watch_match', arguments: { match } };
      return { jsonrpc: '2.0', id, method: 'tools/call', params };
    });
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    await Promise.all([calls, ...Array(20).fill(list)].map(async (body) => (await post('/mcp', body)).text()));
  },
  async 'seats over HTTP'() {
    const { apiKey } = (await (await post('/api/v1/agents', { name: `h${Date.now()}` })).json()) as Json;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}`, ...FROM };
    const body = JSON.stringify({ game: 'chess', against: 'house:easy' });
    const sit = () => fetch(`${url}/api/v1/play`, { method: 'POST', headers, body });
    await Promise.all(Array.from({ length: 100 }, async () => (await sit()).text()));
  },
  'documents for people': async () => void (await (await get('/api/v1/doc')).text()),
  async 'requests without waiting'() {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(`GET /api/v1/site HTTP/1.1\r\nHost: 127.0.0.1\r\n${FROM_LINE}\r\n`.repeat(PIPELINED));
    await new Promise((closed) => socket.resume().once('close', closed));
  },
  async 'sessions of models'() {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    await (await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params })).text();
  },
  'sizes of a terminal': () =>
    inTheHub((channel) => {
      for (let i = 0; i < 500; i++) channel.setWindow(20 + (i % 20), 80, 0, 0);
    }),
  'keys in the hub': () => inTheHub((channel) => void channel.write(`m${'\r'.repeat(2000)}`)),
};

/** Does something in the hub again and again until it is sent away. */
async function inTheHub(act: (channel: ssh2.ClientChannel) => void): Promise<void> {
  const client = new ssh2.Client();
  const closed = new Promise<void>((done) => client.on('error', () => done()).on('close', () => done()));
  client.on('ready', () =>
    client.shell((error, channel) => {
      if (error) return void client.end();
      channel.resume().on('close', () => client.end());
      const again = (): void => {
        if (!channel.writable) return;
        act(channel);
        setImmediate(again);
      };
      again();
    }),
  );
  const { hostname: host } = new URL(url);
  client.connect({ host, port: Number(sshPort), username: 'guest', password: 'x', localAddress: SSH_FROM });
  await closed;
}

setPriority(constants.priority.PRIORITY_LOW);
const done = new Map<string, number>();
async function again(name: string, attack: () => Promise<void>): Promise<void> {
  for (;;) {
    await attack().catch(() => new Promise((later) => setTimeout(later, 100)));
    done.set(name, (done.get(name) ?? 0) + 1);
    await turn();
  }
}
for (const [name, attack] of Object.entries(ATTACKS)) if (name.includes(only)) void again(name, attack);
process.on('SIGTERM', () => {
  console.log(JSON.stringify(Object.fromEntries(done)));
  process.exit(0);
});
console.log('attacking');
