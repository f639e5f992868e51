import { expect, it } from 'vitest';
import { Budgets } from '../../src/gateways/budget.ts';
import { fakeClock } from '../clock.ts';

const ATTACKER = '198.51.100.66';
const turn = (): Promise<void> => new Promise((next) => setImmediate(next));

it('whoever asks for much in one go, on however many connections, is served a little in each turn of the loop, and another at once', async () => {
  const budgets = new Budgets(fakeClock());
  let begun = 0;
  const asked = Array.from({ length: 1000 }, () => budgets.turn(ATTACKER, 10).then(() => begun++));
  let served = false;
  const honest = budgets.turn('203.0.113.1', 10).then(() => (served = true));
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toBe(50);
  expect(served).toBe(true);
  await turn();
  expect(begun).toBeLessThanOrEqual(100);
  await Promise.all([...asked, honest]);
  expect(begun).toBe(1000);
});

it('while one address has much to wait for, what takes long for another has its turn next', async () => {
  const budgets = new Budgets(fakeClock());
  const order: string[] = [];
  const asked = Array.from({ length: 20 }, () => budgets.turn(ATTACKER, 510).then(() => order.push('attacker')));
  asked.push(budgets.turn('203.0.113.1', 510).then(() => order.push('honest')));
  await Promise.all(asked);
  expect(order.indexOf('honest')).toBe(1);
});

it('what an address has at once is less than half a second of work', () => {
  const bucket = new Budgets(fakeClock()).ofAddress(ATTACKER);
  let taken = 0;
  while (bucket.take(100)) taken += 100;
  expect(taken).toBeLessThanOrEqual(40_000);
});
