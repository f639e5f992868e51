import fastify from 'fastify';
import { expect, it } from 'vitest';
import { resourceRush } from '../../src/games/resource-rush/rules.ts';
import { sendJson } from '../../src/gateways/large-json.ts';
import { site } from '../../src/gateways/web/fixture.ts';
import { goldenRecords } from '../golden.ts';
import { storeRecord } from '../store-record.ts';

const KB = 1024;

it.each([
  ['nothing', {}],
  ['a small answer', { id: 'x', entries: [{ a: 1 }], none: [], left: undefined, last: null }],
  [
    'a large one',
    { id: 'x', entries: Array.from({ length: 5000 }, (_, at) => ({ at, text: 'ü'.repeat(100) })), end: true },
  ],
])('%s comes as the JSON that it is', async (_, value) => {
  const http = fastify();
  http.get('/', (_request, reply) => sendJson(reply, value));
  const answer = await http.inject('/');
  expect(answer.json()).toEqual(JSON.parse(JSON.stringify(value)));
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
});

it('of a large answer only a piece is made at a time, and others get their turn between', async () => {
  const http = fastify();
  let made = 0;
  const most: number[] = [];
  function* items() {
    for (let at = 0; at < 4096; at++) {
      made++;
      yield 'x'.repeat(KB);
    }
  }
  http.get('/', (_request, reply) => sendJson(reply, { items: items() }));
  let before = 0;
  const watch = () => {
    most.push(made - before);
    before = made;
    if (made < 4096) setImmediate(watch);
  };
  setImmediate(watch);
  expect((await http.inject('/')).json().items).toHaveLength(4096);
  expect(Math.max(...most)).toBeLessThan(1024);
});

it('a page that missed more than it can be sent at once sees the present step, and the connection stays', async () => {
  const { storage, open } = await site([resourceRush]);
  const { record } = goldenRecords().find(({ folder, file }) => folder === 'resource-rush' && file === 'win.json')!;
  await storeRecord(storage, record);
  const last = record.entries.length;
  const far = open();
  await far.said({ type: 'watch', match: record.id, after: 0 });
  expect(far.heard()).toMatchObject([{ type: 'match' }, { type: 'update', step: last, view: expect.anything() }]);
  const near = open();
  await near.said({ type: 'watch', match: record.id, after: last - 10 });
  expect(near.heard().filter(({ type }) => type === 'update')).toHaveLength(10);
});
