import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { commands, helpOn } from './commands.ts';
import { main } from './main.ts';

const folder = mkdtempSync(join(tmpdir(), 'crossplay-main-'));
const errors: string[] = [];
const printed: string[] = [];
vi.spyOn(console, 'error').mockImplementation((line) => void errors.push(line));
vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
afterEach(() => {
  process.exitCode = undefined;
  errors.splice(0);
  printed.splice(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['bogus', 'constructor', '__proto__', ''])('%j is no command, says one line', async (name) => {
  await main([name]);
  expect(errors).toEqual([`crossplay: no command "${name}". See crossplay help`]);
  expect(process.exitCode).toBe(1);
});

test('a command that is nearly one is named', async () => {
  await main(['mint-tokn']);
  expect(errors).toEqual(['crossplay: no command "mint-tokn". Did you mean mint-token? See crossplay help']);
});

test('--help of a command with flags of its own names them, and speaks of no database', () => {
  const words = helpOn('engine', commands.engine!);
  for (const flag of ['--uci', '--gtp', '--program', '--games', '--concurrency', '--against', '--option']) {
    expect(words).toContain(`\n  ${flag} `);
  }
  expect(words).not.toContain('--database-url');
});

test.each([
  ['duel', ['--clock', '--openings', '--sprt', '--stop-early', '--expect', '--records']],
  ['gauntlet', ['--games', '--seed', '--json']],
  ['round-robin', ['--games', '--seed', '--json']],
  ['verify', ['--keys', '--previous']],
  ['league', ['--players', '--strategy', '--matches']],
] as const)('--help of %s names its flags, and speaks of no database', (name, flags) => {
  const words = helpOn(name, commands[name]!);
  for (const flag of flags) expect(words).toContain(`${flag} `);
  expect(words).not.toContain('--database-url');
  expect(words).not.toContain('?.');
});

test('in the list of settings no column runs into the next', async () => {
  await main(['serve', '--help']);
  const lines = printed[0]!.split('\n').filter((line) => line.startsWith('  --'));
  expect(lines.length).toBeGreaterThan(30);
  for (const line of lines) expect(line).toMatch(/^ {2}--[a-z-]+ {2,}[A-Z_]+ {2,}\S/);
});

test.each(Object.keys(commands))('%s answers --help', async (name) => {
  for (const flag of ['--help', '-h']) await main([name, flag]);
  expect(errors).toEqual([]);
  expect(printed).toHaveLength(2);
  expect(printed[0]).toContain(`crossplay ${commands[name]!.usage}`);
});

test('--help of competitions says all that they take', async () => {
  await main(['competition', 'open', '--help']);
  expect(printed[0]).toContain('--rounds N');
  expect(printed[0]).toContain('crossplay competition export ID');
});

test('--version is the version', async () => {
  await main(['--version']);
  expect(printed).toEqual([JSON.parse(readFileSync('package.json', 'utf8')).version]);
});

test('a file where the data should be is a sentence', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const data of [file, join(file, 'below')]) {
    await main(['ladder', 'ttt', '--data', data]);
    expect(errors.pop()).toBe(
      `crossplay: ${data} cannot be the folder for the data: there is a file in its place. CROSSPLAY_DATA (--data) names another.`,
    );
  }
});

test('a backup into a folder that is not there is a sentence', async () => {
  await main(['mint-token', 'Kept', '--data', join(folder, 'kept')]);
  await main(['backup', join(folder, 'nowhere/b.db'), '--data', join(folder, 'kept')]);
  expect(errors.at(-1)).toBe(`crossplay: there is no folder ${join(folder, 'nowhere')}.`);
  await main(['backup', folder, '--data', join(folder, 'kept')]);
  expect(errors.at(-1)).toBe(`crossplay: ${folder} is a folder; name a file.`);
});

test('a backup is written over another file only where --replace says so', async () => {
  const [data, file] = [join(folder, 'kept'), join(folder, 'b.db')];
  await main(['mint-token', 'Kept', '--data', data]);
  writeFileSync(file, 'of somebody else');
  await main(['backup', file, '--data', data]);
  expect(errors.at(-1)).toBe(`crossplay: there is a file ${file} already; --replace writes over it.`);
  expect(readFileSync(file, 'utf8')).toBe('of somebody else');
  await main(['backup', file, '--replace', '--data', data]);
  expect(printed.at(-1)).toContain(`${file} holds 0 matches`);
});

test('a copy to a database of another kind is refused, and no folder of that name is made', async () => {
  await main(['copy', '--to', 'mysql://host/name', '--data', join(folder, 'copied')]);
  expect(errors).toEqual(['crossplay: --to is "mysql://host/name", but must be postgres://… or a folder.']);
});

test('a database that does not answer is a sentence', async () => {
  await main(['ladder', 'ttt', '--database-url', 'postgres://127.0.0.1:9/x']);
  expect(errors).toEqual(['crossplay: no database answers at DATABASE_URL (ECONNREFUSED).']);
});

test('an empty ladder and an empty list of matches say so', async () => {
  await main(['ladder', 'ttt', '--data', folder]);
  await main(['matches', 'ttt', '--data', folder]);
  expect(printed).toEqual(['Nobody has a rating in Tic-Tac-Toe yet.', 'No match of Tic-Tac-Toe has finished yet.']);
});

test('mint-token says how many tokens are valid, and --replace leaves one', async () => {
  const mint = async (...flags: string[]) => {
    await main(['mint-token', 'Ann', '--data', folder, ...flags]);
    return printed.splice(0)[0];
  };
  expect(await mint()).toBe('Token for Ann, the only one that is valid. It is shown only now:');
  expect(await mint()).toMatch(/^Token for Ann, one of 2 that are valid;/);
  expect(await mint('--replace')).toMatch(/the only one that is valid/);
});

test('an owner is set, and an agent deleted, for good', async () => {
  await main(['owner', 'Ann', 'ann@example.com', '--data', folder]);
  await main(['owner', 'Ann', '', '--data', folder]);
  await main(['delete-agent', 'Ann', '--data', folder]);
  expect(printed).toEqual([
    'Ann belongs to ann@example.com.',
    'Ann belongs to nobody in particular.',
    'Ann is deleted; the name is free in thirty days.',
  ]);
  await main(['ban', 'Ann', '--data', folder]);
  await main(['mint-token', 'Ann', '--data', folder]);
  expect(errors).toEqual(['crossplay: no account "Ann".', 'crossplay: Agent name is already taken.']);
});
