import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Budget, Budgets } from '../../src/gateways/budget.ts';
import { Sockets } from '../../src/gateways/sockets.ts';
import { fakeClock } from '../clock.ts';
import { RawSocket } from './raw-socket.ts';

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

describe('a socket beyond what its address may is told when to come again', () => {
  it.each([
    [1, 'asked for too much in this second', (budgets: Budgets) => void budgets.ofAddress('127.0.0.1').take(40_000)],
    [60, 'has too many open', (budgets: Budgets) => void vi.spyOn(budgets, 'open').mockReturnValue(undefined)],
  ])('in %d s where the address %s', async (seconds, _why, spend) => {
    const budgets = new Budgets({ ...fakeClock(), ticks: () => 0 });
    const server = createServer();
    const sockets = new Sockets({ budgets });
    sockets.add('/x', { gateway: 'x', maxFrame: 1, admit: async () => ({}), open: () => expect.fail('came in') });
    sockets.listenOn(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    spend(budgets);
    const opening = RawSocket.open((server.address() as AddressInfo).port, '/x');
    await expect(opening).rejects.toThrow(new RegExp(`^HTTP/1.1 429 .*Retry-After: ${seconds}\r\n`, 's'));
  });
});
