import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestPostgres {
  /** A database for tests, with the right to create others. */
  url: string;
  /** Ends every connection and starts again on what is there; nothing for a server that is not the test's own. */
  restart?(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The server of CROSSPLAY_TEST_POSTGRES, else a private one for as long as it is not stopped; nothing if there is none to start.
 * @param network whoever may come from there beside this machine's own, to port 5432 of a network of the test's own
 */
export async function startPostgres(network?: string): Promise<TestPostgres | undefined> {
  const given = process.env.CROSSPLAY_TEST_POSTGRES;
  if (given && !network) return { url: given, stop: async () => {} };
  const bin = globSync('/usr/lib/postgresql/*/bin').find((folder) => existsSync(join(folder, 'initdb')));
  const user = ordinaryUser();
  if (!bin || !user) return undefined;

  const folder = mkdtempSync(join(tmpdir(), 'crossplay-pg-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
  const data = join(folder, 'data');
  const as = { ...user, cwd: folder };
  const init = ['-D', data, '-U', 'crossplay', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(bin, 'initdb'), init, { ...as, stdio: 'ignore' });
  if (network) appendFileSync(join(data, 'pg_hba.conf'), `host all all ${network} trust\n`);
  const quick = ['-c', 'fsync=off', '-c', `listen_addresses=${network ? '*' : ''}`];
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, ...quick], {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await ready(started);
    return started;
  };
  const end = async (): Promise<void> => {
    const exited = new Promise((done) => server.once('exit', done));
    server.kill('SIGQUIT');
    await exited;
  };
  let server = await start();
  const stopWithUs = () => server.kill('SIGQUIT');
  process.once('exit', stopWithUs);
  return {
    url: `postgres://crossplay@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async restart() {
      await end();
      server = await start();
    },
    async stop() {
      process.off('exit', stopWithUs);
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root; `{}` is whoever we are. */
function ordinaryUser(): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** Waits for the line that says so; a server that stops before fails with what it wrote. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr!.setEncoding('utf8');
    server.stderr!.on('data', (text: string) => {
      log = (log + text).slice(-20_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}
