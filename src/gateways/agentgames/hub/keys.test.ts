import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Keys } from './keys.ts';

const read = (...chunks: string[]): string[] => {
  const keys = new Keys();
  return chunks.flatMap((chunk) => keys.read(Buffer.from(chunk, 'latin1')));
};

it('characters are keys of their own name', () => {
  expect(read('Nf3 ')).toEqual(['N', 'f', '3', ' ']);
});

it('arrows, enter, backspace and the keys that quit have names', () => {
  expect(read('\x1b[A\x1b[B\x1bOC\x1bOD', '\r', '\x7f', '\x03\x04')).toEqual([
    ...['up', 'down', 'right', 'left', 'enter', 'backspace', 'ctrl-c', 'ctrl-d'],
  ]);
  expect(read('\x1b[5~\x1b[6~\x1b[H\x1b[4~')).toEqual(['page-up', 'page-down', 'home', 'end']);
});

it('an escape alone is the escape key', () => {
  expect(read('\x1b')).toEqual(['escape']);
  expect(read('\x1b\x1b')).toEqual(['escape', 'escape']);
});

it('a sequence may come in pieces, and unknown ones are passed over', () => {
  expect(read('\x1b[', 'A')).toEqual(['up']);
  expect(read('\x1b[1;5Cx\x1b[200~y')).toEqual(['x', 'y']);
});

it('any bytes at all are read without harm', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 60 })), (chunks) => {
      const keys = new Keys();
      for (const chunk of chunks) for (const key of keys.read(chunk)) expect(key.length).toBeGreaterThan(0);
    }),
  );
});
