import { expect, test } from 'vitest';
import { writePgn } from './pgn.ts';
import { chess, type State } from './rules.ts';
import { told } from './words.ts';

const FEN = '4k3/8/8/8/8/8/4P3/4K3 b - - 5 20';
const noChance = {
  int: () => 0,
  pick: <T>(list: readonly T[]) => list[0]!,
  shuffle: <T>(list: readonly T[]) => [...list],
};
const start = (fen: string) => chess.start({ fen }, 2, noChance);
const after = (state: State, ...texts: string[]): State =>
  texts.reduce((now, text) => {
    const [seat] = (chess.status(now) as { must: number[] }).must;
    return chess.play(now, [{ seat: seat!, move: chess.text!.parse(now, seat!, text)! }], noChance);
  }, state);

test('a game starts from the position that it is given, with the side that is to move there', () => {
  expect(chess.status(start(FEN))).toMatchObject({ kind: 'turn', number: 0, must: [1] });
  expect(told(chess.view(after(start(FEN), 'Kd7'), 0))).toEqual(['20… ♚d7']);
  expect(told(chess.view(after(start(FEN), 'Kd7', 'e4'), 0))).toEqual(['21. e4']);
});

test('what is no position is refused', () => {
  expect(() => start('no position')).toThrow(/is no position/);
  expect(() => start('8/8/8/8/8/8/8/8 w - - 0 1')).toThrow(/is no position/);
});

test('its PGN has the position and goes on from its numbers', () => {
  const text = writePgn({
    players: ['a', 'b'],
    date: '2026-01-01',
    outcome: { kind: 'void', reason: 'test' },
    result: 'void',
    options: { fen: FEN },
    moves: [],
    state: after(start(FEN), 'Kd7', 'e4', 'Kd6'),
  });
  expect(text).toContain(`[SetUp "1"]\n[FEN "${FEN}"]`);
  expect(text).toContain('\n20... Kd7 21. e4 Kd6 *\n');
});
