import { type Check, type Evidence, verify } from '../core/verify.ts';
import { rulesOf } from '../games/manifests.ts';

/** Checks a record here, with the same rules and by the same code as everywhere. */
export const verifyHere = (record: unknown, evidence: Omit<Evidence, 'rules'>): Promise<Check[]> =>
  verify(record, { ...evidence, rules: rulesOf });
