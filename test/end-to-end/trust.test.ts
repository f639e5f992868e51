import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ExportedRecord } from '../../src/core/record.ts';
import { openStorage } from '../../src/storage/open.ts';
import { goldenRecords } from '../golden.ts';
import { type Serving, serve } from '../serving.ts';
import { storeRecord } from '../store-record.ts';

const CROSSPLAY = join(import.meta.dirname, '../../bin/crossplay.js');
const folder = mkdtempSync(join(tmpdir(), 'crossplay-trust-'));
const data = join(folder, 'data');
const golden = goldenRecords().find(({ folder: game }) => game === 'tic-tac-toe')!.record;
let server: Serving;

/** One with a match that ended just before it was killed, so to say, and one from before matches were signed. */
beforeAll(async () => {
  const storage = await openStorage({ data, databaseUrl: undefined, exclusive: true });
  await storeRecord(storage, { ...golden, id: 'unsigned', arrival: golden.seats.map(({ agent }) => agent) });
  await storeRecord(storage, { ...golden, id: 'old' });
  await storage.close();
  server = await serve({ CROSSPLAY_DATA: data });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  code: number;
  lines: string[];
}

const crossplay = (...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...process.env, CROSSPLAY_DATA: data };
    execFile(process.execPath, [CROSSPLAY, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), lines: (stdout + stderr).trim().split('\n') }),
    );
  });

const getJson = async <T>(path: string): Promise<T> => (await fetch(`${server.url}${path}`)).json() as Promise<T>;
const keysUrl = () => `${server.url}/.well-known/jwks.json`;
const listedKeys = async () => (await getJson<{ keys: { [field: string]: string }[] }>('/.well-known/jwks.json')).keys;
const recordOf = (id: string) => getJson<ExportedRecord>(`/api/v1/matches/${id}/record`);

function saved(record: ExportedRecord): string {
  const path = join(folder, `${record.id}.json`);
  writeFileSync(path, JSON.stringify(record));
  return path;
}

async function register(name: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/agents`, { method: 'POST', body: JSON.stringify({ name }) });
  return ((await answer.json()) as { apiKey: string }).apiKey;
}

/** Two agents that always take the first legal move. */
async function playMatch(name: string): Promise<ExportedRecord> {
  const over = [1, 2].map(async (i) => {
    const socket = new WebSocket(
      `${server.url.replace('http', 'ws')}/play?game=ttt&token=${await register(`${name}-${i}`)}`,
    );
    await new Promise<void>((resolve) =>
      socket.on('message', (text) => {
        const { type, yourTurn, observation } = JSON.parse(String(text));
        if (type === 'state' && yourTurn) socket.send(JSON.stringify({ type: 'move', move: observation.legal[0] }));
        if (type === 'result') resolve();
      }),
    );
    socket.close();
  });
  await Promise.all(over);
  const { matches } = await getJson<{ matches: { id: string }[] }>('/api/v1/matches?game=ttt&limit=1');
  return recordOf(matches[0]!.id);
}

test('web 8.1, 8.2: a match is verified from its record and the server’s listed keys alone', async () => {
  const { code, lines } = await crossplay('verify', saved(await playMatch('alone')), '--keys', keysUrl());
  expect(lines.at(-1)).toBe('Everything holds.');
  expect(code).toBe(0);
  const answer = await fetch(keysUrl());
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  for (const key of await listedKeys())
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
});

test('a record that was changed, or signed by another server, ends with exit code 1', async () => {
  const record = await playMatch('changed');
  const { code, lines } = await crossplay('verify', saved({ ...record, at: record.at + 1 }), '--keys', keysUrl());
  expect([code, lines.at(-1)]).toEqual([1, 'This record is not to be trusted: chain broken.']);
  const other = await serve({ CROSSPLAY_DATA: join(folder, 'other') });
  const elsewhere = await crossplay('verify', saved(record), '--keys', `${other.url}/.well-known/jwks.json`);
  await other.stop();
  expect([elsewhere.code, elsewhere.lines.at(-1)]).toEqual([1, 'This record is not to be trusted: signature broken.']);
});

test('rotate-key is felt by a running server, and what the old key signed still holds', async () => {
  const before = await playMatch('before');
  const { code, lines } = await crossplay('rotate-key');
  expect(code).toBe(0);
  const kid = /the key (\S+);/.exec(lines[0]!)![1];
  await expect.poll(async () => (await listedKeys()).map((key) => key.kid)).toContain(kid);
  const after = await playMatch('after');
  expect(decodeProtectedHeader(after.signature!).kid).toBe(kid);
  expect(decodeProtectedHeader(before.signature!).kid).not.toBe(kid);
  for (const record of [before, after]) {
    expect((await crossplay('verify', saved(record), '--keys', keysUrl())).lines.at(-1)).toBe('Everything holds.');
  }
});

test('web 8.5: what a crash left unsigned is signed at the next start, and older matches are not', async () => {
  const storage = await openStorage({ data, databaseUrl: undefined });
  await expect.poll(() => storage.matches.unsigned(10)).toEqual([]);
  await storage.close();
  const signed = await crossplay('verify', saved(await recordOf('unsigned')), '--keys', keysUrl());
  expect([signed.code, signed.lines.at(-1)]).toEqual([0, 'Everything holds.']);
  const old = await crossplay('verify', saved(await recordOf('old')), '--keys', keysUrl());
  expect([old.code, old.lines.at(-1)]).toEqual([0, 'What was checked holds. Not checked: draw, chain, signature.']);
});
