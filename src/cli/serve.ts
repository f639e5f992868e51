import { createLog } from '../log.ts';
import { startServer } from '../server.ts';
import { readConfig, shownSettings, unknownVariables } from './config.ts';

const LONGEST_STOP = 4500;

export async function serve(args: string[]): Promise<void> {
  const config = readConfig(args, process.env);
  const log = createLog({ level: config.logLevel, pretty: config.pretty });
  // Where it serves is said at every level but silence: whoever started it waits for that line.
  const course = config.logLevel === 'silent' ? log : log.child({}, { level: 'info' });
  for (const sentence of unknownVariables(process.env)) log.warn(sentence);
  if (!config.pretty) log.info({ settings: shownSettings(args, process.env), node: process.version }, 'starting');
  const server = await startServer(config, log);
  course.info(`serving ${server.url}${server.sshPort ? ` and SSH on port ${server.sshPort}` : ''}`);

  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    course.info('stopping; matches under way go on after the next start');
    setTimeout(() => process.exit(1), LONGEST_STOP).unref();
    server.stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'the server did not stop well');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
