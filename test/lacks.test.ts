import { expect, test } from 'vitest';
import type { AnyGame } from '../src/core/game.ts';
import { begin, type Position } from '../src/core/record.ts';
import type { GameManifest } from '../src/games/shared/manifest.ts';
import { keepsSealed, lacksOf, openTellsMore, toldOf, viewsDiffer } from './lacks.ts';
import { type Choose, playMatch, seedOf } from './play.ts';
import { sums } from './toys.ts';

const add: Choose = ({ random }) => ({ add: random.int(9) });
const { record } = playMatch(sums, { seats: 2, seed: seedOf('lacks'), choose: add });
const first = (game: AnyGame): Position => begin(game, record);

const complete: GameManifest = {
  id: 'sums',
  title: 'Sums',
  about: 'The highest sum wins.',
  home: 'loa',
  rules: async () => sums,
  bots: async () => ['one', 'two', 'three'].map((name) => ({ name, play: () => ({ add: 1 }) })),
  words: async () => ({ told: () => [], summary: () => '' }),
  board: async () => ({ default: () => ({}) }),
};
const folder = {
  records: [{ folder: 'sums', file: 'a.json', record: { ...record, outcome: { kind: 'void', reason: '' } as const } }],
  page: '# Sums\n\nSecret numbers.\n',
  rules: '# Sums\n\nWhoever has more wins.\n',
  secrets: undefined,
};

const open = () => false;
const secretive = () => true;

test('a game that has everything lacks nothing', async () => {
  expect(await lacksOf(complete, folder, open)).toEqual([]);
  expect(await lacksOf({ ...complete, home: 'none' }, folder, open)).toEqual([]);
  expect(await lacksOf(complete, { ...folder, secrets: 'rules.secrets.ts' }, secretive)).toEqual([]);
});

test.each<[string, Partial<GameManifest>, Partial<typeof folder>, string]>([
  ['a home', { home: 'nowhere' }, {}, 'sums has no home: its manifest names "nowhere", which has no terms for it.'],
  [
    'terms at its home',
    { home: 'clawpoly' },
    {},
    'sums has no home: its manifest names "clawpoly", which has no terms',
  ],
  ['a board', { board: () => Promise.reject(new Error('no such file')) }, {}, 'sums has no board'],
  ['bots', { bots: async () => [] }, {}, 'sums has 0 bots: it needs 3'],
  ['words', { words: async () => ({}) as never }, {}, 'sums has no words'],
  ['a line about it', { about: '' }, {}, 'sums has no line about it'],
  [
    'the title of its rules',
    { title: 'Totals' },
    { page: '# Totals\n', rules: '# Totals\n' },
    'sums is "sums", Totals in its manifest',
  ],
  ['a golden record', {}, { records: [] }, 'sums has no golden record of version 1: npx node test/make-golden.ts sums'],
  ['a record of older rules', { older: { 0: async () => sums } }, {}, 'sums has no golden record of version 0'],
  ['rules for people', {}, { rules: '' }, 'sums has no rules for people: RULES.md headed "# Sums"'],
  ['a page', {}, { page: '' }, 'sums has no page: README.md headed "# Sums"'],
])('without %s it is told so in a sentence', async (_, manifest, files, sentence) => {
  const lacks = await lacksOf({ ...complete, ...manifest }, { ...folder, ...files }, open);
  expect(lacks).toEqual([expect.stringContaining(sentence)]);
});

test('a game that hides something has to say what', async () => {
  expect(await lacksOf(complete, folder, secretive)).toEqual([
    expect.stringMatching(/^sums hides something .*secrets\.ts/),
  ]);
});

test('what one viewer sees and another does not is hidden', () => {
  const whispering: AnyGame = {
    ...sums,
    view: (state, viewer) => ({ ...sums.view(state, viewer), you: viewer === 0 }),
  };
  expect(viewsDiffer(sums, first(sums), 2)).toBe(false);
  expect(viewsDiffer(whispering, first(whispering), 2)).toBe(true);
});

test('what was sealed and stays out of every view is hidden, what is shown when it is played is not', () => {
  const forgetful: AnyGame = { ...sums, view: ({ round }) => ({ round }) };
  expect(keepsSealed(sums, first(sums), add)).toBe(false);
  expect(keepsSealed(forgetful, first(forgetful), add)).toBe(true);
});

test('a move that is told to everybody says no more than the views show of it', () => {
  const forgetful: AnyGame = { ...sums, view: ({ round }) => ({ round }) };
  const open = (game: AnyGame): AnyGame => ({ ...game, open: true });
  expect(openTellsMore(open(sums), first(sums), 2, add)).toBe(false);
  expect(openTellsMore(open(forgetful), first(forgetful), 2, add)).toBe(true);
  expect(openTellsMore(forgetful, first(forgetful), 2, add)).toBe(false);
});

test('what is listed for a seat and whose turn it is are told beside its view', () => {
  const hinting: AnyGame = { ...sums, view: () => ({}), moves: ({ sums: totals }) => [{ add: totals[1] }] };
  const [none, some] = [
    { ...(first(sums).state as object), sums: [0, 0] },
    { ...(first(sums).state as object), sums: [0, 5] },
  ];
  expect(toldOf(hinting, none, 0)).not.toEqual(toldOf(hinting, some, 0));
  expect(toldOf({ ...hinting, moves: () => [] }, none, 0)).toEqual(toldOf({ ...hinting, moves: () => [] }, some, 0));
});
