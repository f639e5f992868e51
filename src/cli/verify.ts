import { readFile } from 'node:fs/promises';
import { Compile } from 'typebox/compile';
import type { ExportedRecord } from '../core/record.ts';
import { findFault } from '../core/verify.ts';
import { rulesOf } from '../games/manifests.ts';
import { ConfigError } from './config.ts';

/** Replays an exported record and says whether seed, moves and result are what they claim to be. */
export async function verify(args: string[]): Promise<void> {
  const [file] = args;
  if (!file || args.length !== 1) throw new ConfigError('usage: crossplay verify FILE');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ConfigError(`cannot read ${file}.`);
  });
  console.log(await verifyText(text));
}

/**
 * @param find the rules of a game and version
 * @returns a sentence on the verified result
 * @throws ConfigError with what does not agree
 */
export async function verifyText(text: string, find = rulesOf): Promise<string> {
  const record = parse(text);
  const game = await find(record.game, record.version);
  if (!game) throw new ConfigError(`there are no rules for ${record.game} version ${record.version} here.`);
  const validator = Compile(game.move);
  const fault = findFault(game, record, (move) => validator.Check(move));
  if (fault) throw new ConfigError(fault);
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
