import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Lines } from './lines.ts';

function read(chunks: Uint8Array[], { longest = 64, terminal = false } = {}) {
  const told: string[] = [];
  const lines = new Lines(longest, terminal, {
    line: (text) => told.push(text),
    tooLong: () => told.push('(too long)'),
    hangUp: () => told.push('(hang up)'),
  });
  for (const chunk of chunks) lines.push(Buffer.from(chunk));
  lines.end();
  return told;
}

const bytes = (text: string) => Buffer.from(text);

it('lines are the same however the bytes are cut', () => {
  const line = fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\n', ''));
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(40)), (lines, cuts) => {
      const all = bytes(lines.map((text) => `${text}\n`).join(''));
      const places = [...new Set(cuts.filter((cut) => cut < all.length))].sort((a, b) => a - b);
      const chunks = [...places, all.length].map((end, i) => all.subarray(places[i - 1] ?? 0, end));
      expect(read(chunks)).toEqual(lines.filter(Boolean));
    }),
  );
});

it('what stands before the end of the stream is a line', () => {
  expect(read([bytes('one\ntwo')])).toEqual(['one', 'two']);
});

it('5.4 a line of the longest length is told and a longer one ends everything', () => {
  const fits = 'x'.repeat(64);
  expect(read([bytes(`${fits}\nmore\n`)])).toEqual([fits, 'more']);
  expect(read([bytes(fits), bytes('x\nmore\n')])).toEqual(['(too long)']);
  expect(read([bytes('x'.repeat(1024 * 1024))])).toEqual(['(too long)']);
});

it('1.4 at a terminal CR ends a line and Ctrl-C or Ctrl-D hangs up', () => {
  const terminal = { terminal: true };
  expect(read([bytes('one\rtwo\r\nthree\n')], terminal)).toEqual(['one', 'two', 'three']);
  expect(read([bytes('one\rtw\x03o\r')], terminal)).toEqual(['one', '(hang up)']);
  expect(read([bytes('\x04one\r')], terminal)).toEqual(['(hang up)']);
  expect(read([bytes('a\x03b\n')])).toEqual(['a\x03b']);
});

it('any bytes at all are read without harm', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 100 })), fc.boolean(), (chunks, terminal) => {
      for (const line of read(chunks, { terminal })) expect(line).toBeTypeOf('string');
    }),
  );
});
