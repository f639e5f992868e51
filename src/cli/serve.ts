import { pino } from 'pino';
import { startServer } from '../server.ts';
import { readConfig } from './config.ts';

const LONGEST_STOP = 4500;

export async function serve(args: string[]): Promise<void> {
  const config = readConfig(args, process.env);
  const log = pino({ level: config.logLevel });
  const server = await startServer(config, log);
  console.log(`crossplay: serving ${server.url}${server.sshPort ? ` and SSH on port ${server.sshPort}` : ''}`);

  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    console.log('crossplay: stopping; matches under way go on after the next start');
    setTimeout(() => process.exit(1), LONGEST_STOP).unref();
    server.stop().then(
      () => process.exit(0),
      (error) => {
        log.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
