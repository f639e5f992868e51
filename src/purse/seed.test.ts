import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts';
import { afterAll, expect, it } from 'vitest';
import { type Hex, TILL } from '../core/money.ts';
import { openChain } from './chain.ts';
import { isMnemonic, readSeed, SeedError } from './seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'crossplay-seed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const USDC: Hex = `0x${'12'.repeat(20)}`;
const settings = { url: 'http://127.0.0.1:1', id: 31337, usdc: USDC };

function file(content: string, mode = 0o600): string {
  const path = join(folder, `${crypto.randomUUID()}.txt`);
  writeFileSync(path, content, { mode });
  chmodSync(path, mode);
  return path;
}

it('is read from a file that only its owner may touch, however it is spaced', () => {
  expect(readSeed(file(`${WORDS}\n`))).toBe(WORDS);
  expect(readSeed(file(`  ${WORDS.toUpperCase().replaceAll(' ', '\n')}  `))).toBe(WORDS);
});

it.each([0o640, 0o604, 0o660, 0o777])('is not read from a file with mode %o', (mode) => {
  expect(() => readSeed(file(WORDS, mode))).toThrow(/can be read by others; give it mode 600/);
});

it('is not read from a file that is not there', () => {
  expect(() => readSeed(join(folder, 'nowhere'))).toThrow(SeedError);
  expect(() => readSeed(join(folder, 'nowhere'))).toThrow('ENOENT');
});

it('has words of the list and the right checksum', () => {
  for (const strength of [128, 192, 256] as const) {
    expect(isMnemonic(generateMnemonic(english, strength), english)).toBe(true);
  }
  for (const wrong of [
    WORDS.replace('yellow', 'year'),
    WORDS.replace('yellow', 'yelow'),
    WORDS.replace(' yellow', ''),
    `${WORDS} zoo`,
    '',
    'one',
  ]) {
    expect(isMnemonic(wrong, english)).toBe(false);
  }
});

it('that is wrong is not repeated in what is said about it', () => {
  const wrong = WORDS.replace('yellow', 'yelow');
  const failed = () => openChain(settings, wrong);
  expect(failed).toThrow(SeedError);
  expect(failed).not.toThrow(/legal|winner|yelow/);
});

it('gives the till the address that any wallet shows first', () => {
  const chain = openChain(settings, WORDS);
  expect(chain.addressOf(TILL)).toBe(mnemonicToAccount(WORDS).address);
  expect(JSON.stringify(chain)).not.toMatch(/winner/);
});
