import { expect, test } from 'vitest';
import { isTimestamp } from './timestamps.ts';

test.each([
  '2025-12-01T10:00:00Z',
  '2025-12-01T10:00:00+00:00',
  '2025-12-01T10:00:00.1Z',
  '2025-12-01T10:00:00.123456789+00:00',
  '2024-02-29T23:59:59Z',
])('1.6 %s is a timestamp', (text) => {
  expect(isTimestamp(text)).toBe(true);
});

test.each([
  '2025-12-01T10:00:00',
  '2025-12-01T10:00:00+02:00',
  '2025-12-01T10:00:00-00:00',
  '2025-12-01 10:00:00Z',
  '2025-12-01T10:00:00.Z',
  '2025-12-01T10:00:00.1234567890Z',
  '2025-02-29T10:00:00Z',
  '2025-13-01T10:00:00Z',
  '2025-12-01T24:00:00Z',
  '2025-12-01T10:60:00Z',
  'yesterday',
  '',
  1764583200,
  null,
])('1.6 %s is none', (text) => {
  expect(isTimestamp(text)).toBe(false);
});
