import { expect, test } from 'vitest';
import { readUrl } from './bus.ts';

test('an address says where, how and as whom; what is shown of it has no secret', () => {
  expect(readUrl('nats://host')).toEqual({ options: { servers: ['host:4222'] }, shown: 'host:4222' });
  expect(readUrl('nats://me:p%40ss@one:1,nats://two:2')).toEqual({
    options: { servers: ['one:1', 'two:2'], user: 'me', pass: 'p@ss' },
    shown: 'one:1, two:2',
  });
  expect(readUrl('nats://word@host:1').options).toEqual({ servers: ['host:1'], token: 'word' });
  expect(readUrl('tls://host:1').options).toEqual({ servers: ['host:1'], tls: {} });
  const seed = `SU${'A'.repeat(56)}`;
  expect(readUrl(`nats://${seed}@host:1`).options).toEqual({
    servers: ['host:1'],
    authenticator: expect.any(Function),
  });
});
