import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { newSigner, type Signer } from '../../test/signed.ts';
import type { ExportedRecord } from '../core/record.ts';
import { main } from './main.ts';
import { verifyText } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'crossplay-verify-'));
const records = globSync(join(import.meta.dirname, '../games/*/records/*.json'));
const win: ExportedRecord = JSON.parse(
  readFileSync(records.find((file) => /tic-tac-toe.*first-wins\.json$/.test(file))!, 'utf8'),
);
const printed: string[] = [];
const errors: string[] = [];
vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
vi.spyOn(console, 'error').mockImplementation((line) => void errors.push(line));

let signer: Signer;
let record: string;
let keys: string;

beforeAll(async () => {
  signer = await newSigner();
  record = written('record.json', await signer.sign(win));
  keys = written('keys.json', signer.keys);
});
afterEach(() => {
  process.exitCode = undefined;
  printed.splice(0);
  errors.splice(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function listing(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`;
}

test.each(records)('%s holds', async (file) => {
  expect(await verifyText(readFileSync(file, 'utf8'), { keys: 'None.' })).toMatchObject({ broken: false });
});

test('each check has a line, and the last one sums up', async () => {
  await main(['verify', record, '--keys', keys]);
  expect(printed[0]).toBe('ttt ttt-e0a7fb2a: Bot 0 (rank 1), Bot 1 (rank 2); over, three in a row');
  expect(printed.slice(1, -1).map((line) => line.trim().split(/\s+/).slice(0, 2))).toEqual(
    ['shape', 'seats', 'seed', 'draw', 'rules', 'result', 'chain', 'signature'].map((name) => [name, 'held']),
  );
  expect(printed.at(-1)).toBe('Everything holds.');
  expect(process.exitCode).toBeUndefined();
});

test('without keys it says that it did not check whose record it is', async () => {
  await main(['verify', record]);
  expect(printed.at(-2)).toMatch(/not checked +Whose record this is was not checked\. No keys were given \(--keys\)\./);
  expect(process.exitCode).toBeUndefined();
});

test('a broken check ends with exit code 1', async () => {
  const renamed = { ...(await signer.sign(win)), seats: win.seats.toReversed() };
  await main(['verify', written('renamed.json', renamed), '--keys', keys]);
  expect(printed.at(-1)).toBe('This record is not to be trusted: draw, chain broken.');
  expect(process.exitCode).toBe(1);
});

test('keys are fetched from where a server lists them, and those of another server are refused', async () => {
  const url = await listing((_, response) => void response.end(JSON.stringify(signer.keys)));
  await main(['verify', record, '--keys', url]);
  expect(printed.at(-1)).toBe('Everything holds.');
  const other = written('others.json', (await newSigner()).keys);
  await main(['verify', record, '--keys', other]);
  expect(printed.at(-1)).toBe('This record is not to be trusted: signature broken.');
  expect(process.exitCode).toBe(1);
});

test('the previous match of the same two is read as well', async () => {
  const later = written('later.json', await signer.sign({ ...win, previous: 'earlier' }));
  const seats = win.seats.toReversed();
  const earlier = written('earlier.json', await signer.sign({ ...win, id: 'earlier', seats }));
  await main(['verify', later, '--keys', keys]);
  expect(printed.at(-1)).toBe('What was checked holds. Not checked: draw.');
  await main(['verify', later, '--keys', keys, '--previous', earlier]);
  expect(printed.at(-1)).toBe('Everything holds.');
});

test('a script that asks for a signature is told by the exit code where none holds', async () => {
  await main(['verify', record, '--keys', keys, '--signed']);
  expect(printed.at(-1)).toBe('Everything holds.');
  expect(process.exitCode).toBeUndefined();
  const { signature: _, arrival: _none, ...stripped } = await signer.sign(win);
  const old = written('stripped.json', stripped);
  await main(['verify', old, '--keys', keys]);
  expect(process.exitCode).toBeUndefined();
  await main(['verify', old, '--keys', keys, '--signed']);
  expect(printed.at(-1)).toBe('A signature was asked for (--signed), and none was found to hold.');
  expect(process.exitCode).toBe(1);
});

test('an earlier match that the record does not name is said to be of no use', async () => {
  await main(['verify', record, '--keys', keys, '--previous', record]);
  expect(printed.at(-1)).toBe('It names no earlier match, so the one given was not looked at.');
});

test('a record that names its table has the order of arrival, and a signature has 64 bytes', async () => {
  const { signature, arrival: _, ...rest } = await signer.sign({ ...win, table: 'table-1' });
  const [shape] = (await verifyText(JSON.stringify(rest), { keys: signer.keys })).checks;
  expect(shape).toMatchObject({ verdict: 'broken', words: 'The order of arrival was taken out of it.' });
  const short = { ...(await signer.sign(win)), signature: signature!.replace(/[^.]+$/, 'AAAA') };
  const { checks } = await verifyText(JSON.stringify(short), { keys: 'None.' });
  expect(checks.at(-1)).toMatchObject({ verdict: 'broken', words: expect.stringContaining('not a signature') });
});

test('of several keys of one name any may have signed, and a list without the name may be too old', async () => {
  const [own] = signer.keys.keys;
  const [other] = (await newSigner()).keys.keys;
  const signed = JSON.stringify(await signer.sign(win));
  const both = { keys: [{ ...other!, kid: own!.kid! }, own!] };
  expect((await verifyText(signed, { keys: both })).checks.at(-1)).toMatchObject({ verdict: 'held' });
  expect((await verifyText(signed, { keys: { keys: [other!] } })).checks.at(-1)).toMatchObject({
    verdict: 'broken',
    words: expect.stringContaining('newer than this list'),
  });
});

test('what strangers wrote cannot rewrite the terminal', async () => {
  const seats = win.seats.map((seat, i) => ({
    ...seat,
    name: i ? 'b\u202eob\u2028' : `a\u001b[2Jnn${'x'.repeat(999)}`,
  }));
  const { lines } = await verifyText(JSON.stringify({ ...win, seats, id: 'i\rd', game: 't\u0000\u200b' }), {
    keys: 'x',
  });
  expect(lines[0]).toContain('t\\u{0}\\u{200b} i\\u{d}d: a\\u{1b}[2Jnnxxx');
  expect(lines[0]).toContain('b\\u{202e}ob\\u{2028} (rank 2)');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
  for (const line of lines) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(lines[0]!.length).toBeLessThan(900);
});

test.each([
  ['no file', () => ['verify'], /^crossplay: usage: crossplay verify FILE/],
  ['two files', () => ['verify', 'a', 'b'], /usage/],
  ['an unknown flag', () => ['verify', record, '--nope'], /usage/],
  ['a missing file', () => ['verify', join(folder, 'nothing')], /cannot read/],
  ['a folder', () => ['verify', folder], /cannot read/],
  ['missing keys', () => ['verify', record, '--keys', join(folder, 'nothing')], /cannot read/],
  ['no JSON', () => ['verify', written('text', 'hello')], /not JSON/],
  ['keys that are none', () => ['verify', record, '--keys', record], /is not a set of keys/],
] as [string, () => string[], RegExp][])('%s is one clear line', async (_, args, words) => {
  await main(args());
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(words);
  expect(process.exitCode).toBe(1);
});

test('keys that do not come, or never end, are one clear line', async () => {
  const missing = await listing((_, response) => void response.writeHead(404).end());
  const endless = await listing((_, response) => {
    const write = () => void (response.destroyed || response.write('x'.repeat(100_000), write));
    write();
  });
  for (const [url, words] of [
    [missing, /answered 404/],
    [endless, /sends too much/],
    ['http://127.0.0.1:9/', /cannot read/],
  ] as const) {
    await main(['verify', record, '--keys', url]);
    expect(errors.pop()).toMatch(words);
  }
});
