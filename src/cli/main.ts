import { readFileSync } from 'node:fs';
import { commands, helpOn } from './commands.ts';
import { ConfigError } from './config.ts';
import { didYouMean } from './nearest.ts';

const { version: VERSION } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Runs one command of `crossplay`. A wrong call is one clear line and exit code 1. */
export async function main(args: string[]): Promise<void> {
  const [name = 'help', ...rest] = args;
  const known = name === '--help' || name === '-h' ? 'help' : name;
  const command = Object.hasOwn(commands, known) ? commands[known] : undefined;
  try {
    if (name === '--version' || name === '-v') return console.log(VERSION);
    if (!command) {
      throw new ConfigError(`no command "${name}".${didYouMean(name, Object.keys(commands))} See crossplay help`);
    }
    // What follows -- is for others.
    const own = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined);
    if (own.includes('--help') || own.includes('-h')) return console.log(helpOn(known, command));
    await command.run(rest);
  } catch (error) {
    console.error(`crossplay: ${await explain(error)}`);
    process.exitCode = 1;
    if (name === 'serve') process.exit(1);
  }
}

type SystemError = Error & { code?: string; port?: number; address?: string; hostname?: string; syscall?: string };

/** What a host can mend. Loaded when something went wrong: the parts that throw it are most of the program. */
async function troubles() {
  const { NoDatabase, StorageInUse, WrongFolder } = await import('../storage/trouble.ts');
  return [
    NoDatabase,
    StorageInUse,
    WrongFolder,
    (await import('../cluster/refused.ts')).ClusterRefused,
    (await import('../gateways/league/manager/leagues.ts')).WrongLeague,
    (await import('../homes.ts')).NoHome,
    (await import('../purse/chain-contract.ts')).WrongChain,
    (await import('../purse/seed.ts')).SeedError,
    (await import('../storage/migrations/index.ts')).NewerDatabase,
    (await import('../storage/moving/backup.ts')).BackupError,
    (await import('../storage/moving/copy.ts')).CopyError,
  ];
}

/** One clear line for what a host can mend; the whole trace for what only we can. */
async function explain(error: unknown): Promise<string> {
  if (error instanceof ConfigError) return error.message;
  if ((await troubles()).some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, port, address, hostname, syscall, stack } = error as SystemError;
  if (code === 'EADDRINUSE') {
    return `port ${port} is taken. Stop what runs there, or choose another port with PORT (HTTP) or CROSSPLAY_SSH_PORT (SSH).`;
  }
  if (code === 'EACCES' && syscall === 'listen') return `may not listen on port ${port}; choose one above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `this machine has no address ${address}; set HOST to one of its own.`;
  if (syscall === 'getaddrinfo')
    return `there is no address for "${hostname}"; set HOST (--host) to one of this machine's.`;
  return stack ?? String(error);
}
