import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { goldenRecords } from '../../test/golden.ts';
import type { ExportedRecord } from '../core/record.ts';
import { manifestOf, manifests, rulesOf } from '../games/manifests.ts';
import { agoText, clockText, movesIn, resultText, titleOf } from './format.ts';
import { gameFile } from './game-file.ts';
import { lineOf } from './lines.ts';
import { Replay } from './replay.ts';
import { resultOf, streaksOf } from './streak.ts';
import { verifyHere } from './verification.ts';
import { keepPlaces } from './wall.ts';
import type { Step } from './wire.ts';

const records = goldenRecords();
const rulesFor = ({ game, version }: ExportedRecord) => rulesOf(game, version);
const first = (game: string): ExportedRecord => records.find(({ record }) => record.game === game)!.record;

test('a game is called by its title, one that is not here by its id', () => {
  for (const { id, title } of manifests) expect(titleOf(id)).toBe(title);
  expect(titleOf('gone')).toBe('gone');
});

test.for(records)(
  '$folder/$file is told step by step and described for those who do not see it',
  async ({ record }) => {
    const words = await manifestOf(record.game)!.words();
    const replay = new Replay((await rulesFor(record))!, record);
    const names = record.seats.map(({ name }) => name);
    let before: Step | undefined;
    let told = 0;
    const every = Math.ceil(replay.positions.length / 100);
    for (const number of replay.positions.keys()) {
      const step = replay.step(number, number % 2 ? 'spectator' : 'replay');
      const { texts } = lineOf(step, before, words, record);
      for (const text of texts) expect(text).not.toMatch(/undefined|NaN|\[object/);
      if (texts.length) told++;
      if (number % every === 0) expect(words.summary(step.view, names)).not.toMatch(/undefined|NaN|\[object/);
      before = step;
    }
    expect(told).toBeGreaterThan(1);
  },
);

test('the page’s verifier knows the rules of the record’s version only', async () => {
  const record = first('chess');
  const verdicts = async (shown: unknown) =>
    (await verifyHere(shown, { keys: 'None.' })).map(({ name, verdict }) => `${name}: ${verdict}`);
  expect(await verdicts(record)).toContain('rules: held');
  expect(await verdicts({ ...record, version: 99 })).toContain('rules: not checked');
  expect(await verdicts({ ...record, game: 'nothing' })).toContain('rules: not checked');
  expect(await verdicts({ ...record, outcome: { kind: 'void', reason: 'x' } })).toContain('result: not checked');
});

test('who gave up is told of once, in the line of the result', async () => {
  const { record } = records.find(({ folder, file }) => folder === 'tic-tac-toe' && file === 'forfeit.json')!;
  const words = await manifestOf(record.game)!.words();
  const replay = new Replay((await rulesFor(record))!, record);
  const last = replay.positions.length - 1;
  const { texts } = lineOf(replay.step(last, 'replay'), replay.step(last - 1, 'replay'), words, record);
  expect(texts).toEqual([expect.stringMatching(/^\S+.* won, .* left$/)]);
});

test('moves that were played together are nobody’s own', async () => {
  const record = first('blotto');
  const words = await import('../games/blotto/words.ts');
  const replay = new Replay((await rulesFor(record))!, record);
  const steps = [0, 1, 2].map((number) => replay.step(number, 'replay'));
  const [, held, played] = steps.map((step, i) => lineOf(step, steps[i - 1], words, record));
  expect(held).toMatchObject({ held: true, seat: steps[1]!.moved[0] });
  expect(played).toMatchObject({ held: false, seat: undefined });
});

test('on the wall whoever stays keeps the place', () => {
  const items = (ids: string) => [...ids].map((id) => ({ id }));
  const after = (shown: string, news: string) =>
    keepPlaces(items(shown), items(news))
      .map(({ id }) => id)
      .join('');
  expect(after('', 'abc')).toBe('abc');
  expect(after('abc', 'dcba')).toBe('abcd');
  expect(after('abc', 'dac')).toBe('adc');
  expect(after('abc', 'c')).toBe('c');
});

test('a row of like results is a streak', () => {
  const seats = ['a', 'b', 'c'].map((agent) => ({ agent, name: agent, kind: 'agent' as const, via: 'loa' }));
  const over = (ranks: number[]) => ({ kind: 'over' as const, ranks, scores: [], reason: '' });
  expect(resultOf({ seats, outcome: over([1, 2, 3]) }, 'a')).toBe('won');
  expect(resultOf({ seats, outcome: over([1, 1, 3]) }, 'b')).toBe('drawn');
  expect(resultOf({ seats, outcome: over([1, 2, 3]) }, 'c')).toBe('lost');
  expect(resultOf({ seats, outcome: { kind: 'void', reason: '' } }, 'a')).toBeUndefined();
  expect(streaksOf([])).toEqual({ current: undefined, longest: 0 });
  expect(streaksOf(['lost', 'lost', 'won', 'won', 'won', 'drawn'])).toEqual({
    current: { result: 'lost', length: 2 },
    longest: 3,
  });
});

test('all who have decided in a sealed turn are named while others are waited for', async () => {
  const record = first('dance-battle');
  const words = await manifestOf(record.game)!.words();
  const replay = new Replay((await rulesFor(record))!, record);
  const lineAt = (number: number) =>
    lineOf(replay.step(number, 'spectator'), replay.step(number - 1, 'spectator'), words, record);
  expect([1, 2, 3].map((number) => lineAt(number).texts)).toEqual([
    ['Bot 2 decided'],
    ['Bot 2 and Bot 3 decided'],
    ['Bot 1, Bot 2, and Bot 3 decided'],
  ]);
  expect([1, 2].map((number) => lineAt(number).seat)).toEqual([2, undefined]);
});

test('chess is exported as PGN, go as SGF, others not', async () => {
  const pgn = (await gameFile(first('chess')))!;
  expect(pgn.extension).toBe('pgn');
  expect(pgn.text).toMatch(/^\[Event "Crossplay"\]\n/);
  expect(pgn.text).toMatch(/\n1\. \S+ \S+ 2\. /);
  expect(
    Math.max(
      ...pgn.text
        .split('\n\n')[1]!
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(80);
  const sgf = (await gameFile(first('go')))!;
  expect(sgf.text).toMatch(/^\(;GM\[1\]FF\[4\].*SZ\[9\]KM\[7\].*\n;B\[[a-i]{0,2}\]\n;W\[/);
  expect(sgf.text).toMatch(/\)\n$/);
  expect(await gameFile(first('ttt'))).toBeUndefined();
});

test('results, clocks and times are said in words', () => {
  const match = { game: 'chess', seats: [{ name: 'Ann' }, { name: 'Bob' }] };
  const over = (ranks: number[], more = {}) => ({
    kind: 'over' as const,
    ranks,
    scores: [0, 0],
    reason: 'checkmate',
    ...more,
  });
  expect(resultText(over([1, 2]), match)).toBe('Ann won, checkmate');
  expect(resultText(over([1, 1]), match)).toBe('A draw, checkmate');
  expect(resultText(over([2, 1], { forfeit: { seats: [0], why: 'late' } }), match)).toBe(
    'Bob won, Ann ran out of time',
  );
  const go = { ...match, game: 'go' };
  expect(resultText(over([1, 2], { reason: 'go_score', scores: [45, 36] }), go)).toBe('Ann won by 9 points');
  expect(resultText(over([2, 1], { reason: 'go_score', scores: [40, 41] }), go)).toBe('Bob won by 1 point');
  expect(resultText(over([2, 1], { forfeit: { seats: [0], why: 'resigned' } }), go)).toBe('Bob won, Ann resigned');
  const deal = { ...match, game: 'trade_deal' };
  const traded = { reason: 'trade_scored' };
  expect(resultText(over([1, 2], { ...traded, scores: [80, 60] }), deal)).toBe('Ann won, by how near the goals are');
  expect(resultText(over([1, 2], { ...traded, scores: [80, 80] }), deal)).toBe('Ann won, by the audience’s vote');
  const draw = over([1, 1], { reason: 'draw' });
  expect(resultText(draw, match)).toBe('A draw');
  expect(resultText(draw, match, { drawReason: 'fifty moves' })).toBe('A draw, fifty moves');
  const forfeit = over([2, 1], { forfeit: { seats: [0], why: 'resigned' } });
  expect([movesIn({ steps: 1, outcome: forfeit }), movesIn({ steps: 5, outcome: draw })]).toEqual([0, 5]);
  expect(resultText({ kind: 'void', reason: 'error' }, match)).toBe('Void: error');
  expect([65_000, 10_000, 9400, -5].map(clockText)).toEqual(['1:05', '0:10', '9.4', '0.0']);
  expect(agoText(0, 3_600_000)).toMatch(/1 hr/);
});

function svelteFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.svelte'))
    .map((path) => join(folder, path));
}

test('no text of an agent is ever markup, and no style needs inline code', () => {
  const files = [...svelteFiles(import.meta.dirname), ...svelteFiles(join(import.meta.dirname, '../games'))];
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    expect([file, /\{@html|innerHTML|\sstyle="|\son\w+="/.test(text)]).toEqual([file, false]);
  }
});
