import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { ExportedRecord } from '../core/record.ts';
import { type Check, type Evidence, summarize, verify as verifyRecord } from '../core/verify.ts';
import { rulesOf } from '../games/manifests.ts';
import { ConfigError } from './config.ts';
import { readKeys } from './keys.ts';
import { printable } from './printable.ts';

const USAGE = 'usage: crossplay verify FILE [--keys FILE|URL] [--previous FILE] [--signed]';
const MOST_BYTES = 64 * 1024 * 1024;

/** Says of an exported record, check by check, whether it was played so and who published it. */
export async function verify(args: string[]): Promise<void> {
  const { file, keys, previous, signed } = readArguments(args);
  const { checks, lines, names, broken } = await verifyText(await readText(file), {
    keys: keys === undefined ? 'No keys were given (--keys).' : await readKeys(keys),
    ...(previous !== undefined && { previous: parse(await readText(previous), previous) }),
  });
  for (const line of lines) console.log(line);
  if (previous !== undefined && !names) console.log('It names no earlier match, so the one given was not looked at.');
  const isSigned = checks.find(({ name }) => name === 'signature')?.verdict === 'held';
  if (signed && !isSigned) console.log('A signature was asked for (--signed), and none was found to hold.');
  if (broken || (signed && !isSigned)) process.exitCode = 1;
}

export interface Verified {
  checks: Check[];
  /** For the terminal. */
  lines: string[];
  /** It names an earlier match of the same two. */
  names: boolean;
  broken: boolean;
}

/** @throws ConfigError when the text is not JSON */
export async function verifyText(
  text: string,
  evidence: Omit<Evidence, 'rules'>,
  rules: Evidence['rules'] = rulesOf,
): Promise<Verified> {
  const record = parse(text, 'this');
  const checks = await verifyRecord(record, { ...evidence, rules });
  const isRecord = checks[0]!.verdict === 'held';
  return {
    checks,
    lines: [
      ...(isRecord ? [title(record as ExportedRecord)] : []),
      ...checks.map(({ name, verdict, words }) => `  ${name.padEnd(10)} ${verdict.padEnd(12)} ${printable(words)}`),
      summarize(checks),
    ],
    names: isRecord && (record as ExportedRecord).previous !== undefined,
    broken: checks.some(({ verdict }) => verdict === 'broken'),
  };
}

function title({ id, game, seats, outcome }: ExportedRecord): string {
  const ranks = (seat: number) => (outcome.kind === 'over' ? ` (rank ${outcome.ranks[seat]})` : '');
  const players = seats.map(({ name }, seat) => `${printable(name)}${ranks(seat)}`).join(', ');
  return `${printable(game)} ${printable(id)}: ${players}; ${outcome.kind}, ${printable(outcome.reason)}`;
}

interface Asked {
  file: string;
  keys: string | undefined;
  previous: string | undefined;
  signed: boolean;
}

function readArguments(args: string[]): Asked {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { keys: { type: 'string' }, previous: { type: 'string' }, signed: { type: 'boolean' } },
    });
    const [file, ...more] = positionals;
    const { keys, previous, signed = false } = values;
    if (file !== undefined && more.length === 0) return { file, keys, previous, signed };
  } catch {
    // said below
  }
  throw new ConfigError(USAGE);
}

async function readText(path: string): Promise<string> {
  const unreadable = () => {
    throw new ConfigError(`cannot read ${path}.`);
  };
  const { size } = await stat(path).catch(unreadable);
  if (size > MOST_BYTES) throw new ConfigError(`${path} is too large to be a record.`);
  return readFile(path, 'utf8').catch(unreadable);
}

/** Some programs begin every file with the mark of its byte order. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    throw new ConfigError(`${name} is not an exported record of a finished match: it is not JSON.`);
  }
}
