import { expect, test } from 'vitest';
import { competitionOf, TestLog } from '../fixture.ts';
import type { Format } from '../format.ts';
import { heldFor } from './holding.ts';

const PAIRED = [
  { id: 'R1M1', round: 1, agents: ['A1', 'A2'] },
  { id: 'R1M2', round: 1, agents: ['A3', 'A4'] },
];
const won = { kind: 'result', pairing: 'R1M1', game: 1, match: 'm1', agents: ['A1', 'A2'], ranks: [1, 2], reason: 'x' };

const begun = (format: Format, between = 0) =>
  new TestLog(competitionOf(format, { between }))
    .enter(4)
    .add({ kind: 'closed', by: 'host' }, { kind: 'paired', round: 1, pairings: PAIRED });

const held = (log: TestLog): string[] => heldFor(log.competition, log.state).sort();

test('while a competition runs, all that may be called are held; while it is open or paused, nobody is', () => {
  expect(held(new TestLog(competitionOf({ type: 'swiss' })).enter(4))).toEqual([]);
  const log = begun({ type: 'swiss' });
  expect(held(log)).toEqual(['A1', 'A2', 'A3', 'A4']);
  log.add({ kind: 'withdrew', agent: 'A4', by: 'A4', why: '' });
  expect(held(log)).toEqual(['A1', 'A2', 'A3']);
  log.add({ kind: 'paused', by: 'host' });
  expect(held(log)).toEqual([]);
});

test('who is out of a knockout is not held, unless there is a third place to play for', () => {
  expect(held(begun({ type: 'knockout' }).add(won))).toEqual(['A1', 'A3', 'A4']);
  expect(held(begun({ type: 'knockout', thirdPlace: true }).add(won))).toEqual(['A1', 'A2', 'A3', 'A4']);
  expect(held(begun({ type: 'double-knockout' }).add(won))).toEqual(['A1', 'A2', 'A3', 'A4']);
});

test('nobody is held over a long break, and no house bot ever', () => {
  expect(held(begun({ type: 'swiss' }, 3_600_000))).toEqual([]);
  const bots = new TestLog(competitionOf({ type: 'swiss' }));
  for (const number of [1, 2]) bots.add({ kind: 'entered', agent: `bot:ttt:easy:c-${number}`, name: 'bot' });
  expect(held(bots.add({ kind: 'closed', by: 'host' }))).toEqual([]);
});
