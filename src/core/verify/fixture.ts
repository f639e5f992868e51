import { games } from '../../../test/all-games.ts';
import { goldenRecords } from '../../../test/golden.ts';
import { newSigner } from '../../../test/signed.ts';
import { offers } from '../../../test/toys.ts';
import type { AnyGame } from '../game.ts';
import type { ExportedRecord } from '../record.ts';
import { type Check, type CheckName, type Evidence, verify } from '../verify.ts';

// biome-ignore lint/suspicious/noExplicitAny: tampering knows no types
export type Any = any;

export const signer = await newSigner();

const rules = (id: string, version: number) =>
  [...games, offers as AnyGame].find((game) => game.id === id && game.version === version);

export const golden = (folder: string, file: string): ExportedRecord =>
  structuredClone(goldenRecords().find((one) => one.folder === folder && one.file === file)!.record);

export const check = (record: unknown, evidence: Partial<Evidence> = {}): Promise<Check[]> =>
  verify(record, { rules, keys: signer.keys, ...evidence });

const namesOf = (checks: Check[], verdict: Check['verdict']): CheckName[] =>
  checks.filter((one) => one.verdict === verdict).map(({ name }) => name);
export const brokenOf = (checks: Check[]): CheckName[] => namesOf(checks, 'broken');
export const uncheckedOf = (checks: Check[]): CheckName[] => namesOf(checks, 'not checked');
export const wordsOf = (checks: Check[], name: CheckName): string => checks.find((one) => one.name === name)!.words;

export function changed<T>(record: T, change: (copy: T) => unknown): T {
  const copy = structuredClone(record);
  change(copy);
  return copy;
}
