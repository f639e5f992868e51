import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyText } from '../../src/cli/verify.ts';
import { programPath } from '../engines.ts';

const root = resolve(import.meta.dirname, '../..');
const agents = join(root, 'test/duel-agents');
const folder = mkdtempSync(join(tmpdir(), 'crossplay-'));
const program = (...args: string[]): string => [process.execPath, join(agents, 'program.mjs'), ...args].join(' ');
const agent = (how = ''): string => `arena:${process.execPath} ${join(agents, 'agent.mjs')} ${how}`;
const stockfish = programPath('stockfish');

afterAll(() => rmSync(folder, { recursive: true }));

/** Whatever is put into the folder for temporary files is seen. */
const temporary = mkdtempSync(join(folder, 'temporary-'));
const start = (...args: string[]) =>
  spawn(process.execPath, [join(root, 'bin/crossplay.js'), ...args], {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary },
  });

async function crossplay(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = start(...args);
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => (said.out += text));
  child.stderr.on('data', (text) => (said.err += text));
  const [code] = await once(child, 'close');
  return { code, ...said };
}

const json = async (...args: string[]) => JSON.parse((await crossplay(...args, '--json')).out);

const contents = (path: string): string[] =>
  readdirSync(path)
    .sort()
    .map((name) => `${name}\n${readFileSync(join(path, name), 'utf8')}`);

/** Processes that have this word in their command line. */
const running = (word: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
    } catch {
      return false;
    }
  });

describe('crossplay duel', () => {
  // Two processes for all that they show: starting one costs more than its games.
  const folders = [join(folder, 'one'), join(folder, 'two')] as const;
  const flags = ['--game', 'c4', '--games', '2', '--seed', '7'];
  const python = [`python3 ${join(agents, 'random.py')}`, join(agents, 'first-column.ts'), ...flags];
  const met = ['--expect', 'forfeits.a.crash = 0', '--expect', 'games = 2'];
  let asJson: Awaited<ReturnType<typeof crossplay>>;
  let asTable: Awaited<ReturnType<typeof crossplay>>;

  beforeAll(async () => {
    asJson = await crossplay('duel', ...python, '--records', folders[0], '--json', ...met);
    asTable = await crossplay('duel', ...python, '--records', folders[1], '--expect', 'games < 2');
  });

  test('the same seed twice gives byte-equal records, which verify and replay', async () => {
    const [one, two] = folders;
    expect(contents(one)).toHaveLength(2);
    expect(contents(one)).toEqual(contents(two));
    const file = join(one, readdirSync(one)[0]!);
    expect((await crossplay('verify', file)).code).toBe(0);
    const shown = await crossplay('replay', file);
    expect(shown.out).toMatch(/^Connect Four: python3 random\.py – first-column\.ts\n/);
    expect(shown.out).toMatch(/won \(four in a row\)|draw/);
  });

  test('prints one object of the figures, from the first player’s side', () => {
    const { score, pentanomial, ...figures } = JSON.parse(asJson.out);
    expect(figures).toEqual({
      game: 'c4',
      games: 2,
      elo: expect.toBeOneOf([null, expect.any(Number)]),
      eloLow: expect.toBeOneOf([null, expect.any(Number)]),
      eloHigh: expect.toBeOneOf([null, expect.any(Number)]),
      los: expect.any(Number),
      sprt: null,
      forfeits: { a: { illegal: 0, late: 0, crash: 0 }, b: { illegal: 0, late: 0, crash: 0 } },
      msPerMove: {
        a: { p50: expect.any(Number), p99: expect.any(Number) },
        b: { p50: expect.any(Number), p99: expect.any(Number) },
      },
    });
    const lines = asTable.out.split('\n');
    const all = lines.find((line) => line.startsWith('all games'))!;
    expect(all.trim().split(/ {2,}/).slice(1, 4).map(Number)).toEqual([score.wins, score.draws, score.losses]);
    expect(asTable.out).toContain(`\npairs        ${pentanomial.join(' ')} (with`);
  });

  test('is an exit code for CI', () => {
    expect([asJson.code, asJson.err]).toEqual([0, '']);
    expect([asTable.code, asTable.err]).toEqual([2, 'crossplay: expected games < 2, but it is not so.\n']);
  });

  test('two equal bots are not told apart', async () => {
    const players = ['house:easy', 'house:easy'];
    const result = await json('duel', ...players, '--game', 'ttt', '--sprt', 'elo0=0,elo1=30', '--seed', '4');
    expect(result.sprt.verdict).toBe('H0');
    expect(result.eloLow).toBeLessThan(0);
    expect(result.eloHigh).toBeGreaterThan(0);
  });

  test.runIf(stockfish)(
    'two levels of Stockfish are told apart by the SPRT, from positions of a file',
    async () => {
      const file = join(folder, 'book.epd');
      const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
      writeFileSync(file, ['b1c3', 'g1f3', 'e2e3', 'd2d3'].map((id) => `${start} id "${id}";`).join('\n'));
      const level = (skill: number): string => `uci:${stockfish}[Skill Level=${skill},nodes=300,Hash=1]`;
      const flags = [
        '--game',
        'chess',
        '--clock',
        'fixed',
        '--sprt',
        'elo0=0,elo1=200',
        '--openings',
        file,
        '--seed',
        '4',
      ];
      const result = await json('duel', level(20), level(0), ...flags);
      expect(result.sprt.verdict).toBe('H1');
      expect(result.forfeits).toEqual({ a: { illegal: 0, late: 0, crash: 0 }, b: { illegal: 0, late: 0, crash: 0 } });
    },
    300_000,
  );

  test('nothing is left running after Ctrl-C, and what was played so far is told', async () => {
    // What it reads it writes into a file of that name.
    const word = join(folder, `mark-${process.pid}`);
    const child = start(
      'duel',
      program('mute', word),
      program('mute', word),
      '--game',
      'ttt',
      '--clock',
      'fixed',
      '--seed',
      '1',
    );
    let out = '';
    child.stdout.on('data', (text) => (out += text));
    await expect.poll(() => running(word).length, { timeout: 30_000 }).toBeGreaterThan(2);
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    // Killed is killed, but on a busy machine not yet gone.
    await expect.poll(() => running(word)).toEqual([]);
    expect(out).toMatch(/0 games in pairs, seed 1 \(interrupted\)/);
  }, 60_000);
});

describe('agents of a protocol in a private arena', () => {
  test('meet a house bot and each other, in both seats', async () => {
    const path = join(folder, 'arena');
    const players = [agent(), 'house:hard', agent()];
    const flags = ['--game', 'ttt', '--games', '2', '--seed', '1', '--records', path, '--concurrency', '1'];
    const { games, players: standings } = await json('gauntlet', ...players, ...flags);
    expect(games).toBe(4);
    for (const { forfeits } of standings) expect(forfeits).toEqual({ illegal: 0, late: 0, crash: 0 });
    const records = readdirSync(path).map((name) => readFileSync(join(path, name), 'utf8'));
    expect(records).toHaveLength(4);
    for (const text of records) expect((await verifyText(text, { keys: 'none' })).broken).toBe(false);
  }, 60_000);

  test('that are broken are reported as what they are, and those that never come with what they said', async () => {
    const broken = [agent('crash'), agent('illegal'), agent('mute'), 'arena:echo no thanks'];
    const flags = ['--game', 'ttt', '--games', '2', '--seed', '1', '--clock', '500ms', '--concurrency', '1'];
    const { out } = await crossplay('gauntlet', 'house:easy', ...broken, ...flags);
    const forfeits = out.slice(out.indexOf('\nforfeits'));
    expect(forfeits).toMatch(/agent\.mjs crash: 2 crash\n/);
    expect(forfeits).toMatch(/agent\.mjs illegal: 2 illegal\n/);
    expect(forfeits).toMatch(/agent\.mjs mute: 2 late\n/);
    expect(forfeits).toMatch(/2 crash\n {4}crash, first in game \d: It ended with exit code 0\.\n {6}\| no thanks/);
    expect(readdirSync(temporary).filter((name) => name.startsWith('crossplay-duel'))).toEqual([]);
  }, 60_000);

  test.each([
    [
      'a league',
      'even_odd',
      `${join(root, 'bin/crossplay.js')} league player --league $LEAGUE --key $KEY --url $ARENA`,
      [],
    ],
    ['Clawpoly', 'clawpoly', join(agents, 'clawpoly.ts'), ['--seats', '2', '--options', '{"turnLimit":6}']],
  ])(
    'of %s are called to their matches, in either seat',
    async (_, game, command, more) => {
      const flags = ['--game', game, '--games', '2', '--seed', '1', ...more];
      const records = mkdtempSync(join(folder, 'called-'));
      const caller = `arena:${process.execPath} ${command}`;
      const house = game === 'clawpoly' ? 'house:Builder' : 'house:easy';
      flags.push('--concurrency', '1', '--records', records);
      const { games, forfeits } = await json('duel', caller, house, ...flags);
      expect(games).toBe(2);
      expect(readdirSync(records)).toHaveLength(2);
      expect(forfeits.a).toEqual({ illegal: 0, late: 0, crash: 0 });
    },
    120_000,
  );
});

describe('more than two', () => {
  test('in a gauntlet end in a rating list, and a broken program is shown with its last words', async () => {
    const players = ['house:hard', program('crash'), 'house:easy'];
    const { out } = await crossplay('gauntlet', ...players, '--game', 'c4', '--games', '2', '--seed', '1');
    expect(out).toMatch(/1\. house:hard[\s\S]*2\. [\s\S]*3\. /);
    expect(out).toMatch(/points of +1\. +2\. +3\./);
    expect(out).toMatch(
      /2 crash\n {4}crash, first in game \d: It ended with exit code 1\.\n[\s\S]*\| Error: deliberately broken/,
    );
  });

  test('in a round robin all meet all', async () => {
    const players = ['house:easy', 'house:hard', 'house:medium'];
    const { games, crosstable } = await json('round-robin', ...players, '--game', 'c4', '--games', '2', '--seed', '1');
    expect(games).toBe(6);
    const met = ({ wins, draws, losses }: { [result: string]: number }) => wins! + draws! + losses!;
    expect(crosstable.map((row: never[]) => row.map((score) => score && met(score)))).toEqual([
      [null, 2, 2],
      [2, null, 2],
      [2, 2, null],
    ]);
  });
});
