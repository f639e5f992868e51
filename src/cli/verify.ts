import { readFile } from 'node:fs/promises';
import { hashSeed } from '../core/random.ts';
import { type ExportedRecord, replay } from '../core/record.ts';
import { games } from '../games/index.ts';
import { ConfigError } from './config.ts';

/** Replays an exported record and says whether seed and result are what they claim to be. */
export async function verify(args: string[]): Promise<void> {
  const [file] = args;
  if (!file || args.length !== 1) throw new ConfigError('usage: crossplay verify FILE');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ConfigError(`cannot read ${file}.`);
  });
  console.log(verifyRecord(text));
}

/** @returns a sentence on the verified result. @throws ConfigError with what does not agree */
export function verifyRecord(text: string): string {
  const record = parse(text);
  const game = games.find(({ id, version }) => id === record.game && version === record.version);
  if (!game) throw new ConfigError(`there are no rules for ${record.game} version ${record.version} here.`);
  if (hashSeed(record.seed) !== record.seedHash) {
    throw new ConfigError('the seed does not fit its hash: it is not the one that was fixed when the match began.');
  }
  let status: unknown;
  try {
    status = replay(game, record).status;
  } catch (error) {
    throw new ConfigError(`the record does not follow the rules: ${(error as Error).message}`);
  }
  if (JSON.stringify(sorted(status)) !== JSON.stringify(sorted(record.outcome))) {
    throw new ConfigError(
      `the replay ends otherwise: ${JSON.stringify(status)} instead of ${JSON.stringify(record.outcome)}`,
    );
  }
  const { outcome, seats, entries } = record;
  const result =
    outcome.kind === 'void'
      ? `void (${outcome.reason})`
      : `${outcome.reason}: ${seats.map(({ name }, seat) => `${name} rank ${outcome.ranks[seat]}`).join(', ')}`;
  return `verified: ${game.title}, ${entries.length} entries, the seed fits its hash, ${result}`;
}

function parse(text: string): ExportedRecord {
  try {
    const record = JSON.parse(text) as ExportedRecord;
    if (Array.isArray(record.entries) && Array.isArray(record.seats) && record.outcome && record.seed) return record;
  } catch {
    // said below
  }
  throw new ConfigError('this is not an exported record of a finished match.');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
