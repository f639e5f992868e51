import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('who wants many turns holds up himself: another has his after one of them', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const wanted = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map((key) => turns.next(key).then(() => order.push(key)));
  await Promise.all(wanted);
  expect(order.join('')).toBe('abcabaa');
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
