// Longer than most files: SPEC.md of AgentGames over real sockets and SSH.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import ssh2, { type ClientChannel, type ConnectConfig } from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { readConfig } from '../../src/cli/config.ts';
import { realClock } from '../../src/core/clock.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openStorage } from '../../src/storage/open.ts';

const folder = mkdtempSync(join(tmpdir(), 'crossplay-'));
const tokens: { [name: string]: string } = {};
const NAMES = ['alice', 'bob', 'carol', 'dave', 'mallory'];
let server: RunningServer;
let playPort: number;

const keyFile = (name: string): string => join(folder, name);
const makeKey = (name: string): void =>
  void execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', keyFile(name)]);

const start = (): Promise<RunningServer> =>
  startServer(
    readConfig([], {
      PORT: '0',
      CROSSPLAY_SSH_PORT: 'any',
      CROSSPLAY_DATA: join(folder, 'data'),
      CROSSPLAY_LOG: 'silent',
      AGENTBBS_GAME_WS_ADDR: `127.0.0.1:${playPort}`,
    }),
  );

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

beforeAll(async () => {
  playPort = await freePort();
  const storage = await openStorage({ data: join(folder, 'data') });
  const accounts = createAccounts({ storage, clock: realClock() });
  for (const name of [...NAMES, 'stranger']) makeKey(name);
  for (const name of NAMES) {
    const made = await accounts.register(name);
    if ('error' in made) throw new Error(made.error);
    tokens[name] = made.apiKey;
    await accounts.addSshKey(made.agent.id, readFileSync(`${keyFile(name)}.pub`, 'utf8'));
    if (name === 'mallory') await accounts.ban(made.agent.id);
  }
  await storage.close();
  server = await start();
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** A stream of frames that a test can wait for, one after another. */
class Frames {
  readonly #frames: Frame[] = [];
  readonly #waiting: ((frame: Frame) => void)[] = [];

  push(text: string): void {
    const frame = JSON.parse(text) as Frame;
    const next = this.#waiting.shift();
    if (next) next(frame);
    else this.#frames.push(frame);
  }

  next(): Promise<Frame> {
    const frame = this.#frames.shift();
    return frame ? Promise.resolve(frame) : new Promise((resolve) => this.#waiting.push(resolve));
  }
}

interface Frame {
  type: string;
  [field: string]: unknown;
}

interface Agent {
  frames: Frames;
  send(text: string): void;
  /** The WebSocket close code or the SSH exit status. */
  ended: Promise<number>;
}

const move = (token: string): string => JSON.stringify({ type: 'move', move: token });

function overWebSocket(name: string, query: string, url = server.url): Agent & { socket: WebSocket } {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/play${query}`, {
    headers: { authorization: `Bearer ${tokens[name]}` },
  });
  const frames = new Frames();
  socket.on('message', (data) => frames.push(String(data)));
  socket.on('error', () => {});
  const ended = once(socket, 'close').then(([code]) => code as number);
  return { socket, frames, send: (text) => socket.send(text), ended };
}

async function login(user: string, config: ConnectConfig): Promise<ssh2.Client> {
  const client = new ssh2.Client();
  client.connect({ host: '127.0.0.1', port: server.sshPort!, username: user, ...config });
  await new Promise<void>((ready, failed) => {
    client.once('ready', ready);
    client.once('error', failed);
  });
  client.on('error', () => {});
  return client;
}

const withKey = (name: string): ConnectConfig => ({ privateKey: readFileSync(keyFile(name)) });

/** A session, with ears from the first moment on. */
const session = (open: (opened: ssh2.ClientCallback) => void): Promise<Agent & { channel: ClientChannel }> =>
  new Promise((resolve, reject) =>
    open((error, channel) => (error ? reject(error) : resolve({ ...overChannel(channel), channel }))),
  );
const execute = (client: ssh2.Client, command: string) => session((opened) => client.exec(command, opened));

function overChannel(channel: ClientChannel): Agent {
  const frames = new Frames();
  createInterface(channel).on('line', (line) => frames.push(line));
  const ended = once(channel, 'exit').then(([status]) => status as number);
  return { frames, ended, send: (text) => void channel.write(`${text}\n`) };
}

const opened = (agent: { socket: WebSocket }): Promise<unknown> => once(agent.socket, 'open');

async function until(agent: Agent, type: string): Promise<Frame> {
  let frame = await agent.frames.next();
  while (frame.type !== type) frame = await agent.frames.next();
  return frame;
}

describe('who comes in by WebSocket', () => {
  const refused = async (path: string, headers: { [name: string]: string } = {}) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`, { headers });
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    const body = (await response.toArray()).join('');
    return [response.statusCode, Object.keys(JSON.parse(body))];
  };

  it('1.2 no token, an unknown one and a banned account are refused before the upgrade', async () => {
    expect(await refused('/play?game=ttt')).toEqual([401, ['error']]);
    expect(await refused('/play?game=ttt&token=nonsense')).toEqual([401, ['error']]);
    expect(await refused(`/play?game=ttt&token=${tokens.mallory}`)).toEqual([403, ['error']]);
    const plain = await fetch(`${server.url}/play?game=ttt`);
    expect([plain.status, Object.keys((await plain.json()) as object)]).toEqual([401, ['error']]);
    const browser = { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' } as const;
    const led = await fetch(`${server.url}/play`, browser);
    expect([led.status, led.headers.get('location')]).toEqual([303, 'challenge']);
  });

  it('1.1 the header wins over the query', async () => {
    expect(await refused(`/play?token=${tokens.alice}`, { authorization: 'Bearer nonsense' })).toEqual([
      401,
      ['error'],
    ]);
    const agent = overWebSocket('alice', '?game=nothing&token=nonsense');
    expect((await agent.frames.next()).type).toBe('error');
    expect(await agent.ended).toBe(1000);
  });

  it('1.1 the header may be the bare token', async () => {
    const headers = { authorization: tokens.alice! };
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/play?game=poker&token=nonsense`, { headers });
    const [data] = await once(socket, 'message');
    expect(JSON.parse(String(data)).error).toMatch(/unknown game/);
    expect(await refused('/play', { authorization: 'nonsense' })).toEqual([401, ['error']]);
    expect(await refused('/play', { authorization: `Basic ${tokens.alice}` })).toEqual([401, ['error']]);
  });

  it('1.1 the token may come in the query', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/play?game=poker&token=${tokens.alice}`);
    const [data] = await once(socket, 'message');
    expect(JSON.parse(String(data)).error).toMatch(/unknown game "poker".*\bc4\b.*\bchess\b.*\bgo\b.*\bttt\b/);
  });
});

describe('matches', () => {
  it('1.8 the second address leads to the same queue', async () => {
    const second = `http://127.0.0.1:${playPort}`;
    expect((await fetch(`${second}/play`)).status).toBe(401);
    const health = await fetch(`${second}/healthz`);
    expect([health.status, await health.text()]).toEqual([200, 'ok']);
    for (const path of ['/', '/api/v1/rooms', '/play/more']) expect((await fetch(second + path)).status).toBe(404);
    const alice = overWebSocket('alice', '?game=chess', second);
    await until(alice, 'queued');
    const bob = overWebSocket('bob', '?game=chess');
    expect((await until(bob, 'hello')).opponent).toBe('alice');
    alice.socket.close();
    await until(bob, 'result');
  });

  it('2.7 an agent over SSH and one over WebSocket play each other to the end', async () => {
    const client = await login('game', withKey('alice'));
    const alice = await execute(client, 'TTT with more words');
    expect(await alice.frames.next()).toEqual({ type: 'queued', game: 'ttt' });
    const bob = overWebSocket('bob', '?game=ttt');
    expect(await bob.frames.next()).toEqual({ type: 'queued', game: 'ttt' });
    expect(await alice.frames.next()).toEqual({ type: 'hello', player: 0, game: 'ttt', opponent: 'bob' });
    expect(await bob.frames.next()).toEqual({ type: 'hello', player: 1, game: 'ttt', opponent: 'alice' });
    for (const [i, cell] of ['4', '0', '2', '1', '6'].entries()) {
      const mover = i % 2 ? bob : alice;
      expect((await alice.frames.next()).yourTurn).toBe(mover === alice);
      expect((await bob.frames.next()).yourTurn).toBe(mover === bob);
      mover.send(move(cell));
    }
    expect(await alice.frames.next()).toEqual({ type: 'result', winner: 0, outcome: 'win', rating: 1516 });
    expect(await bob.frames.next()).toEqual({ type: 'result', winner: 0, outcome: 'loss', rating: 1484 });
    expect([await alice.ended, await bob.ended]).toEqual([0, 1000]);
    client.end();
  });

  it('1.4 3.14 the stock ssh client plays moves piped in, and the end of input leaves', async () => {
    const carol = overWebSocket('carol', '?game=c4');
    await until(carol, 'queued');
    const dave = spawn('ssh', [...sshOptions('dave'), 'games@127.0.0.1', 'c4']);
    dave.stdin.end(`${move('0')}\n${move('1')}`);
    carol.send(move('0'));
    carol.send(move('1'));
    const lines: Frame[] = [];
    for await (const line of createInterface(dave.stdout)) lines.push(JSON.parse(line));
    const [status] = dave.exitCode === null ? await once(dave, 'exit') : [dave.exitCode];
    expect(lines.map(({ type }) => type)).toEqual([
      'queued',
      'hello',
      'state',
      'state',
      'state',
      'state',
      'state',
      'result',
    ]);
    expect(lines.at(-1)).toMatchObject({ outcome: 'loss', reason: 'forfeit: connection closed' });
    expect((await until(carol, 'result')).reason).toBe('forfeit: connection closed');
    expect([status, await carol.ended]).toEqual([0, 1000]);
  });

  it('1.4 at a terminal the same lines come without echo, and Ctrl-C hangs up', async () => {
    const client = await login('game', withKey('alice'));
    const alice = await session((opened) => client.shell({ term: 'xterm' }, opened));
    const { channel } = alice;
    channel.write('{"type":"join","game":"ttt"}\r');
    expect(await alice.frames.next()).toEqual({ type: 'queued', game: 'ttt' });
    channel.write('\x03');
    expect(await alice.ended).toBe(1);
    client.end();
  });

  it('2.2 4.6 an unknown game over SSH exits with status 1', async () => {
    const client = await login('game', withKey('alice'));
    const alice = await execute(client, 'poker');
    expect((await alice.frames.next()).error).toMatch(/"poker"/);
    expect(await alice.ended).toBe(1);
    client.end();
  });

  it('5.4 a frame over 64 KiB closes with 1009 and loses; one of 64 KiB does not', async () => {
    const alice = overWebSocket('alice', '?game=ttt');
    await until(alice, 'queued');
    const bob = overWebSocket('bob', '?game=ttt');
    const { yourTurn: bobBegins } = await until(bob, 'state');
    const [first, second] = bobBegins ? [bob, alice] : [alice, bob];
    first.socket.send(Buffer.from('binary'));
    first.send(move('4').padEnd(64 * 1024));
    while ((await until(second, 'state')).yourTurn !== true);
    first.send(' '.repeat(64 * 1024 + 1));
    expect(await first.ended).toBe(1009);
    expect((await until(second, 'result')).reason).toBe('forfeit: connection closed');
  });

  it('5.4 a line over 64 KiB over SSH closes and loses', async () => {
    const client = await login('game', withKey('alice'));
    const alice = await execute(client, 'ttt');
    await until(alice, 'queued');
    const bob = overWebSocket('bob', '?game=ttt');
    await until(bob, 'state');
    alice.channel.write('x'.repeat(1024 * 1024));
    expect((await until(bob, 'result')).reason).toBe('forfeit: connection closed');
    client.end();
  });

  it('3.13 a socket that is cut or half closed loses at once', async () => {
    for (const cut of ['terminate', 'end'] as const) {
      const alice = overWebSocket('alice', '?game=ttt');
      await until(alice, 'queued');
      const bob = overWebSocket('bob', '?game=ttt');
      await until(bob, 'state');
      if (cut === 'terminate') alice.socket.terminate();
      else (alice.socket as unknown as { _socket: Socket })._socket.end();
      expect((await until(bob, 'result')).reason).toBe('forfeit: connection closed');
    }
    const client = await login('game', withKey('alice'));
    const alice = await execute(client, 'ttt');
    await until(alice, 'queued');
    const bob = overWebSocket('bob', '?game=ttt');
    await until(bob, 'state');
    client.destroy();
    expect((await until(bob, 'result')).reason).toBe('forfeit: connection closed');
  });

  it('5.3 5.1 a match goes on after the server was stopped and started again', async () => {
    const carol = overWebSocket('carol', '?game=ttt');
    await until(carol, 'queued');
    const client = await login('game', withKey('dave'));
    const dave = await execute(client, 'ttt');
    await until(dave, 'state');
    carol.send(move('4'));
    await until(dave, 'state');
    await server.stop();
    server = await start();
    const again = overWebSocket('carol', '?game=ttt');
    expect((await until(again, 'state')).yourTurn).toBe(false);
    const daveAgain = overWebSocket('dave', '');
    await opened(daveAgain);
    daveAgain.send('{"type":"join","game":"ttt"}');
    expect(await daveAgain.frames.next()).toEqual({ type: 'queued', game: 'ttt' });
    expect(await daveAgain.frames.next()).toEqual({ type: 'hello', player: 1, game: 'ttt', opponent: 'carol' });
    expect(await daveAgain.frames.next()).toMatchObject({ type: 'state', yourTurn: true, observation: { toMove: 1 } });
    daveAgain.send(move('4'));
    expect(await until(again, 'result')).toMatchObject({ outcome: 'win', reason: 'forfeit: illegal move' });
  });
});

const sshOptions = (key: string): string[] => [
  ...['-F', '/dev/null', '-p', String(server.sshPort), '-i', keyFile(key)],
  ...[
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'LogLevel=ERROR',
    'BatchMode=yes',
    'IdentitiesOnly=yes',
  ].flatMap((option) => ['-o', option]),
];

async function run(args: string[]): Promise<{ status: number; out: string; err: string }> {
  const child = spawn('ssh', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const text = async (stream: NodeJS.ReadableStream) => {
    let all = '';
    for await (const chunk of stream) all += chunk;
    return all;
  };
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { status, out, err };
}

/** Tries this one way to authenticate and no other. */
const by =
  (method: ssh2.AnyAuthMethod): ssh2.AuthHandlerMiddleware =>
  (left, _partial, next) =>
    left === null ? next(method) : next(false as never);

describe('who comes in by SSH', () => {
  it('1.3 a key that no account has, and a banned account’s, are refused', async () => {
    for (const name of ['stranger', 'mallory']) {
      const { status, err } = await run([...sshOptions(name), 'game@127.0.0.1', 'ttt']);
      expect([status, err]).toEqual([255, expect.stringContaining('Permission denied')]);
    }
    await expect(login('game', { password: 'secret' })).rejects.toThrow();
  });

  it('1.5 forwarding, SFTP, subsystems and variables are refused', async () => {
    const client = await login('game', withKey('alice'));
    const failed = (ask: (done: (error: Error | undefined) => void) => void): Promise<boolean> =>
      new Promise((resolve) => ask((error) => resolve(error !== undefined && error !== null)));
    expect(await failed((done) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', 22, done))).toBe(true);
    expect(await failed((done) => client.forwardIn('127.0.0.1', 0, done))).toBe(true);
    expect(await failed((done) => client.sftp(done))).toBe(true);
    expect(await failed((done) => client.subsys('netconf', done))).toBe(true);
    client.end();
  });

  it('1.5 a connection carries ten sessions at a time', async () => {
    const client = await login('game', withKey('alice'));
    for (let i = 0; i < 10; i++) await execute(client, 'c4');
    await expect(execute(client, 'c4')).rejects.toThrow();
    client.end();
  });

  it('6.1 without a terminal the hub says one line on stderr', async () => {
    const { status, out, err } = await run([...sshOptions('stranger'), 'visitor@127.0.0.1']);
    expect([status, out]).toEqual([1, '']);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('6.1 6.5 a guest with a terminal sees the hub, resizes it and quits', async () => {
    const client = await login('visitor', { tryKeyboard: true });
    const channel = await new Promise<ClientChannel>((resolve, reject) =>
      client.shell({ term: 'xterm', cols: 80, rows: 24 }, (error, shell) => (error ? reject(error) : resolve(shell))),
    );
    let shown = '';
    channel.on('data', (bytes: Buffer) => {
      shown += String(bytes);
    });
    const sees = async (words: string): Promise<void> => {
      await expect.poll(() => shown, { timeout: 30_000 }).toContain(words);
      shown = '';
    };
    await sees('Tic-Tac-Toe');
    channel.setWindow(30, 100, 0, 0);
    await sees('\x1b[30;1H');
    channel.write('q');
    const [status] = await once(channel, 'exit');
    expect(status).toBe(0);
    client.end();
  });

  it('6.8 a key is asked for before anybody comes in with nothing, so that its owner has a name', async () => {
    const client = await login('someone', withKey('alice'));
    const channel = await new Promise<ClientChannel>((resolve, reject) =>
      client.shell((error, shell) => (error ? reject(error) : resolve(shell))),
    );
    let shown = '';
    channel.on('data', (bytes: Buffer) => {
      shown += String(bytes);
    });
    await expect.poll(() => shown, { timeout: 30_000 }).toMatch(/Games +alice/);
    client.end();
  });

  it('6.1 every way to authenticate opens the hub, and an account’s key is greeted by name', async () => {
    const byPassword = await login('someone', {
      authHandler: by({ type: 'password', username: 'someone', password: 'x' }),
    });
    byPassword.end();
    const client = await login('someone', {
      authHandler: by({ type: 'publickey', username: 'someone', key: readFileSync(keyFile('alice')) }),
    });
    const channel = await new Promise<ClientChannel>((resolve, reject) =>
      client.shell((error, shell) => (error ? reject(error) : resolve(shell))),
    );
    let shown = '';
    channel.on('data', (bytes: Buffer) => {
      shown += String(bytes);
    });
    await expect.poll(() => shown, { timeout: 30_000 }).toMatch(/Games +alice/);
    client.end();
  });

  it('5.4 random bytes on either port harm nobody', async () => {
    const ports = [server.sshPort!, Number(new URL(server.url).port)];
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 4000 }),
        fc.constantFrom(...ports),
        fc.boolean(),
        async (bytes, port, ssh) => {
          const socket = connect(port, '127.0.0.1');
          socket.on('error', () => {});
          await once(socket, 'connect');
          if (ssh) socket.write('SSH-2.0-noise\r\n');
          socket.end(bytes);
          socket.resume();
          await once(socket, 'close');
        },
      ),
      { numRuns: 20 },
    );
    const silent = connect(server.sshPort!, '127.0.0.1');
    await once(silent, 'connect');
    const client = await login('game', withKey('carol'));
    const carol = await execute(client, 'ttt');
    expect((await carol.frames.next()).type).toBe('queued');
    client.end();
    silent.destroy();
  });
});
