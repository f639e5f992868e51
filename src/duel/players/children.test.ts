import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { Children } from './children.ts';

const sleeper = () => spawn('sleep', ['1000'], { detached: true });

test('all end together, and so does one that was just being started', async () => {
  const children = new Children();
  const [first, second, late] = [sleeper(), sleeper(), sleeper()];
  const ends = [first, second, late].map((child) => once(child, 'exit'));
  children.add(first!.pid!);
  new Children(children.shared).add(second!.pid!);
  expect(children.running).toEqual([first!.pid, second!.pid]);
  children.endAll();
  children.add(late!.pid!);
  for (const [code, signal] of await Promise.all(ends)) expect([code, signal]).toEqual([null, 'SIGKILL']);
  expect(children.running).toEqual([]);
});

test('a group is ended once: its number may be another’s later', async () => {
  const children = new Children();
  const child = sleeper();
  children.end(child.pid!);
  expect(child.killed || child.exitCode !== null).toBe(false);
  children.add(child.pid!);
  const end = once(child, 'exit');
  children.end(child.pid!);
  await end;
  children.end(child.pid!);
});
