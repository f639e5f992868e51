import { expect, it } from 'vitest';
import { type Budget, Budgets } from '../../src/gateways/budget.ts';
import { fakeClock } from '../clock.ts';

const open = (budgets: Budgets, address: string, count: number): Budget[] =>
  Array.from({ length: count }, () => budgets.open(address)).filter((budget) => budget !== undefined);

it('an address has a bounded number of connections, of IPv6 a whole network; another has its own', () => {
  const budgets = new Budgets(fakeClock());
  const [first, ...others] = [...open(budgets, '2001:db8::1', 3000), ...open(budgets, '2001:db8::2', 3000)] as [
    Budget,
    ...Budget[],
  ];
  expect(others).toHaveLength(4095);
  expect(budgets.open('2001:db8:0:1::1')).toBeDefined();
  first.close();
  expect(open(budgets, '2001:db8::3', 2)).toHaveLength(1);
});

it('an account has a bounded number of connections, from however many addresses', () => {
  const budgets = new Budgets(fakeClock());
  const come = (i: number, agent: string): Budget | undefined => {
    const budget = budgets.open(`203.0.113.${i % 200}`)!;
    return budget.belongTo(agent) ? budget : undefined;
  };
  const mine = Array.from({ length: 2000 }, (_, i) => come(i, 'mallory')).filter((budget) => budget !== undefined);
  expect(mine).toHaveLength(1024);
  expect(come(0, 'alice')).toBeDefined();
  mine[0]!.close();
  expect(come(0, 'mallory')).toBeDefined();
  expect(come(0, 'mallory')).toBeUndefined();
});

it('what an account asks for is counted over all of its connections', () => {
  const budgets = new Budgets(fakeClock());
  const connections = Array.from({ length: 20 }, (_, i) => {
    const budget = budgets.open(`203.0.113.${i}`)!;
    budget.belongTo('mallory');
    return budget;
  });
  let taken = 0;
  for (const connection of connections) while (connection.take(100)) taken += 100;
  expect(taken).toBe(24_000);
});
