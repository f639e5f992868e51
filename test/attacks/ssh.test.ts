import { once } from 'node:events';
import { connect } from 'node:net';
import ssh2, { type Client, type ClientChannel } from 'ssh2';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Attacked, attacked } from './attacked.ts';

let server: Attacked;
beforeAll(async () => {
  server = await attacked({ CROSSPLAY_SSH_PORT: 'any' });
});
afterAll(() => server.end());

async function stranger(): Promise<{ client: Client; closed: Promise<void> }> {
  const client = new ssh2.Client();
  client.connect({ host: '127.0.0.1', port: server.sshPort!, username: 'guest', password: 'x' });
  await once(client, 'ready');
  client.on('error', () => {});
  onTestFinished(() => void client.end());
  return { client, closed: new Promise<void>((done) => client.once('close', () => done())) };
}

const shell = (client: Client) =>
  new Promise<ClientChannel>((done, failed) =>
    client.shell((error, channel) => (error ? failed(error) : done(channel))),
  );

it('who turns the size of a terminal thousands of times is told so and cut', async () => {
  const { client, closed } = await stranger();
  const channel = await shell(client);
  let told = '';
  channel.on('data', (bytes: Buffer) => {
    told += bytes;
  });
  for (let i = 0; i < 5000; i++) channel.setWindow(20 + (i % 20), 80, 0, 0);
  await closed;
  expect(told).toContain('Too much at once.');
});

it('who asks for thousands of ways through the server gets none and is cut', async () => {
  const { client, closed } = await stranger();
  let opened = 0;
  for (let i = 0; i < 2000; i++) {
    client.forwardOut('127.0.0.1', 1, '127.0.0.1', server.port, (error) => {
      if (!error) opened++;
    });
  }
  await closed;
  expect(opened).toBe(0);
});

it('who opens a thousand sessions is cut, and leaves nobody worse off', async () => {
  const { client, closed } = await stranger();
  for (let i = 0; i < 1000; i++) client.exec('ttt', (_, channel) => channel?.resume());
  await closed;
  expect((await stranger()).client).toBeDefined();
});

it('more connections than an address may hold are told so in words', async () => {
  const sockets = Array.from({ length: 300 }, () => connect(server.sshPort!, '127.0.0.1').on('error', () => {}));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const words = await Promise.all(sockets.map(async (socket) => String((await once(socket, 'data'))[0])));
  expect(words.filter((text) => text.startsWith('SSH-2.0-'))).toHaveLength(256);
  expect(words.filter((text) => text.startsWith('Too many connections.'))).toHaveLength(300 - 256);
});
