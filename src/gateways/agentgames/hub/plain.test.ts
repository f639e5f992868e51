import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plain } from './plain.ts';

it('6.4 escape sequences lose what makes them one', () => {
  expect(plain('\x1b[2J\x1b]0;title\x07red')).toBe('[2J]0;titlered');
  expect(plain('a\r\nb\tc\u0085d\u009b31m')).toBe('a  b cd31m');
});

it('6.4 marks that turn, hide or stack are left out, wide characters become question marks', () => {
  expect(plain('a\u202eb\u200bc\ufeff')).toBe('abc');
  expect(plain('z\u0301\u0301\u0301\u0301')).toMatch(/^ź$/);
  expect(plain('漢字 😀 Ａ')).toBe('?? ? ?');
  expect(plain('Ærøskøbing Ωμέγα Жук')).toBe('Ærøskøbing Ωμέγα Жук');
});

it('6.4 whatever comes in, each character that goes out is one cell wide', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(50), (text, longest) => {
      const safe = plain(text, longest);
      expect(safe).toMatch(/^[ -~\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}?]*$/u);
      expect(safe.length).toBeLessThanOrEqual(longest);
    }),
  );
});
