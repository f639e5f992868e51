/** The attackers of `bench/hostile.ts`, a process of their own: each does one thing as fast as it can, again and again. */
import { once } from 'node:events';
import { connect } from 'node:net';
import ssh2 from 'ssh2';
import { WebSocket } from 'ws';
import { MORE, PING, RawSocket, rawFrame, TEXT } from '../test/attacks/raw-socket.ts';

/** Only those whose names have this in them. */
const [url, sshPort, only = ''] = process.argv.slice(2) as [string, string, string?];
const port = Number(new URL(url).port);
const ws = url.replace('http', 'ws');
const api = `${url}/api/v1`;
const MB = 1024 * 1024;
const SLOW_BODIES = 50;

type Json = { [field: string]: unknown };
const turn = (): Promise<void> => new Promise((next) => setImmediate(next));
const post = (path: string, body: object): Promise<Response> =>
  fetch(`${api}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const finished = async (): Promise<string[]> => {
  const reply = await fetch(`${api}/matches?status=over&limit=200`);
  const { matches = [] } = (await reply.json()) as { matches?: { id: string }[] };
  return matches.map(({ id }) => id);
};

/** Says the same things until the server has enough of it. */
async function flood(path: string, next: (i: number) => string, most = 60_000): Promise<void> {
  const socket = new WebSocket(`${ws}${path}`, { perMessageDeflate: false });
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
    const socket = await RawSocket.open(port, '/api/v1/ws');
    await socket.flood(Buffer.concat(Array(500).fill(rawFrame(PING, 'x'.repeat(125)))), 64 * MB);
    socket.socket.destroy();
  },
  async 'pieces of one byte'() {
    const socket = await RawSocket.open(port, '/api/v1/ws');
    socket.socket.write(rawFrame(TEXT, 'x', false));
    await socket.flood(Buffer.concat(Array(1000).fill(rawFrame(MORE, 'x', false))), 8 * MB);
    socket.socket.destroy();
  },
  async 'commands of an owner'() {
    const room = (await (await post('/rooms', { bots: 2, maxPlayers: 3 })).json()) as Json;
    const path = `/ws/spectator?roomCode=${room.roomCode}&ownerToken=${room.ownerToken}`;
    const speed = (i: number): string => (i % 2 ? 'fast' : 'slow');
    await flood(path, (i) => JSON.stringify({ type: 'spectator:set_speed', data: { speed: speed(i) } }));
  },
  async 'rooms of bots'() {
    const wish = { bots: 6, maxPlayers: 6, gameSpeed: 'instant', turnLimit: 1000 };
    for (let i = 0; i < 100; i++) await (await post('/rooms', wish)).text();
  },
  async 'empty leagues'() {
    for (let i = 0; i < 100; i++) {
      const league_id = `H${Date.now()}-${i}`;
      await (await post('/leagues', { league_id, players: 256 })).text();
    }
  },
  async records() {
    const ids = await finished();
    await Promise.all(ids.slice(0, 50).map(async (id) => (await fetch(`${api}/matches/${id}/record`)).text()));
  },
  async 'bodies that never end'() {
    const sockets = Array.from({ length: SLOW_BODIES }, () => connect(port, '127.0.0.1').on('error', () => {}));
    for (const socket of sockets)
      socket.write('POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n');
    await Promise.all(sockets.map((socket) => new Promise((closed) => socket.resume().once('close', closed))));
  },
  async 'keys in the hub'() {
    const client = new ssh2.Client();
    const closed = new Promise<void>((done) => client.on('error', () => done()).on('close', () => done()));
    client.on('ready', () =>
      client.shell((error, channel) => {
        if (error) return void client.end();
        channel.resume().on('close', () => client.end());
        const lean = (): void => {
          if (channel.writable) channel.write(`m${'\r'.repeat(2000)}`, () => setImmediate(lean));
        };
        lean();
      }),
    );
    client.connect({ host: '127.0.0.1', port: Number(sshPort), username: 'guest', password: 'x' });
    await closed;
  },
};

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
