import { describe, expect, test, vi } from 'vitest';
import { newSigner } from '../../test/signed.ts';
import { stepRandom } from './random.ts';
import type { Outcome } from './record.ts';
import { type Any, brokenOf, changed, check, golden, signer, uncheckedOf, wordsOf } from './verify/fixture.ts';
import { type CheckName, type KeySet, summarize } from './verify.ts';

const signed = await signer.sign(golden('tic-tac-toe', 'first-wins.json'));

test('an untouched record holds in every check, in the same order always', async () => {
  const checks = await check(signed);
  expect(checks.map(({ name, verdict }) => [name, verdict])).toEqual(
    ['shape', 'seats', 'seed', 'draw', 'rules', 'result', 'chain', 'signature'].map((name) => [name, 'held']),
  );
  expect(summarize(checks)).toBe('Everything holds.');
});

describe('of a signed record', () => {
  test.each<[string, (record: Any) => unknown, CheckName[]]>([
    ['seats reversed', (record) => record.seats.reverse(), ['draw', 'chain']],
    ['seats and arrival reversed', (record) => [record.seats.reverse(), record.arrival.reverse()], ['chain']],
    ['no seats', (record) => (record.seats = []), ['shape']],
    ['a renamed player', (record) => (record.seats[1].name = 'Eve'), ['chain']],
    ['another account', (record) => (record.seats[1].agent = 'eve'), ['seats', 'draw', 'chain']],
    ['another account that came', (record) => (record.seats[1].agent = record.arrival[1] = 'eve'), ['chain']],
    ['another legal move with the same end', (record) => (record.entries[1].moves[0].move.cell = 8), ['chain']],
    ['a changed time', (record) => record.entries[2].at++, ['chain']],
    ['a changed time of the end', (record) => record.entries.at(-1).at++, ['chain', 'signature']],
    ['a changed beginning', (record) => record.at--, ['chain']],
    ['one seat that makes all moves', (record) => (record.entries[1].moves[0].seat = 0), ['rules', 'chain']],
    ['a field too much in a move', (record) => (record.entries[0].moves[0].move.extra = 1), ['chain']],
    ['a field too much', (record) => (record.extra = 1), ['shape']],
    ['a field too much in a seat', (record) => (record.seats[0].extra = 1), ['shape']],
    ['a field too much in the terms', (record) => (record.terms.extra = 1), ['shape']],
    ['a field too much in an entry', (record) => (record.entries[0].extra = 1), ['shape']],
    ['a field too much in the result', (record) => (record.outcome.extra = 1), ['shape']],
    ['another time to think', (record) => record.terms.clock.each++, ['chain']],
    ['another phase of the clock', (record) => (record.terms.clock.vote = 1), ['chain']],
    ['other options', (record) => (record.options = { size: 4 }), ['rules', 'chain']],
    ['another seed', (record) => (record.seed = '00'.repeat(32)), ['seed']],
    ['the same seed in other letters', (record) => (record.seed = record.seed.toUpperCase()), ['shape']],
    ['another hash of the seed', (record) => (record.seedHash = '00'.repeat(32)), ['seed', 'chain', 'signature']],
    ['a table', (record) => (record.table = 'x'), ['chain']],
    ['a previous match', (record) => (record.previous = 'x'), ['chain']],
    ['another id', (record) => (record.id = 'x'), ['chain', 'signature']],
    ['a missing last entry', (record) => record.entries.pop(), ['result', 'chain', 'signature']],
    ['an entry too much', (record) => record.entries.push(record.entries[0]), ['rules', 'chain', 'signature']],
    ['another result', (record) => record.outcome.ranks.reverse(), ['result', 'signature']],
    ['a result that is void', (record) => (record.outcome = { kind: 'void', reason: 'x' }), ['signature']],
    ['no arrival', (record) => delete record.arrival, ['chain']],
    ['no signature', (record) => delete record.signature, ['signature']],
    ['an empty signature', (record) => (record.signature = ''), ['signature']],
    ['words for a signature', (record) => (record.signature = 'a.b.c'), ['signature']],
    ['an unknown version', (record) => (record.version = 99), ['chain']],
  ])('%s is refused', async (_, change, broken) => {
    expect(brokenOf(await check(changed(signed, change)))).toEqual(broken);
  });

  test('every other letter of the signature is refused, even one that means the same bytes', async () => {
    const text = signed.signature!;
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let i = 0; i < text.length; i++) {
      if (text[i] === '.') continue;
      const other = letters[(letters.indexOf(text[i]!) + 1) % 64];
      const signature = text.slice(0, i) + other + text.slice(i + 1);
      expect(brokenOf(await check({ ...signed, signature }))).toContain('signature');
    }
    expect(brokenOf(await check({ ...signed, signature: `${text}=` }))).toEqual(['signature']);
    expect(brokenOf(await check({ ...signed, signature: `${text}.${text}` }))).toEqual(['signature']);
  });

  test('a header that asks for more than we know is refused, and so is any other algorithm', async () => {
    const [, body, tail] = signed.signature!.split('.');
    const kid = signer.keys.keys[0]!.kid;
    for (const header of [
      { alg: 'none', kid },
      { alg: 'HS256', kid },
      { alg: 'EdDSA' },
      { alg: 'EdDSA', kid, b64: false },
    ]) {
      const head = Buffer.from(JSON.stringify(header)).toString('base64url');
      expect(brokenOf(await check({ ...signed, signature: `${head}.${body}.${tail}` }))).toEqual(['signature']);
    }
  });
});

describe('whose record it is', () => {
  test('is not checked without keys, and the words say so', async () => {
    const checks = await check(signed, { keys: 'No keys were given.' });
    expect(brokenOf(checks)).toEqual([]);
    expect(uncheckedOf(checks)).toEqual(['signature']);
    expect(wordsOf(checks, 'signature')).toBe('Whose record this is was not checked. No keys were given.');
    expect(summarize(checks)).toBe('What was checked holds. Not checked: signature.');
    const renamed = changed(signed, (record) => (record.seats[0]!.name = 'Eve'));
    expect(brokenOf(await check(renamed, { keys: 'No keys were given.' }))).toEqual(['chain']);
    expect(wordsOf(await check(renamed), 'signature')).toMatch(/what it signed is another record/);
  });

  test('is refused when another server signed it, also under the name of our key', async () => {
    const other = await newSigner();
    const theirs = await other.sign(signed);
    expect(brokenOf(await check(theirs))).toEqual(['signature']);
    expect(brokenOf(await check(theirs, { keys: other.keys }))).toEqual([]);
    const renamed: KeySet = { keys: [{ ...signer.keys.keys[0]!, kid: other.keys.keys[0]!.kid! }] };
    expect(brokenOf(await check(theirs, { keys: renamed }))).toEqual(['signature']);
  });

  test('is checked with the right key among others, of whatever kind', async () => {
    const other = await newSigner();
    const keys = { keys: [{ kty: 'RSA', kid: signer.keys.keys[0]!.kid! }, ...other.keys.keys, ...signer.keys.keys] };
    expect(brokenOf(await check(signed, { keys }))).toEqual([]);
    expect(brokenOf(await check(signed, { keys: { keys: [] } }))).toEqual(['signature']);
  });

  test('is not checked where signatures cannot be, with the reason', async () => {
    vi.stubGlobal('crypto', {});
    const checks = await check(signed);
    vi.stubGlobal('crypto', { subtle: { importKey: () => Promise.reject(new Error('NotSupportedError')) } });
    const elsewhere = await check(signed);
    vi.unstubAllGlobals();
    expect(uncheckedOf(checks)).toEqual(['signature']);
    expect(wordsOf(checks, 'signature')).toMatch(/only on pages that came by https/);
    expect(wordsOf(elsewhere, 'signature')).toMatch(/Ed25519 is not known here/);
  });
});

describe('who sits where', () => {
  const drawn = async () => {
    const record = changed(golden('tic-tac-toe', 'first-wins.json'), ({ terms }) => (terms.seating = 'drawn'));
    const arrival =
      stepRandom(record.seed, 0, 'seating').shuffle([0, 1])[0] === 0 ? ['bot-0', 'bot-1'] : ['bot-1', 'bot-0'];
    return signer.sign({ ...record, arrival });
  };

  test('follows the draw from the seed', async () => {
    const record = await drawn();
    expect(brokenOf(await check(record))).toEqual([]);
    const swapped = await signer.sign({ ...record, arrival: record.arrival!.toReversed() });
    expect(brokenOf(await check(swapped))).toEqual(['draw']);
  });

  test('takes turns with the previous match, which is needed to tell', async () => {
    const later = await signer.sign({ ...golden('tic-tac-toe', 'draw.json'), previous: 'earlier' });
    const turned = changed(signed, ({ seats, arrival }) => [seats.reverse(), arrival!.reverse()]);
    const earlier = await signer.sign({ ...turned, id: 'earlier' });
    expect(uncheckedOf(await check(later))).toEqual(['draw']);
    expect(wordsOf(await check(later, { previous: earlier }), 'draw')).toMatch(/changed seats/);
    const unturned = await signer.sign({ ...signed, id: 'earlier' });
    expect(brokenOf(await check(later, { previous: unturned }))).toEqual(['draw']);
    const { signature: _, arrival: _none, ...unsigned } = unturned;
    for (const previous of [signed, {}, { ...earlier, seats: signed.seats }, { ...earlier, game: 'c4' }, unsigned]) {
      expect(uncheckedOf(await check(later, { previous }))).toEqual(['draw']);
    }
    const three = await signer.sign({ ...later, arrival: ['bot-1', 'bot-1'] });
    expect(brokenOf(await check(three, { previous: earlier }))).toEqual(['seats', 'draw']);
  });

  test('is as many as the game has', async () => {
    const record = golden('tic-tac-toe', 'first-wins.json');
    const alone = { ...record, seats: record.seats.slice(0, 1) };
    expect(brokenOf(await check(alone))).toContain('seats');
    expect(brokenOf(await check({ ...record, seats: [...record.seats, ...record.seats] }))).toContain('seats');
  });
});

describe('a match that was declared void when it was over', () => {
  const outcome: Outcome = { kind: 'void', reason: 'voided by the host' };

  test('holds as the signature says it, and says what was checked', async () => {
    const checks = await check(await signer.sign({ ...signed, outcome }));
    expect(brokenOf(checks)).toEqual([]);
    expect(wordsOf(checks, 'result')).toMatch(/declared void when it was over, as the signature says/);
  });

  test('is open without a signature', async () => {
    const checks = await check({ ...golden('tic-tac-toe', 'draw.json'), outcome });
    expect(brokenOf(checks)).toEqual([]);
    expect(uncheckedOf(checks)).toEqual(['draw', 'result', 'chain', 'signature']);
  });

  test('is refused when its entries lead to no end at all', async () => {
    const record = changed(golden('tic-tac-toe', 'draw.json'), ({ entries }) => entries.pop());
    expect(brokenOf(await check({ ...record, outcome }))).toEqual(['result']);
  });
});

describe('what is not as it should be', () => {
  test('is said to have no shape, whatever it is', async () => {
    const nested = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    for (const value of [undefined, null, 1, 'x', [], {}, { entries: [] }, nested, { ...signed, options: nested }]) {
      const checks = await check(value);
      expect(brokenOf(checks)).toEqual(['shape']);
      expect(uncheckedOf(checks)).toHaveLength(7);
    }
  });

  test('an old record holds for what it contains, and the words say what was not checked', async () => {
    const checks = await check(golden('tic-tac-toe', 'first-wins.json'));
    expect(brokenOf(checks)).toEqual([]);
    expect(uncheckedOf(checks)).toEqual(['draw', 'chain', 'signature']);
    expect(wordsOf(checks, 'chain')).toMatch(/names and times in it may have been changed/);
    expect(wordsOf(checks, 'signature')).toMatch(/Whose record this is was not checked/);
  });

  test('a hash that was known before the record is held against it', async () => {
    expect(brokenOf(await check(signed, { seedHash: signed.seedHash }))).toEqual([]);
    expect(brokenOf(await check(signed, { seedHash: '00'.repeat(32) }))).toEqual(['seed']);
  });

  test('without rules the rest is still checked', async () => {
    const checks = await check(signed, { rules: () => undefined });
    expect(brokenOf(checks)).toEqual([]);
    expect(uncheckedOf(checks)).toEqual(['rules', 'result']);
    expect(wordsOf(checks, 'rules')).toBe('The rules of ttt, version 1, are not at hand.');
  });
});
