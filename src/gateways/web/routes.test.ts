import { expect, test } from 'vitest';
import { beginMatch, holders } from './fixture.ts';
import { siteOverHttp } from './fixture-http.ts';

async function served() {
  const { ask, ...made } = await siteOverHttp();
  const get = async (path: string) => {
    const { status, body } = await ask('GET', path);
    return { status, ...body };
  };
  return { ...made, get };
}

test('10.1 a list of matches goes on after the next of the page before', async () => {
  const { arena, clock, get } = await served();
  for (let n = 0; n < 5; n++) {
    const match = await beginMatch(arena);
    if (n % 2) match.forfeit([0], 'left');
    await clock.pass(0);
  }
  for (const filter of [
    '',
    '&status=live',
    '&status=over',
    '&agent=a0',
    '&game=ttt',
    '&game=ttt&agent=a1&status=over',
  ]) {
    const { matches: whole, next: none } = await get(`matches?limit=10${filter}`);
    expect(none).toBeNull();
    const first = await get(`matches?limit=1${filter}`);
    const rest = await get(`matches?limit=10${filter}&after=${first.next}`);
    expect([...first.matches, ...rest.matches]).toEqual(whole);
  }
  expect(await get('matches?after=nobody')).toEqual({ status: 200, matches: [], next: null });
});

test('10.1 a ladder goes on with its ranks, equal ratings too', async () => {
  const { arena, clock, get } = await served();
  for (const [winner, loser] of [
    ['ann', 'bob'],
    ['cid', 'dan'],
  ]) {
    const seats = [winner, loser].map((agent) => ({ ...holders[0]!, agent: agent!, name: agent! }));
    const match = await arena.begin({ game: 'ttt', options: {}, seats });
    match.forfeit([1], 'left');
    await clock.pass(0);
  }
  const { ladder: whole } = await get('ladders/ttt');
  expect(whole.map(({ rank, agent }: { rank: number; agent: string }) => `${rank} ${agent}`)).toEqual([
    '1 ann',
    '2 cid',
    '3 bob',
    '4 dan',
  ]);
  const pages = [];
  let after = '';
  do {
    const { ladder, next } = await get(`ladders/ttt?limit=1${after}`);
    pages.push(...ladder);
    after = next && `&after=${encodeURIComponent(next)}`;
  } while (after);
  expect(pages).toEqual(whole);
  for (const wrong of ['x', '1:2', '1:Infinity:ann', '1:e:ann', '-1:2:ann']) {
    expect(await get(`ladders/ttt?after=${wrong}`)).toMatchObject({ status: 400, error: expect.any(String) });
  }
});

test('10.1 whoever has no account is found by the beginning of a name too, as player and with the result', async () => {
  const { arena, clock, get } = await served();
  const seatsOf = (names: string[]) =>
    names.map((name) => ({ ...holders[0]!, agent: `guest:${name}`, name, kind: 'human' as const }));
  for (const names of [
    ['Stranger', 'Simple'],
    ['Simple', 'Stranger'],
    ['Friend', 'Simple'],
  ]) {
    const match = await arena.begin({ game: 'ttt', options: {}, seats: seatsOf(names) });
    match.forfeit([0], 'left');
    await clock.pass(0);
  }
  const found = async (query: string) =>
    (await get(`matches?${query}`)).matches.map(({ seats }: { seats: { name: string }[] }) => seats[0]!.name);
  expect(await found('player=Stranger')).toEqual(['Simple', 'Stranger']);
  expect(await found('player=%20str')).toEqual(['Simple', 'Stranger']);
  expect(await found('player=guest:Friend')).toEqual(['Friend']);
  expect(await found('player=str&result=lost')).toEqual(['Stranger']);
  expect(await found('player=str&result=won')).toEqual(['Simple']);
  expect(await found('player=friend&opponent=str')).toEqual([]);
  expect(await found('player=nobody')).toEqual([]);
});
