import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function heard(pretty: boolean) {
  const lines: string[] = [];
  const log = createLog({ level: 'info', pretty }, { write: (line: string) => void lines.push(line) });
  return { log, lines };
}

test('a line is one JSON object with level, time, what happened and its particulars', () => {
  const { log, lines } = heard(false);
  log.info({ match: 'm1', game: 'ttt' }, 'match begun');
  log.debug('not shown');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'info', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), match: 'm1', game: 'ttt', msg: 'match begun' },
  ]);
});

test.each([true, false])('what is named like a secret is not written (for people: %s)', (pretty) => {
  const { log, lines } = heard(pretty);
  log.warn({ token: 'hunter2', agent: { apiKey: 'hunter2' } }, 'careless');
  expect(lines.join()).not.toContain('hunter2');
});

test('for people a line says what happened, then the particulars, and a fault its trace', () => {
  const { log, lines } = heard(true);
  log.info({ match: 'm1', ranks: [1, 2] }, 'match over');
  log.error({ err: new Error('broken') }, 'fault');
  expect(lines[0]).toBe('crossplay: match over match=m1 ranks=[1,2]\n');
  expect(lines[1]).toMatch(/^crossplay: ERROR fault\nError: broken\n {4}at /);
});
