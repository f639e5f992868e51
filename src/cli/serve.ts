import { pino } from 'pino';
import type { Config } from '../config.ts';
import { startServer } from '../server.ts';
import { readConfig } from './config.ts';

const LONGEST_STOP = 4500;
/** A node has more to do: others take over what it had. */
const LONGEST_LEAVE = 15_000;

export async function serve(args: string[]): Promise<void> {
  const config = readConfig(args, process.env);
  const log = pino({ level: config.logLevel });
  const start = async (where: Config) => {
    const server = await startServer(where, log);
    void server.leaving.then((why) => (why === 'drained' ? stop() : joinAnew()));
    return server;
  };
  let stopping = false;
  let server = await start(config);
  console.log(`crossplay: serving ${server.url}${server.sshPort ? ` and SSH on port ${server.sshPort}` : ''}`);

  function stop(): void {
    if (stopping) return;
    stopping = true;
    console.log('crossplay: stopping; matches under way go on after the next start');
    setTimeout(() => process.exit(1), config.cluster ? LONGEST_LEAVE : LONGEST_STOP).unref();
    server.stop().then(() => process.exit(0), failed);
  }

  /** On the same ports, as if it had been started again. */
  async function joinAnew(): Promise<void> {
    if (stopping) return;
    const { port, sshPort } = server;
    try {
      await server.stop();
      server = await start({ ...config, port, sshPort });
    } catch (error) {
      failed(error);
    }
  }

  function failed(error: unknown): void {
    log.error(error);
    process.exit(1);
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
