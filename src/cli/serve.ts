import cluster from 'node:cluster';
import { pino } from 'pino';
import { startServer } from '../server.ts';
import { readConfig } from './config.ts';
import { runProcesses, type Serving } from './processes.ts';

const LONGEST_STOP = 4500;
/** A node has more to do: others take over what it had. */
const LONGEST_LEAVE = 15_000;
const JOIN_AGAIN_AFTER = 2000;

export async function serve(args: string[]): Promise<void> {
  const config = readConfig(args, process.env);
  if (cluster.isPrimary && config.cluster && config.cluster.processes > 1) {
    return runProcesses(config.cluster.processes, config);
  }
  const log = pino({ level: config.logLevel });
  let stopping = false;
  let server = await startServer(config, log);
  followLeaving();
  const where = `${server.url}${server.sshPort ? ` and SSH on port ${server.sshPort}` : ''}`;
  if (cluster.isWorker) process.send!({ serving: where } satisfies Serving);
  else console.log(`crossplay: serving ${where}`);

  function stop(): void {
    if (stopping) return;
    stopping = true;
    console.log(
      `crossplay: stopping; matches under way go on ${config.cluster ? 'elsewhere' : 'after the next start'}`,
    );
    setTimeout(() => process.exit(1), config.cluster ? LONGEST_LEAVE : LONGEST_STOP).unref();
    server.stop().then(() => process.exit(0), failed);
  }

  function followLeaving(): void {
    void server.leaving.then((why) => (why === 'drained' ? stop() : joinAnew()));
  }

  /** On the same ports, as if it had been started again. */
  async function joinAnew(): Promise<void> {
    if (stopping) return;
    const { port, sshPort } = server;
    await server.stop().catch((error) => log.error(error));
    while (!stopping) {
      try {
        server = await startServer({ ...config, port, sshPort }, log);
        return followLeaving();
      } catch (error) {
        log.error(error);
        await new Promise((done) => setTimeout(done, JOIN_AGAIN_AFTER));
      }
    }
  }

  function failed(error: unknown): void {
    log.error(error);
    process.exit(1);
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
