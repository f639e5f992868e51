import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { LoaAgent } from '../loa-client.ts';
import { type Attacked, attacked } from './attacked.ts';

const MOST_FRAMES = 60_000;

let server: Attacked;
beforeAll(async () => {
  server = await attacked();
});
afterAll(() => server.end());

const post = async (path: string, body: object, key = ''): Promise<{ [field: string]: string }> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  return (await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json() as never;
};
const keyOf = async (name: string): Promise<string> => (await LoaAgent.register(server.url, name)).apiKey;

interface Way {
  path(): Promise<string>;
  says: object;
  told: object;
}

const WAYS: { [protocol: string]: Way } = {
  agentgames: {
    path: async () => `/play?game=ttt&token=${await keyOf('Impatient')}`,
    says: { type: 'move', move: '4' },
    told: { type: 'error', error: expect.stringMatching(/rate limit/) },
  },
  loa: {
    path: async () => '/api/v1/ws?type=agent',
    says: { type: 'ping' },
    told: { type: 'error', message: expect.stringMatching(/rate limit/i) },
  },
  agon: {
    path: async () => {
      const { token } = await post('/api/v1/agents/session-token', {}, await keyOf('Hasty'));
      return `/ws/v1/connect?token=${token}`;
    },
    says: { type: 'list_rooms' },
    told: { event: 'error', code: 'RATE_LIMITED' },
  },
  clawpoly: {
    path: async () => `/ws/spectator?roomCode=${(await post('/api/v1/rooms', { maxPlayers: 2 })).roomCode}`,
    says: { type: 'ping' },
    told: { type: 'error', data: { code: 'RATE_LIMITED' } },
  },
  'the site': {
    path: async () => '/live',
    says: { type: 'nothing' },
    told: { type: 'error', error: expect.stringMatching(/too many/i) },
  },
};

it.each(Object.entries(WAYS))(
  'who sends more than a connection may is told so in the words of %s and cut',
  async (_, { path, says, told }) => {
    const socket = new WebSocket(server.url.replace('http', 'ws') + (await path()));
    onTestFinished(() => socket.terminate());
    let last: unknown;
    socket.on('message', (data) => {
      last = JSON.parse(String(data));
    });
    const closed = once(socket, 'close');
    await once(socket, 'open');
    for (let i = 0; i < MOST_FRAMES && socket.readyState === WebSocket.OPEN; i++) {
      socket.send(JSON.stringify(says));
      if (i % 1000 === 0) await new Promise((next) => setImmediate(next));
    }
    expect((await closed)[0]).toBe(1008);
    expect(last).toMatchObject(told);
  },
);
