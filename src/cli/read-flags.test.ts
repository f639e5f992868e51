import { expect, test } from 'vitest';
import { readFlags } from './read-flags.ts';

const read = (...args: string[]) =>
  readFlags('try', {
    args,
    allowPositionals: true,
    options: { token: { type: 'string' }, bots: { type: 'string' }, json: { type: 'boolean', short: 'j' } },
  });

test('a value may begin with a hyphen, as one in sixty-four tokens does', () => {
  const { values, positionals } = read('open', '--token', '-aB3', '--bots', '4', '-j');
  expect({ ...values }).toEqual({ token: '-aB3', bots: '4', json: true });
  expect(positionals).toEqual(['open']);
  expect(read('--token=-aB3').values.token).toBe('-aB3');
  // What follows is another program's.
  expect(read('--', 'agent', '--token', '-aB3').positionals).toEqual(['agent', '--token', '-aB3']);
});

test('a flag in place of a value is refused with how the command is used', () => {
  for (const flag of ['--bots', '-j']) expect(() => read('--token', flag)).toThrow('Usage: crossplay try');
  expect(() => read('--token')).toThrow('Usage: crossplay try');
  expect(() => read('-aB3')).toThrow('Usage: crossplay try');
});
