import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
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
  test('the same seed twice gives byte-equal records, which verify and replay', async () => {
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    const players = [`python3 ${join(agents, 'random.py')}`, join(agents, 'first-column.ts')];
    for (const path of [one, two]) {
      const { code } = await crossplay(
        'duel',
        ...players,
        '--game',
        'c4',
        '--games',
        '6',
        '--seed',
        '7',
        '--records',
        path,
      );
      expect(code).toBe(0);
    }
    expect(contents(one)).toHaveLength(6);
    expect(contents(one)).toEqual(contents(two));
    const file = join(one, readdirSync(one)[0]!);
    expect((await crossplay('verify', file)).code).toBe(0);
    const shown = await crossplay('replay', file);
    expect(shown.out).toMatch(/^Connect Four: python3 random\.py – first-column\.ts\n/);
    expect(shown.out).toMatch(/won \(four in a row\)|draw/);
  });

  test('prints one object of the figures, from the first player’s side', async () => {
    const result = await json('duel', 'house:hard', 'house:easy', '--game', 'c4', '--games', '6', '--seed', '1');
    expect(result).toEqual({
      game: 'c4',
      games: 6,
      score: { wins: 6, draws: 0, losses: 0 },
      elo: null,
      eloLow: expect.any(Number),
      eloHigh: null,
      los: expect.any(Number),
      pentanomial: [0, 0, 0, 0, 3],
      sprt: null,
      forfeits: { a: { illegal: 0, late: 0, crash: 0 }, b: { illegal: 0, late: 0, crash: 0 } },
      msPerMove: {
        a: { p50: expect.any(Number), p99: expect.any(Number) },
        b: { p50: expect.any(Number), p99: expect.any(Number) },
      },
    });
  });

  test('is an exit code for CI', async () => {
    const duel = ['duel', 'house:hard', 'house:easy', '--game', 'c4', '--games', '4', '--seed', '1'];
    const met = await crossplay(...duel, '--expect', 'elo > 100', '--expect', 'forfeits.a.crash = 0');
    expect([met.code, met.err]).toEqual([0, '']);
    const unmet = await crossplay(...duel, '--expect', 'elo < 0');
    expect(unmet).toMatchObject({ code: 2, err: 'crossplay: expected elo < 0, but it is not so.\n' });
  });

  test('a wrong call is one clear line', async () => {
    const { code, out, err } = await crossplay('duel', 'house:hard', 'house:genius', '--game', 'c4');
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: 'crossplay: the house has no bot "genius" for c4, but easy, medium, hard.\n',
    });
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
        'elo0=0,elo1=100',
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

  test('a broken program is shown with its last words, and the others play on', async () => {
    const { out } = await crossplay(
      'duel',
      program('crash'),
      'house:easy',
      '--game',
      'ttt',
      '--games',
      '2',
      '--seed',
      '1',
    );
    expect(out).toMatch(
      /2 crash\n {4}crash, first in game 1: It ended with exit code 1\.\n[\s\S]*\| Error: deliberately broken/,
    );
  });

  test('nothing is left running after Ctrl-C, and what was played so far is told', async () => {
    const word = `mark-${process.pid}-${Date.now()}`;
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
  test('meet a house bot, in both seats', async () => {
    const path = join(folder, 'arena');
    const flags = ['--game', 'c4', '--games', '2', '--seed', '1', '--records', path, '--concurrency', '1'];
    const result = await json('duel', agent(), 'house:hard', ...flags);
    expect(result).toMatchObject({ games: 2, forfeits: { a: { illegal: 0, late: 0, crash: 0 } } });
    for (const name of readdirSync(path)) expect((await crossplay('verify', join(path, name))).code).toBe(0);
  }, 60_000);

  test('meet each other', async () => {
    expect(await json('duel', agent(), agent(), '--game', 'ttt', '--games', '2', '--seed', '1')).toMatchObject({
      games: 2,
      score: { wins: 1, losses: 1 },
    });
  }, 60_000);

  test.each([
    ['crash', { illegal: 0, late: 0, crash: 2 }],
    ['illegal', { illegal: 2, late: 0, crash: 0 }],
    ['mute', { illegal: 0, late: 2, crash: 0 }],
  ])(
    'that are broken (%s) are reported as what they are',
    async (how, forfeits) => {
      const flags = ['--game', 'ttt', '--games', '2', '--seed', '1', '--clock', '500ms', '--concurrency', '1'];
      expect((await json('duel', agent(how), 'house:easy', ...flags)).forfeits.a).toEqual(forfeits);
    },
    60_000,
  );

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

  test('that never come are reported with what they said', async () => {
    const flags = ['--game', 'ttt', '--games', '2', '--seed', '1', '--concurrency', '1'];
    const { out } = await crossplay('duel', 'arena:echo no thanks', 'house:easy', ...flags);
    expect(out).toMatch(/2 crash\n {4}crash, first in game 1: It ended with exit code 0\.\n {6}\| no thanks/);
    expect(readdirSync(temporary).filter((name) => name.startsWith('crossplay-duel'))).toEqual([]);
  }, 60_000);
});

test('a gauntlet and a round robin end in a rating list', async () => {
  const bots = ['house:hard', 'house:medium', 'house:easy'];
  const gauntlet = await json('gauntlet', ...bots, '--game', 'c4', '--games', '4', '--seed', '1');
  expect(gauntlet.crosstable[1][2]).toEqual({ wins: 0, draws: 0, losses: 0 });
  const { out } = await crossplay('round-robin', ...bots, '--game', 'c4', '--games', '10', '--seed', '1');
  expect(out).toMatch(/1\. house:hard[\s\S]*2\. house:medium[\s\S]*3\. house:easy/);
  expect(out).toMatch(/points of +1\. +2\. +3\./);
});

test('a game of four seats is counted by pairs of ranks', async () => {
  const bots = ['house:hard', 'house:easy'];
  const duel = await json('duel', ...bots, '--game', 'dance-battle', '--games', '4', '--seed', '1');
  expect(duel.games).toBe(4);
  expect(duel.pentanomial.reduce((sum: number, count: number) => sum + count)).toBe(2);
}, 60_000);
