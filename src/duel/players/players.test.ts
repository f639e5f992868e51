import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { ClockRule } from '../clock.ts';
import { gameOf, setupOf } from '../fixture.ts';
import { playMatch } from '../play-match.ts';
import { Children } from './children.ts';
import { openPlayer } from './open.ts';
import type { Player } from './player.ts';
import { type PlayerSpec, readSpec } from './spec.ts';

const agents = resolve(import.meta.dirname, '../../../test/duel-agents');
const node = process.execPath;
const folder = mkdtempSync(join(tmpdir(), 'crossplay-'));
const children = new Children();
const opened: Player[] = [];

const open = (text: string, game: string): Player => {
  const player = openPlayer(readSpec(text) as PlayerSpec, gameOf(game).bots, children);
  opened.push(player);
  return player;
};
const meet = (a: Player, b: Player, game: string, clock: ClockRule = { kind: 'each', ms: 400 }) =>
  playMatch(setupOf(game, { clock }), [a, b]);
const program = (how: string, file = ''): string => `${node} ${join(agents, 'program.mjs')} ${how} ${file}`;
const engine = (kind: string, how: string): string => `${kind}:${node} ${join(agents, 'engine.mjs')} ${how}`;

afterEach(async () => {
  await Promise.all(opened.splice(0).map((player) => player.close()));
  expect(children.running).toEqual([]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a program', () => {
  test('reads start, turn and end as JSON lines, answers turns, and plays the next game too', async () => {
    const file = join(folder, 'said.txt');
    const player = open(program('well', file), 'ttt');
    const bot = open('house:easy', 'ttt');
    for (let game = 0; game < 2; game++) {
      const { failures } = await meet(player, bot, 'ttt', { kind: 'each', ms: 10_000 });
      expect(failures).toEqual([]);
    }
    await player.close();
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ type: 'start', game: 'ttt', seat: 0, players: ['Agent 0', 'Agent 1'], options: {} });
    expect(lines[1]).toEqual({
      type: 'turn',
      number: 0,
      phase: null,
      view: { board: Array(9).fill('.'), toMove: 0, last: null, line: null },
      legal: Array.from({ length: 9 }, (_, cell) => ({ cell })),
      secondsLeft: 10,
    });
    const ends = lines.filter(({ type }) => type === 'end');
    expect(ends).toHaveLength(2);
    expect(ends[0]).toEqual({ type: 'end', ranks: expect.any(Array), reason: expect.any(String) });
  });

  test('may end with each game, and is started for the next', async () => {
    const [player, bot] = [open(program('once'), 'ttt'), open('house:easy', 'ttt')];
    for (let game = 0; game < 3; game++) {
      const { failures } = await meet(player, bot, 'ttt', { kind: 'each', ms: 10_000 });
      expect(failures).toEqual([]);
    }
  });

  test('may answer in text', async () => {
    const { failures } = await meet(open(program('text'), 'c4'), open('house:easy', 'c4'), 'c4');
    // Column 3 is full at some time.
    expect(failures.every(({ fault, words }) => fault === 'illegal' && words === 'Column 3 is full.')).toBe(true);
  });

  test.each([
    ['crash', 'crash', /exit code 1/, /deliberately broken/],
    ['exit', 'crash', /exit code 7/, /^$/],
    ['falls-silent', 'late', /did not answer within/, /^$/],
    ['nonsense', 'illegal', /no JSON: hello/, /^$/],
    ['no-answer', 'illegal', /neither .* nor .*: \{"think":"hard"\}/, /^$/],
    ['illegal', 'illegal', /not a move of c4. It answered \{ column: 99 \}\./, /^$/],
    ['twice', 'crash', /without being asked/, /^$/],
    ['child', 'crash', /exit code 0/, /^$/],
  ])(
    'that does "%s" is reported as what it is, and is started anew for the next game',
    async (how, fault, words, last) => {
      const player = open(program(how), 'c4');
      const bot = open('house:easy', 'c4');
      for (let game = 0; game < 2; game++) {
        const { outcome, failures } = await playMatch(setupOf('c4', { clock: { kind: 'each', ms: 50 } }), [
          bot,
          player,
        ]);
        expect(outcome).toMatchObject({ ranks: [1, 2] });
        expect(failures).toMatchObject([{ seat: 1, fault, words: expect.stringMatching(words) }]);
        expect(failures[0]!.lastWords.join('\n')).toMatch(last);
      }
    },
    60_000,
  );

  test.each([
    ['yes spam', /It floods: spam|without being asked/],
    ["yes spam | tr -d '\\n'", /line of more than 1 MB/],
  ])('that floods like "%s" is a crash that says so', async (command, words) => {
    const { failures } = await meet(open(command, 'c4'), open('house:easy', 'c4'), 'c4');
    expect(failures).toMatchObject([{ fault: 'crash', words: expect.stringMatching(words) }]);
  });

  test('that is not there is a crash that says so', async () => {
    const { failures } = await meet(open('no-such-program', 'c4'), open('house:easy', 'c4'), 'c4');
    expect(failures).toMatchObject([{ fault: 'crash', words: 'It ended with exit code 127.' }]);
    expect(failures[0]!.lastWords.join()).toMatch(/not found/);
  });

  test('in Python meets a module in TypeScript', async () => {
    const python = open(`python3 ${join(agents, 'random.py')}`, 'c4');
    const module = open(join(agents, 'first-column.ts'), 'c4');
    const { outcome, failures } = await meet(python, module, 'c4', { kind: 'each', ms: 10_000 });
    expect(outcome.kind).toBe('over');
    expect(failures).toEqual([]);
  });
});

describe('a module', () => {
  test.each([
    ['throws.ts', 'crash', /It threw: deliberately broken/, /throws\.ts/],
    ['exits.ts', 'crash', /exit code 7/, /^$/],
    ['hangs.ts', 'late', /did not answer within 0\.4 seconds/, /^$/],
    ['no-bot.ts', 'crash', /exports no bot/, /no-bot|exports no bot/],
  ])(
    '%s is reported as what it is, and is started anew for the next game',
    async (file, fault, words, last) => {
      const player = open(join(agents, file), 'c4');
      const bot = open('house:easy', 'c4');
      for (let game = 0; game < 2; game++) {
        const { failures } = await meet(player, bot, 'c4');
        expect(failures).toMatchObject([{ seat: 0, fault, words: expect.stringMatching(words) }]);
        expect(failures[0]!.lastWords.join('\n')).toMatch(last);
      }
    },
    60_000,
  );

  test('plays itself without sharing its state', async () => {
    const file = join(agents, 'first-column.ts');
    const { failures } = await meet(open(file, 'c4'), open(file, 'c4'), 'c4', { kind: 'each', ms: 10_000 });
    expect(failures).toEqual([]);
  });
});

describe('an engine', () => {
  test.each([
    ['uci-crash', 'crash', /exit code 9/],
    ['uci-mute', 'late', /did not answer/],
    ['uci-illegal', 'illegal', /e2e5 is not a legal move/],
    ['uci-none', 'illegal', /bestmove \(none\)/],
  ])('of chess that does "%s" is reported as what it is', async (how, fault, words) => {
    const { failures } = await meet(open(engine('uci', how), 'chess'), open('house:easy', 'chess'), 'chess');
    expect(failures).toMatchObject([{ seat: 0, fault, words: expect.stringMatching(words) }]);
  });

  test.each([
    ['gtp-crash', 'crash', /exit code 9/],
    ['gtp-error', 'crash', /refused "genmove black": cannot/],
    ['gtp-illegal', 'illegal', /not a move of go/],
  ])('of go that does "%s" is reported as what it is', async (how, fault, words) => {
    const { failures } = await meet(open(engine('gtp', how), 'go'), open('house:easy', 'go'), 'go');
    expect(failures).toMatchObject([{ seat: 0, fault, words: expect.stringMatching(words) }]);
  });

  test('of go may pass and resign', async () => {
    const clock: ClockRule = { kind: 'bank', ms: 60_000, increment: 1000 };
    const pass = await meet(open(engine('gtp', 'gtp-pass'), 'go'), open(engine('gtp', 'gtp-pass'), 'go'), 'go', clock);
    expect(pass.outcome).toMatchObject({ reason: 'go_score', ranks: [2, 1] });
    const resign = await meet(open(engine('gtp', 'gtp-resign'), 'go'), open('house:easy', 'go'), 'go');
    expect(resign).toMatchObject({ failures: [], outcome: { ranks: [2, 1] } });
  });

  test.runIf(existsSync('/usr/games/gnugo'))(
    'GNU Go plays a whole game by the same board as ours',
    async () => {
      const gnugo = 'gtp:/usr/games/gnugo --mode gtp --level 1 --chinese-rules --positional-superko';
      const { outcome, failures } = await meet(open(gnugo, 'go'), open('house:medium', 'go'), 'go', { kind: 'fixed' });
      expect(failures).toEqual([]);
      expect(outcome.kind).toBe('over');
    },
    120_000,
  );
});
