import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical } from './canonical.ts';

test('the example of RFC 8785 is written as the RFC writes it', () => {
  const example = `{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
    "literals": [null, true, false]
  }`;
  expect(canonical(JSON.parse(example))).toBe(
    `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`,
  );
});

test('keys are sorted by their UTF-16 units, as in the RFC', () => {
  const keys = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6'];
  const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\u{1f600}', '\ufb33'];
  const text = canonical(Object.fromEntries(keys.map((key) => [key, 0])));
  expect(text).toBe(`{${sorted.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`);
});

test('a value and its copy through JSON have the same text, whatever the order of keys', () => {
  const turned = (value: unknown): unknown =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).reverse());
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonical(value);
      expect(canonical(JSON.parse(JSON.stringify(value)))).toBe(text);
      expect(canonical(turned(value))).toBe(text);
      expect(canonical(JSON.parse(text))).toBe(text);
    }),
  );
  expect(canonical({ b: undefined, a: [undefined, Number.NaN], c: -0 })).toBe('{"a":[null,null],"c":0}');
});
