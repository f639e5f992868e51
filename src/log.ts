import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

const LEVELS = { 10: 'trace', 20: 'debug', 30: '', 40: 'warn ', 50: 'ERROR ', 60: 'FATAL ' } as const;

/** A net below the rule that no secret is ever logged. */
const SECRETS = ['token', 'apiKey', 'key', 'secret', 'password', 'authorization', 'seed'];

const OPTIONS: LoggerOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: [...SECRETS, ...SECRETS.map((name) => `*.${name}`)], censor: '[secret]' },
};

/** One stream of lines: JSON for machines, or for people to read. */
export function createLog({ level, pretty }: { level: string; pretty: boolean }, out?: DestinationStream): Logger {
  if (!pretty) return pino({ ...OPTIONS, level }, out ?? pino.destination({ fd: 1, sync: true }));
  const stream = out ?? process.stdout;
  return pino(
    { level, base: null, timestamp: false, ...(OPTIONS.redact && { redact: OPTIONS.redact }) },
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
