import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { SeatHolder } from '../../src/core/record.ts';
import { faultOfShape } from '../../src/core/verify/shape.ts';
import { type Attacked, attacked, enrol, send } from './arena.ts';

const BEYOND = { HOST: '0.0.0.0' };

async function arenaWith(env: { [name: string]: string }): Promise<Attacked> {
  const arena = await attacked(env);
  onTestFinished(arena.end);
  return arena;
}

async function account({ server }: Attacked, name: string): Promise<SeatHolder & { key: string }> {
  const { id, key } = await enrol(server, name);
  return { agent: id, name, kind: 'agent', via: 'loa', key };
}

/** The second gives up at once. */
async function win({ server }: Attacked, winner: SeatHolder, loser: SeatHolder): Promise<string> {
  const sitters = [winner, loser].map(({ agent, name, kind, via }) => {
    return { agent, name, kind, via, begin() {}, dismiss() {} };
  });
  const match = await server.arena.lobby.begin({ game: 'ttt' }, sitters);
  const seat = match.header.seats.findIndex(({ agent }) => agent === loser.agent);
  const over = new Promise<void>((resolve) => {
    const unwatch = server.arena.watch((event, { id }) => {
      if (event !== 'over' || id !== match.id) return;
      unwatch();
      resolve();
    });
  });
  match.forfeit([seat], 'left');
  await over;
  return match.id;
}

const rating = ({ server }: Attacked, { agent }: SeatHolder): Promise<number> => server.local.rating(agent, 'ttt');

/** Connects from an address that a proxy names. */
async function connect({ server }: Attacked, { key }: { key: string }, address: string, game = 'c4'): Promise<void> {
  const url = `${server.url.replace('http', 'ws').replace('0.0.0.0', '127.0.0.1')}/play?game=${game}&token=${key}`;
  const socket = new WebSocket(url, { headers: { 'x-forwarded-for': address } });
  onTestFinished(() => socket.terminate());
  await once(socket, 'message');
}

const flagged = async (arena: Attacked) =>
  (await send(arena.server, '/api/v1/host/pairs', { headers: { authorization: `Bearer ${await arena.hostToken()}` } }))
    .json.pairs;

test('beyond loopback twenty wins against a second account are worth little more than five', async () => {
  const arena = await arenaWith(BEYOND);
  const [farmer, straw] = [await account(arena, 'Farmer'), await account(arena, 'Straw')];
  for (let i = 0; i < 5; i++) await win(arena, farmer, straw);
  const five = await rating(arena, farmer);
  let last = '';
  for (let i = 5; i < 20; i++) last = await win(arena, farmer, straw);
  const twenty = await rating(arena, farmer);
  expect(five).toBeGreaterThan(1560);
  expect(twenty - five).toBeLessThan(five - 1500);
  expect(twenty).toBeLessThan(1630);
  expect(await flagged(arena)).toMatchObject([{ game: 'ttt', why: 'often', matches: 15 }]);
  const record = (await send(arena.server, `/api/v1/matches/${last}/record`)).json;
  expect(record.terms.weight).toBe(5 / 20);
  expect(faultOfShape(record)).toBeUndefined();
});

test('on a laptop every match counts, unless the host says otherwise', async () => {
  const laptop = await arenaWith({});
  const [one, other] = [await account(laptop, 'One'), await account(laptop, 'Other')];
  for (let i = 0; i < 20; i++) await win(laptop, one, other);
  expect(await rating(laptop, one)).toBeGreaterThan(1660);
});

test('agents of one owner or one address are not rated with each other, and are with everybody else', async () => {
  const arena = await arenaWith({ ...BEYOND, CROSSPLAY_SAME_PAIR: 'off' });
  const [mine, alsoMine, yours] = [
    await account(arena, 'Mine'),
    await account(arena, 'Also mine'),
    await account(arena, 'Yours'),
  ];
  await connect(arena, mine, '198.51.100.7');
  await connect(arena, alsoMine, '198.51.100.7', 'chess');
  await connect(arena, yours, '203.0.113.9', 'go');
  await win(arena, mine, alsoMine);
  expect(await rating(arena, mine)).toBe(1500);
  expect(await flagged(arena)).toMatchObject([
    { why: 'one address', agents: [{ name: 'Mine' }, { name: 'Also mine' }] },
  ]);
  await win(arena, mine, yours);
  expect(await rating(arena, mine)).toBe(1516);

  const [sock, puppet] = [await account(arena, 'Sock'), await account(arena, 'Puppet')];
  for (const { agent } of [sock, puppet]) await arena.setOwner(agent, 'ann@example.org');
  await win(arena, sock, puppet);
  expect(await rating(arena, sock)).toBe(1500);
  expect((await flagged(arena))[0]).toMatchObject({ why: 'one owner' });
});

test('in a class room they are, where the host allows it', async () => {
  const arena = await arenaWith({ ...BEYOND, CROSSPLAY_SAME_OWNER: 'yes' });
  const [one, other] = [await account(arena, 'Pupil'), await account(arena, 'Pupil too')];
  for (const pupil of [one, other]) await connect(arena, pupil, '198.51.100.7');
  await win(arena, one, other);
  expect(await rating(arena, one)).toBe(1516);
});
