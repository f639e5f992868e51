import cluster from 'node:cluster';
import { createLog } from '../log.ts';
import { startServer } from '../server.ts';
import { readConfig, shownSettings, unknownVariables } from './config.ts';
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
  const log = createLog({ level: config.logLevel, pretty: config.pretty });
  // Where it serves is said at every level but silence: whoever started it waits for that line.
  const course = config.logLevel === 'silent' ? log : log.child({}, { level: 'info' });
  for (const sentence of unknownVariables(process.env)) log.warn(sentence);
  if (!config.pretty) log.info({ settings: shownSettings(args, process.env), node: process.version }, 'starting');
  let stopping = false;
  let server = await startServer(config, log);
  followLeaving();
  // Whoever reads that it serves may stop it at once.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const where = `${server.url}${server.sshPort ? ` and SSH on port ${server.sshPort}` : ''}`;
  if (cluster.isWorker) process.send!({ serving: where } satisfies Serving);
  else course.info(`serving ${where}`);

  function stop(): void {
    if (stopping) return;
    stopping = true;
    course.info(`stopping; matches under way go on ${config.cluster ? 'elsewhere' : 'after the next start'}`);
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
    log.error({ err: error }, 'the server did not stop well');
    process.exit(1);
  }
}
