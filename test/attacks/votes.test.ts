import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeatHolder } from '../../src/core/record.ts';
import { isDecidedBySlightVotes } from '../../src/core/settle/votes.ts';
import { faultOfShape } from '../../src/core/verify/shape.ts';
import { voterOf } from '../../src/gateways/web/people.ts';
import { type Attacked, attacked, enrol, send } from './arena.ts';

let arena: Attacked;

beforeAll(async () => {
  arena = await attacked({ CROSSPLAY_TIME_SCALE: '0.01' });
});

afterAll(() => arena.end());

let serial = 0;

async function agents(count: number): Promise<SeatHolder[]> {
  const made: SeatHolder[] = [];
  for (let i = 0; i < count; i++) {
    const name = `Speaker ${++serial}`;
    made.push({ agent: (await enrol(arena.server, name)).id, name, kind: 'agent', via: 'agon' });
  }
  return made;
}

/** A debate up to its vote; then these vote for the first seat. @returns what the end changed */
async function debate(seats: SeatHolder[], voters: (seats: SeatHolder[]) => string[], second: string[] = []) {
  const { server } = arena;
  const match = await server.local.begin({ game: 'regular_debate', seats });
  const over = new Promise<void>((resolve) => {
    const unwatch = server.arena.watch((event, { id }) => {
      if (event !== 'over' || id !== match.id) return;
      unwatch();
      resolve();
    });
  });
  for (const seat of seats.keys()) match.watch(seat, () => {});
  match.watch('spectator', () => {});
  const submit = (seat: number, move: unknown, by?: string) =>
    new Promise<string | undefined>((done) => {
      const { status } = match.position;
      const turn = status.kind === 'turn' ? status.number : 0;
      match.submit({ seat, move, ...(by !== undefined && { by }) }, turn, (refused) => done(refused?.reason));
    });
  const isVote = () => match.position.status.kind === 'turn' && match.position.status.must.includes(-1);
  await expect
    .poll(
      async () => {
        const { status } = match.position;
        if (status.kind === 'turn' && !isVote()) await submit(status.must[0]!, { text: 'So it is.' });
        return isVote();
      },
      { interval: 5 },
    )
    .toBe(true);
  const wanted = voters(match.record.seats);
  await Promise.all([
    ...wanted.map((by) => submit(-1, { vote: 0 }, by)),
    ...second.map((by) => submit(-1, { vote: 1 }, by)),
  ]);
  await over;
  const record = (await send(server, `/api/v1/matches/${match.id}/record`)).json;
  expect(faultOfShape(record)).toBeUndefined();
  const result = await server.arena.result(match.id);
  const slight = record.entries.flatMap((entry: { kind: string; moves: { seat: number; slight?: true }[] }) =>
    entry.kind === 'move' ? entry.moves.filter(({ seat }) => seat === -1).map((vote) => vote.slight === true) : [],
  );
  return { outcome: result!.outcome, changed: result!.effects.map(({ book }) => book), slight };
}

const WON = { kind: 'over', ranks: [1, 2] };

test('a crowd without accounts may name a winner, and moves neither ratings nor points', async () => {
  const crowd = ['human:a', 'human:b', 'guest:c'];
  const { outcome, changed, slight } = await debate(await agents(2), () => crowd);
  expect(outcome).toMatchObject(WON);
  expect(slight).toEqual([true, true, true]);
  expect(changed).toEqual([]);
});

test('accounts’ votes decide, also where a crowd agrees with them', async () => {
  const [voter] = await agents(1);
  const { outcome, changed, slight } = await debate(await agents(2), () => [voter!.agent, 'human:a']);
  expect(outcome).toMatchObject(WON);
  expect(slight).toEqual([false, true]);
  expect(changed).toContain('rating:regular_debate');
  expect(changed).toContain('points');
});

test('a crowd that outvotes accounts moves nothing', async () => {
  const [voter] = await agents(1);
  const { outcome, changed } = await debate(await agents(2), () => ['human:a', 'human:b'], [voter!.agent]);
  expect(outcome).toMatchObject(WON);
  expect(changed).toEqual([]);
});

test('the votes of a debater’s owner never count, nor those of accounts younger than the host says', async () => {
  const [debater, other, sock] = await agents(3);
  for (const { agent } of [debater!, sock!]) await arena.setOwner(agent, 'ann@example.org');
  const { changed, slight } = await debate([debater!, other!], () => [sock!.agent]);
  expect(slight).toEqual([true]);
  expect(changed).toEqual([]);

  const young = await attacked({ CROSSPLAY_TIME_SCALE: '0.01', CROSSPLAY_VOTER_AGE: '24' });
  const before = arena;
  arena = young;
  try {
    const [voter] = await agents(1);
    const told = await debate(await agents(2), () => [voter!.agent]);
    expect([told.slight, told.changed]).toEqual([[true], []]);
  } finally {
    arena = before;
    await young.end();
  }
});

test('an address has one vote however many secrets its browsers make, and the record does not tell which address', () => {
  expect(voterOf('human:1', '203.0.113.9')).toBe(voterOf('human:2', '203.0.113.9'));
  expect(voterOf('human:1', '203.0.113.9')).not.toBe(voterOf('human:1', '203.0.113.10'));
  expect(voterOf('human:1', '203.0.113.9')).toMatch(/^human:[\da-f]{32}$/);
  expect(voterOf('human:1', '127.0.0.1')).not.toBe(voterOf('human:2', '127.0.0.1'));
});

test.each([
  [['a', 'a'], [], false],
  [['a'], ['b'], true],
  [['a'], ['b', 'b'], true],
  [[], ['b'], true],
  [[], ['a', 'b'], false],
  [['a', 'b'], ['b'], true],
  [['a', 'a', 'b'], ['b'], true],
])('votes %j that count and %j that are slight: decided by the slight ones %j', (full, slight, decided) => {
  const vote = (move: string) => ({ seat: -1, move, by: move });
  const moves = [...full.map(vote), ...slight.map((move) => ({ ...vote(move), slight: true as const }))];
  expect(isDecidedBySlightVotes({ entries: [{ at: 0, kind: 'move', moves }] })).toBe(decided);
});
