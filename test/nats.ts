import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestNats {
  url: string;
  child: ChildProcess;
  /** Ends it at once; what it kept is there when it starts again. */
  kill(): Promise<void>;
  /** At the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const PROGRAM = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'].find(existsSync);

/** A NATS server of the test's own; nothing where none is installed. */
export async function startNats(...flags: string[]): Promise<TestNats | undefined> {
  if (!PROGRAM) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-nats-'));
  const port = await freePort();
  const jetStream = flags.includes('-no-js') ? [] : ['-js', '-sd', folder];
  const given = flags.filter((flag) => flag !== '-no-js');
  const nats: TestNats = {
    url: `nats://127.0.0.1:${port}`,
    child: undefined as unknown as ChildProcess,
    async start() {
      const child = spawn(PROGRAM, ['-a', '127.0.0.1', '-p', String(port), ...jetStream, ...given], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      nats.child = child;
      await new Promise<void>((resolve, reject) => {
        let log = '';
        child.stderr!.setEncoding('utf8').on('data', (text: string) => {
          log = (log + text).slice(-10_000);
          if (log.includes('Server is ready')) resolve();
        });
        child.once('exit', () => reject(new Error(`nats-server did not start:\n${log}`)));
      });
    },
    async kill() {
      const exited = new Promise((done) => nats.child.once('exit', done));
      nats.child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      process.off('exit', stopWithUs);
      if (nats.child.exitCode === null && nats.child.signalCode === null) await nats.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const stopWithUs = () => nats.child.kill('SIGKILL');
  process.once('exit', stopWithUs);
  await nats.start();
  return nats;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
