import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { StorageUnwritable } from './core/storage.ts';

const LEVELS = { 10: 'trace', 20: 'debug', 30: '', 40: 'warn ', 50: 'ERROR ', 60: 'FATAL ' } as const;

/** A net below the rule that no secret is ever logged. */
const SECRETS = ['token', 'apiKey', 'key', 'secret', 'password', 'authorization', 'seed'];

/** What came of it that nothing could be stored: that itself is said once, by the storage. */
const isSaid = ([about]: unknown[]): boolean =>
  [about, (about as { err?: unknown } | undefined)?.err].some((error) => error instanceof StorageUnwritable);

const HOOKS: NonNullable<LoggerOptions['hooks']> = {
  logMethod(words, write) {
    if (!isSaid(words)) write.apply(this, words);
  },
};

const OPTIONS: LoggerOptions = {
  base: null,
  hooks: HOOKS,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: [...SECRETS, ...SECRETS.map((name) => `*.${name}`)], censor: '[secret]' },
};

/** One stream of lines: JSON for machines, or for people to read. */
export function createLog({ level, pretty }: { level: string; pretty: boolean }, out?: DestinationStream): Logger {
  if (!pretty) return pino({ ...OPTIONS, level }, out ?? pino.destination({ fd: 1, sync: true }));
  const stream = out ?? process.stdout;
  return pino(
    { level, base: null, timestamp: false, hooks: HOOKS, ...(OPTIONS.redact && { redact: OPTIONS.redact }) },
    {
      write: (line: string) => void stream.write(`crossplay: ${forPeople(JSON.parse(line))}\n`),
    },
  );
}

/** What it says, then the rest of what it knows. */
function forPeople({ level, msg = '', err, ...rest }: { [name: string]: unknown }): string {
  const known = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const trouble = (err as { stack?: string; message?: string } | undefined)?.stack;
  return `${LEVELS[level as keyof typeof LEVELS]}${[msg, ...known].join(' ')}${trouble ? `\n${trouble}` : ''}`;
}
