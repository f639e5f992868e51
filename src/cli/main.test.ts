import { afterEach, expect, test, vi } from 'vitest';
import { main } from './main.ts';

const errors: string[] = [];
vi.spyOn(console, 'error').mockImplementation((line) => void errors.push(line));
afterEach(() => {
  process.exitCode = undefined;
  errors.splice(0);
});

test.each(['bogus', 'constructor', '__proto__', ''])('%j is no command, says one line', async (name) => {
  await main([name]);
  expect(errors).toEqual([`crossplay: no command "${name}"; see crossplay help`]);
  expect(process.exitCode).toBe(1);
});
