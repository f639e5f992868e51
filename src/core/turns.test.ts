import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('who wants many turns holds up himself: another has his after one of them', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const wanted = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map((key) => turns.next(key).then(() => order.push(key)));
  await Promise.all(wanted);
  expect(order.join('')).toBe('abcabaa');
});

it('of what is light as much begins in one turn as weighs together what one turn has, and what is heavier by itself alone', async () => {
  const turns = new Turns(10);
  const order: (string | number)[] = [];
  const count = () => {
    order.push('|');
    if (order.length < 20) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all([4, 4, 4, 25, 1].map((weight, key) => turns.next(key, weight).then(() => order.push(weight))));
  expect(order.join(' ')).toMatch(/^\| 4 4 \| 4 \| 25 \| 1/);
});

it('between two turns everything else that waits is done', async () => {
  const turns = new Turns();
  const order: string[] = [];
  setImmediate(() => {
    order.push('else');
    setImmediate(() => order.push('else'));
  });
  await Promise.all([1, 2, 3].map((turn) => turns.next('a').then(() => order.push(`turn ${turn}`))));
  expect(order).toEqual(['else', 'turn 1', 'else', 'turn 2', 'turn 3']);
});
