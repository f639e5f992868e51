import { expect, test } from 'vitest';
import { goldenRecords } from '../../../test/golden.ts';
import { positions } from '../../core/record.ts';
import { clawpoly } from './rules.ts';
import { builtText, happens, squareText } from './square-words.ts';
import type { State } from './state.ts';

const { record } = goldenRecords().find(({ file }) => file === 'four-players-last-standing.json')!;
const names = ['Ann', 'Bob', 'Cleo', 'Dan'];
const views = [...positions(clawpoly, record)].map(({ state }) => clawpoly.view(state as State, 'spectator'));
const start = views[0]!;

test('a square for sale has its group and price, and says who stands there', () => {
  expect(squareText(start, 6, names)).toBe('Ningaloo Reef, Coastal Waters, $100, for sale.');
  expect(squareText(start, 5, names)).toBe("Poseidon's Current, $200, for sale.");
  expect(squareText(start, 0, names)).toBe(
    'Set Sail – Whoever passes or reaches it gets $200. Here: Ann; Bob; Cleo; Dan.',
  );
});

test('a square that somebody owns says whose it is, what stands on it and whether it is mortgaged', () => {
  const all = views.flatMap((view) =>
    view.board.map((square, index) => ({ square, text: squareText(view, index, names) })),
  );
  const built = all.find(({ square }) => square.outposts === 2)!;
  expect(built.text).toContain(`, $${built.square.price}, of ${names[built.square.owner!]}, 2 outposts.`);
  const mortgaged = all.find(({ square }) => square.mortgaged)!;
  expect(mortgaged.text).toContain(`, of ${names[mortgaged.square.owner!]}, mortgaged.`);
  expect(views.some((view) => squareText(view, 10, names).includes(', caught'))).toBe(true);
});

test('buildings are counted', () => {
  const holding = { owner: 0, outposts: 0, fortress: false, mortgaged: false };
  expect(builtText(holding)).toBe('');
  expect(builtText({ ...holding, outposts: 1 })).toBe('1 outpost');
  expect(builtText({ ...holding, fortress: true })).toBe('a fortress');
});

test('what nobody can own says what happens there, in the figures of the rules', () => {
  const said = (index: number) => happens(start.board[index]!);
  expect(said(4)).toContain('pays $200');
  expect(said(38)).toContain('pays $100');
  expect(said(7)).toContain('draws a card');
  expect(said(10)).toContain('for $50');
  expect(said(20)).toContain('nothing happens');
  expect(said(30)).toContain('Lobster Pot');
});
