import { expect, it } from 'vitest';
import { type EntryFees, sharesOf } from './stakes.ts';

const fees = (fee: bigint, seats: number, cut = 1000): EntryFees => ({
  asset: 'USDC',
  fee: String(fee),
  cut,
  seats: Array.from({ length: seats }, (_, seat) => ({ account: `seat:r:${seat}`, to: '0x0' })),
});
const over = (...ranks: number[]) => ({ kind: 'over' as const, ranks, scores: ranks, reason: 'turn_limit' });

it('pays the winner nine tenths and the house the rest', () => {
  expect(sharesOf(fees(10n, 3), over(2, 1, 3))).toEqual({ house: 3n, seats: [0n, 27n, 0n] });
});

it('splits a tie, the odd unit to the earlier', () => {
  expect(sharesOf(fees(7n, 3), over(1, 2, 1))).toEqual({ house: 2n, seats: [10n, 0n, 9n] });
});

it('gives everyone back what was paid when the game is void', () => {
  expect(sharesOf(fees(7n, 2), { kind: 'void', reason: 'host' })).toEqual({ house: 0n, seats: [7n, 7n] });
});

it.each([2, 3, 4, 5, 6])('hands out what %i seats paid, to the unit', (seats) => {
  for (const fee of [1n, 9n, 1_000_001n, 123_456_789n]) {
    for (const cut of [0, 1, 999, 1000, 5000]) {
      for (let best = 1; best <= seats; best++) {
        const ranks = Array.from({ length: seats }, (_, seat) => (seat < best ? 1 : 2));
        const { house, seats: shares } = sharesOf(fees(fee, seats, cut), over(...ranks));
        expect(shares.reduce((sum, share) => sum + share, house)).toBe(fee * BigInt(seats));
      }
    }
  }
});
