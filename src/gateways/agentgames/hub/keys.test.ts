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

it('6.5 an escape alone is the escape key, once nothing more has come', () => {
  const keys = new Keys();
  expect(keys.read(Buffer.from('\x1b'))).toEqual([]);
  expect(keys.isWaiting).toBe(true);
  expect(keys.flush()).toEqual(['escape']);
  expect([keys.isWaiting, keys.flush()]).toEqual([false, []]);
  keys.read(Buffer.from('\x1b\x1b'));
  expect(keys.flush()).toEqual(['escape']);
  keys.read(Buffer.from('\x1b['));
  expect(keys.flush()).toEqual([]);
});

it('6.5 a key with Alt is no escape and no key', () => {
  expect(read('\x1bxy')).toEqual(['y']);
  expect(read('\x1b', 'xy')).toEqual(['y']);
  expect(read('\x1b\x1b[Ax')).toEqual(['x']);
});

it('6.5 an arrow that comes slowly, byte by byte, is one', () => {
  expect(read('\x1b', '[', 'A')).toEqual(['up']);
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
