import { canonical } from './canonical.ts';
import { isVoidedLater } from './chain.ts';
import type { AnyGame } from './game.ts';
import { hashSeed } from './random.ts';
import type { ExportedRecord, Position } from './record.ts';
import { broken, type Finding, held, unchecked } from './verify/finding.ts';
import { replayStrictly } from './verify/rules.ts';
import { checkDraw, checkSeats } from './verify/seating.ts';
import { faultOfShape } from './verify/shape.ts';
import { checkChain, checkSignature, type KeySet, readSignature, type Signature } from './verify/signature.ts';

export { faultOfShape } from './verify/shape.ts';
export { isKeySet, type KeySet } from './verify/signature.ts';

const CHECKS = ['shape', 'seats', 'seed', 'draw', 'rules', 'result', 'chain', 'signature'] as const;
export type CheckName = (typeof CHECKS)[number];
export interface Check extends Finding {
  name: CheckName;
}

/** What a record is held against. */
export interface Evidence {
  rules(game: string, version: number): AnyGame | undefined | Promise<AnyGame | undefined>;
  /** The public keys of the server whose record it is said to be, or a sentence on why they are not at hand. */
  keys: KeySet | string;
  /** The hash of the seed, if it was known before the record. */
  seedHash?: string;
  /** The record that this one names as the previous of the same two. */
  previous?: unknown;
}

/**
 * Whether a finished match was played as its record says, and is the record that its server published. Every check is
 * answered, in the same order: it held, is broken, or could not be made, and why.
 */
export async function verify(value: unknown, evidence: Evidence): Promise<Check[]> {
  const found = await findings(value, evidence);
  return CHECKS.map((name) => ({ name, ...found[name] }));
}

/** The whole in one sentence. */
export function summarize(checks: Check[]): string {
  const named = (verdict: Finding['verdict']) =>
    checks.filter((check) => check.verdict === verdict).map(({ name }) => name);
  const [wrong, open] = [named('broken'), named('not checked')];
  if (wrong.length) return `This record is not to be trusted: ${wrong.join(', ')} broken.`;
  return open.length ? `What was checked holds. Not checked: ${open.join(', ')}.` : 'Everything holds.';
}

type Findings = { [name in CheckName]: Finding };

async function findings(value: unknown, { rules, keys, seedHash, previous }: Evidence): Promise<Findings> {
  const fault = faultOfShape(value);
  if (fault !== undefined) return onlyShape(fault);
  const record = value as ExportedRecord;
  const game = await rules(record.game, record.version);
  const signature = record.signature === undefined ? undefined : readSignature(record.signature);
  const chain = checkChain(record, signature);
  return {
    shape: held('It has all that a record has, and nothing else.'),
    seats: checkSeats(game, record),
    seed: checkSeed(record, seedHash),
    draw: checkDraw(record, await earlierOf(record, previous, keys)),
    ...checkRules(game, record, signature),
    chain,
    signature: ofThis(await checkSignature(record, signature, keys), chain),
  };
}

/** A signature that is the server's says nothing for a record that is not the one it signs. */
const ofThis = (signature: Finding, chain: Finding): Finding =>
  signature.verdict === 'held' && chain.verdict === 'broken'
    ? held('The signature is this server’s, but what it signed is another record than this one.')
    : signature;

function onlyShape(fault: string): Findings {
  const open = unchecked('It does not have the shape of a record.');
  const rest = Object.fromEntries(CHECKS.map((name) => [name, open])) as Findings;
  return { ...rest, shape: broken(fault) };
}

function checkSeed({ seed, seedHash }: ExportedRecord, known: string | undefined): Finding {
  if (hashSeed(seed) !== seedHash) return broken('The seed does not fit its hash.');
  if (known === undefined) return held('The seed fits its hash.');
  return known === seedHash
    ? held('The seed fits the hash that was published at the start.')
    : broken('Another hash of the seed was published at the start.');
}

function checkRules(
  game: AnyGame | undefined,
  record: ExportedRecord,
  signature: Signature | undefined,
): Pick<Findings, 'rules' | 'result'> {
  if (!game) {
    const missing = unchecked(`The rules of ${record.game}, version ${record.version}, are not at hand.`);
    return { rules: missing, result: missing };
  }
  const end = replayStrictly(game, record);
  if ('fault' in end) {
    return { rules: broken(end.fault), result: unchecked('The entries could not be played to their end.') };
  }
  const rules = held(`${record.entries.length} entries were played again by the rules of ${game.title}.`);
  return { rules, result: checkResult(record, end, signature) };
}

function checkResult(record: ExportedRecord, { status }: Position, signature: Signature | undefined): Finding {
  const { outcome, entries } = record;
  const last = entries.at(-1);
  if (isVoidedLater(record, outcome) && status.kind === 'over') {
    return signature && canonical(signature.claim.outcome) === canonical(outcome)
      ? held(
          'The match was declared void when it was over, as the signature says; the entries lead to its first result.',
        )
      : unchecked(
          'The match is said to have been declared void when it was over. The entries lead to its first result.',
        );
  }
  if (canonical(status) !== canonical(outcome)) return broken('The entries lead to another result.');
  return last?.kind === 'end'
    ? held(`The result was decided outside the rules (${last.source}).`)
    : held('The entries lead to this result.');
}

/** The previous match, if it was given and is itself what was published; else why not. */
async function earlierOf(
  { previous: id }: ExportedRecord,
  value: unknown,
  keys: KeySet | string,
): Promise<ExportedRecord | string> {
  if (value === undefined) return `It shows in the match ${id}, which is not at hand.`;
  if (faultOfShape(value) !== undefined) return `What was given as the match ${id} is not a record.`;
  const record = value as ExportedRecord;
  const signature = record.signature === undefined ? undefined : readSignature(record.signature);
  if (!signature) return `The record that was given as the match ${id} is not signed, so it shows nothing.`;
  const found = [checkChain(record, signature), await checkSignature(record, signature, keys)];
  const wrong = found.find(({ verdict }) => verdict === 'broken');
  return wrong ? `The record that was given as the match ${id} is broken.` : record;
}
