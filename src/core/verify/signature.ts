import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { canonical } from '../canonical.ts';
import { type Claim, headOf, isVoidedLater } from '../chain.ts';
import type { ExportedRecord } from '../record.ts';
import { broken, type Finding, held, unchecked } from './finding.ts';
import { outcome } from './shape.ts';

/** Keys as a server lists them (RFC 7517); those of other kinds are of no use here. */
const keySet = Type.Object({
  keys: Type.Array(
    Type.Object({
      kty: Type.String(),
      crv: Type.Optional(Type.String()),
      x: Type.Optional(Type.String()),
      kid: Type.Optional(Type.String()),
    }),
  ),
});
export type KeySet = Static<typeof keySet>;
export const isKeySet = (value: unknown): value is KeySet => Check(keySet, value);

const only = { additionalProperties: false };
/** Of Ed25519. */
const SIGNATURE_BYTES = 64;
const signedHeader = Type.Object({ alg: Type.Literal('EdDSA'), kid: Type.String() }, only);
const signedClaim = Type.Object(
  { id: Type.String(), seedHash: Type.String(), head: Type.String(), outcome, at: Type.Integer() },
  only,
);

/** A compact JWS, read but not yet checked. */
export interface Signature {
  kid: string;
  claim: Claim;
  signed: Uint8Array<ArrayBuffer>;
  bytes: Uint8Array<ArrayBuffer>;
}

export function readSignature(text: string): Signature | undefined {
  const [head, body, tail, ...more] = text.split('.');
  if (head === undefined || body === undefined || tail === undefined || more.length) return undefined;
  const header = jsonOf(head);
  const claim = jsonOf(body);
  const bytes = bytesOf(tail);
  if (bytes?.length !== SIGNATURE_BYTES || !Check(signedHeader, header) || !Check(signedClaim, claim)) return undefined;
  return { kid: header.kid, claim: claim as Claim, signed: new TextEncoder().encode(`${head}.${body}`), bytes };
}

const BEFORE = 'It is from before matches were signed, or that was taken out of it';

export function checkChain(record: ExportedRecord, signature: Signature | undefined): Finding {
  if (!record.signature && !record.arrival) {
    return unchecked(`${BEFORE}: names and times in it may have been changed.`);
  }
  if (!signature) return unchecked('There is no signed hash to compare with.');
  return headOf(record) === signature.claim.head
    ? held('Everything that was settled at the start, and every entry, is as the signature says.')
    : broken('What was settled at the start, or an entry, is not as the signature says.');
}

/** @param keys those of the server whose record it is said to be, or why they are not at hand */
export async function checkSignature(
  record: ExportedRecord,
  signature: Signature | undefined,
  keys: KeySet | string,
): Promise<Finding> {
  if (!record.signature) {
    return record.arrival
      ? broken('The signature is missing: every match that keeps the order of arrival has one.')
      : unchecked(`${BEFORE}. Whose record this is was not checked.`);
  }
  if (!signature) return broken('This is not a signature as a server writes it.');
  const fault = faultOfClaim(record, signature.claim);
  if (fault) return broken(fault);
  if (typeof keys === 'string') return unchecked(`Whose record this is was not checked. ${keys}`);
  return checkKey(signature, keys);
}

function faultOfClaim(record: ExportedRecord, { id, seedHash, outcome, at }: Claim): string | undefined {
  if (id !== record.id || seedHash !== record.seedHash) return 'The signature is that of another match.';
  if (canonical(outcome) !== canonical(record.outcome)) return 'Another result was signed.';
  const ended = isVoidedLater(record, record.outcome) ? at : record.entries.at(-1)?.at;
  return at === ended ? undefined : 'Another time of the end was signed.';
}

async function checkKey({ kid, signed, bytes }: Signature, { keys }: KeySet): Promise<Finding> {
  const named = keys.filter((one) => one.kid === kid && one.kty === 'OKP' && one.crv === 'Ed25519' && one.x);
  if (named.length === 0) {
    return broken(
      `It was signed with the key ${kid}, which is none of these: another server’s, or newer than this list.`,
    );
  }
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) {
    return unchecked(
      'Whose record this is was not checked: a browser checks signatures only on pages that came by https.',
    );
  }
  let known = false;
  for (const { kty, crv, x } of named) {
    const imported = await subtle
      .importKey('jwk', { kty, crv: crv!, x: x! }, { name: 'Ed25519' }, false, ['verify'])
      .catch(() => undefined);
    known ||= imported !== undefined;
    if (imported && (await subtle.verify({ name: 'Ed25519' }, imported, bytes, signed))) {
      return held(`The server of these keys published it, and signed it with the key ${kid}.`);
    }
  }
  return known
    ? broken('The signature was not made with the server’s key.')
    : unchecked('Whose record this is was not checked: Ed25519 is not known here.');
}

function jsonOf(base64url: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(base64url)));
  } catch {
    return undefined;
  }
}

/** Only the one way to write them: other last letters that mean the same would be changes that nobody notices. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
    const again = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    return again === base64url ? Uint8Array.from(binary, (letter) => letter.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}
