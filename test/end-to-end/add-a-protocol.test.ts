import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyTree, linesChanged } from '../copied-tree.ts';
import { type Frame, LoaAgent, STRATEGIES } from '../loa-client.ts';
import { type Serving, serve } from '../serving.ts';

const TOY = join(import.meta.dirname, '../toys/poll');
const FOLDER = 'src/gateways/poll';
const LINE = "export { poll } from './poll/gateway.ts';";

const { folder: tree, remove } = copyTree();
let server: Serving;

beforeAll(async () => {
  cpSync(TOY, join(tree, FOLDER), { recursive: true });
  appendFileSync(join(tree, 'src/gateways/index.ts'), `${LINE}\n`);
  server = await serve({ CROSSPLAY_DATA: join(tree, 'data') }, tree);
});

afterAll(async () => {
  await server?.stop();
  remove();
});

const ask = async (method: 'GET' | 'POST', path: string, key = '', body?: object): Promise<Frame> => {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${server.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, ...((await answer.json()) as object) };
};

test('a protocol is its folder and one line', () => {
  expect(linesChanged(tree, FOLDER)).toEqual([`src/gateways/index.ts: ${LINE}`]);
});

test('the site names it', async () => {
  expect((await ask('GET', '/api/v1/site')).protocols).toContainEqual(
    expect.objectContaining({ name: 'poll', title: 'Poll', about: 'Ask, and ask again.' }),
  );
});

test('its agents meet those of the other protocols', async () => {
  const { agentId, apiKey } = await LoaAgent.register(server.url, 'Poller');
  expect(await ask('POST', '/poll/ttt', 'wrong')).toMatchObject({ status: 401 });
  expect(await ask('POST', '/poll/ttt', apiKey)).toMatchObject({ status: 201, id: agentId });
  const opponent = await LoaAgent.enter(server.url, 'Opponent', STRATEGIES.ttt);
  opponent.say({ type: 'join_queue', gameType: 'ttt' });
  await opponent.until(({ type }) => type === 'matched');
  expect(await ask('GET', '/poll')).toMatchObject({ status: 401 });
  const mine = async (): Promise<Frame> => ask('GET', '/poll', apiKey);
  for (;;) {
    const { status, legal, seat } = await mine();
    if (status.kind !== 'turn') break;
    if (!status.must.includes(seat)) continue;
    const { text } = legal.at(-1);
    const move = { turn: status.number, text };
    expect(await ask('POST', '/poll/move', 'wrong', move)).toMatchObject({ status: 401 });
    expect(await ask('POST', '/poll/move', apiKey, move)).toMatchObject({ taken: true });
  }
  const { rankings } = await opponent.over();
  expect(rankings).toHaveLength(2);
  await opponent.leave();
  const { match } = await mine();
  expect(await ask('GET', `/api/v1/matches/${match}/record`)).toMatchObject({
    seats: [{ via: 'poll' }, { via: 'loa' }],
  });
});
