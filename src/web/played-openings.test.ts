import { expect, test } from 'vitest';
import { goldenRecords } from '../../test/golden.ts';
import { manifestOf } from '../games/manifests.ts';
import { openingOf, playedOpenings } from './played-openings.ts';

test('the longest known beginning counts', () => {
  const book = [
    { name: 'short', moves: [{ uci: 'e2e4' }] },
    { name: 'long', moves: [{ uci: 'e2e4' }, { uci: 'c7c5' }] },
    { name: 'other', moves: [{ uci: 'd2d4' }] },
  ];
  expect(openingOf(book, [{ uci: 'e2e4' }, { uci: 'c7c5' }, { uci: 'g1f3' }])?.name).toBe('long');
  expect(openingOf(book, [{ uci: 'e2e4' }, { uci: 'e7e5' }])?.name).toBe('short');
  expect(openingOf(book, [{ uci: 'a2a3' }])).toBeUndefined();
});

test('an agent’s openings are counted by seat and result', async () => {
  const chess = manifestOf('chess')!;
  const { record } = goldenRecords().find((one) => one.record.game === 'chess')!;
  const [opening] = (await chess.openings!()).book({});
  const entries = opening!.moves.map((move, i) => ({ at: i, kind: 'move' as const, moves: [{ seat: i % 2, move }] }));
  const made = (ranks: number[]) => ({
    ...record,
    options: {},
    entries,
    outcome: { kind: 'over' as const, ranks, scores: [], reason: '' },
  });
  const { agent } = record.seats[1]!;
  expect(await playedOpenings(chess, agent, [made([2, 1]), made([2, 1]), made([1, 1])])).toEqual([
    { name: opening!.name, seat: 1, won: 2, drawn: 1, lost: 0 },
  ]);
});

test.for([
  ['chess', {}, [{ uci: 'a2a4' }, { uci: 'h7h5' }, { uci: 'b1c3' }], '1. a4 h5'],
  ['chess', { fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' }, [{ uci: 'e2e4' }], 'From a set position'],
  ['go', {}, [{ point: 'A1' }, { pass: true }], 'A1 pass'],
  ['c4', {}, [{ column: 0 }], '1'],
] as const)('a beginning of %s without a name is called by its first moves', async ([game, options, moves, name]) => {
  const openings = await manifestOf(game)!.openings!();
  expect(openingOf(openings.book(options), [...moves])).toBeUndefined();
  expect(openings.spelled([...moves], options)).toBe(name);
});
