import { expect, test } from 'vitest';
import { Crowd } from './crowd.ts';

const CROWD = 1000;
const crowdOf = (size: number): Crowd<number> => {
  const crowd = new Crowd<number>();
  for (let one = 0; one < size; one++) crowd.add(one);
  return crowd;
};
const immediate = () => new Promise<void>((done) => setImmediate(done));

test('a few are told at once', () => {
  const heard: number[] = [];
  crowdOf(3).tell((one) => heard.push(one));
  expect(heard).toEqual([0, 1, 2]);
});

test('many are told in goes, and everyone hears everything once and in order', async () => {
  const crowd = crowdOf(CROWD);
  const heard = Array.from({ length: CROWD }, (): string[] => []);
  crowd.tell((one) => heard[one]!.push('first'));
  const atOnce = heard.filter((one) => one.length > 0).length;
  expect(atOnce).toBeLessThan(CROWD / 5);
  crowd.tell((one) => heard[one]!.push('second'));
  crowd.tell((one) => heard[one]!.push('third'));
  await immediate();
  expect(heard.filter((one) => one.length > 0).length).toBe(2 * atOnce);
  await expect.poll(() => heard.at(-1)?.length).toBe(3);
  expect(heard.every((one) => one.join() === 'first,second,third')).toBe(true);
});

test('who has left hears nothing, who comes later only what is told later', async () => {
  const crowd = crowdOf(CROWD);
  const first: number[] = [];
  crowd.tell((one) => first.push(one));
  crowd.delete(CROWD - 1);
  crowd.add(CROWD);
  const second: number[] = [];
  crowd.tell((one) => second.push(one));
  await expect.poll(() => second.length).toBe(CROWD);
  expect(first).toHaveLength(CROWD - 1);
  expect(second.at(-1)).toBe(CROWD);
});

test('what one of them causes is told after what is being told', () => {
  const crowd = crowdOf(2);
  const heard: string[] = [];
  crowd.tell((one) => {
    heard.push(`a${one}`);
    if (one === 0) crowd.tell((other) => heard.push(`b${other}`));
  });
  expect(heard).toEqual(['a0', 'a1', 'b0', 'b1']);
});
