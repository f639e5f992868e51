import { afterEach, expect, test } from 'vitest';
import { readAnswer } from '../../../test/wire.ts';
import type { Storage } from '../../core/storage.ts';
import { openSqlite } from '../../storage/sqlite.ts';
import { Actor, type ActorOptions, type Json, leagueWorld, say } from './fixture.ts';

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

async function actor(url: string, options: ActorOptions = {}): Promise<Actor> {
  const made = await new Actor(url, options).listen();
  open.push({ stop: () => made.close() });
  return made;
}

const league = (url: string): Promise<Json> => readAnswer(url, '/api/v1/leagues/spring');

/** What everyone hears of the only match of a league, in this order. */
const TOLD = ['GAME_OVER', 'LEAGUE_STANDINGS_UPDATE', 'ROUND_COMPLETED', 'LEAGUE_COMPLETED'];

test('9.1 leagues, registrations and tokens outlive a restart', async () => {
  const storage = await openSqlite(':memory:');
  const leagues = [{ id: 'spring', players: 3, game: 'even_odd' }];
  const before = await leagueWorld({ storage, leagues });
  const a = await actor(before.url);
  await a.register();
  await before.stop();
  const after = await leagueWorld({ storage, leagues });
  open.push(after);
  const query = { auth_token: a.token, query_type: 'GET_PLAYER_STATS' };
  expect(await say(after.url, 'LEAGUE_QUERY', 'player:P01', query)).toMatchObject({
    success: true,
    data: { player_id: 'P01' },
  });
  const b = await actor(after.url);
  expect(await b.register()).toMatchObject({ player_id: 'P02' });
});

test('9.2 in a match under way only the player without a durable answer is asked again', async () => {
  const storage = await openSqlite(':memory:');
  const before = await leagueWorld({ storage });
  let answers = false;
  const slow: ActorOptions = {
    answer: (message) => (message.message_type === 'CHOOSE_PARITY_CALL' && !answers ? 'receipt' : undefined),
  };
  const [a, b] = [await actor(before.url), await actor(before.url, slow)];
  await a.register();
  await b.register();
  await b.hears('CHOOSE_PARITY_CALL');
  await expect.poll(() => before.arena.live[0]?.position.held.length).toBe(1);
  const match = before.arena.live[0]!.id;
  await before.stop();

  answers = true;
  const after = await leagueWorld({ storage });
  open.push(after);
  await Promise.all([a, b].map((one) => one.hears('LEAGUE_COMPLETED')));
  expect(a.of('CHOOSE_PARITY_CALL')).toHaveLength(1);
  expect(b.of('CHOOSE_PARITY_CALL')).toHaveLength(2);
  expect(b.of('GAME_INVITATION')).toHaveLength(1);
  expect(b.of('ROUND_ANNOUNCEMENT')).toHaveLength(2);
  const { schedule } = await league(after.url);
  expect(schedule[0]).toMatchObject({ arena_match_id: match, attempt: 1, result: { status: 'DRAW' } });
});

test('9.3 a stop in the middle of a round loses no result and plays nothing twice', async () => {
  const storage = await openSqlite(':memory:');
  const leagues = [{ id: 'spring', players: 4, game: 'even_odd' }];
  const before = await leagueWorld({ storage, leagues });
  let stopping = true;
  const holds: ActorOptions = {
    answer: (message) =>
      stopping && message.round_id === 2 && message.message_type === 'GAME_INVITATION' ? 'receipt' : undefined,
  };
  const all = [
    await actor(before.url),
    await actor(before.url),
    await actor(before.url),
    await actor(before.url, holds),
  ];
  for (const one of all) await one.register();
  await all[3]!.hears('GAME_INVITATION', ({ round_id }) => round_id === 2);
  await expect.poll(async () => (await league(before.url)).matches_completed).toBe(3);
  await before.stop();

  stopping = false;
  const after = await leagueWorld({ storage, leagues });
  open.push(after);
  await Promise.all(all.map((one) => one.hears('LEAGUE_COMPLETED')));
  const { schedule, standings } = await league(after.url);
  expect(schedule.every((match: Json) => match.attempt === 1)).toBe(true);
  expect(new Set(schedule.map((match: Json) => match.arena_match_id)).size).toBe(6);
  for (const row of standings) expect(row.played).toBe(3);
  expect(await storage.matches.list({ over: true, limit: 100 })).toHaveLength(6);
  expect(await storage.matches.live()).toEqual([]);
  for (const one of all) expect(one.of('GAME_OVER')).toHaveLength(3);
});

test('9.5 a match that began just before the end, unknown to its fixture, is taken up and not played twice', async () => {
  const storage = await openSqlite(':memory:');
  const before = await leagueWorld({ storage });
  const waits: ActorOptions = {
    answer: (message) => (message.message_type === 'CHOOSE_PARITY_CALL' ? 'receipt' : undefined),
  };
  const [a, b] = [await actor(before.url, waits), await actor(before.url, waits)];
  await a.register();
  await b.register();
  await b.hears('CHOOSE_PARITY_CALL');
  const match = before.arena.live[0]!.id;
  await before.stop();
  await storage.documents.remove('league-fixture spring', 'R1M1');

  delete a.options.answer;
  delete b.options.answer;
  const after = await leagueWorld({ storage });
  open.push(after);
  await a.hears('LEAGUE_COMPLETED');
  expect((await league(after.url)).schedule[0].arena_match_id).toBe(match);
  expect(await storage.matches.list({ limit: 10 })).toHaveLength(1);
});

test('9.6 a void match is run anew, with the next attempt', async () => {
  const world = await leagueWorld();
  open.push(world);
  let answers = false;
  const slow: ActorOptions = {
    answer: (message) => (message.message_type === 'CHOOSE_PARITY_CALL' && !answers ? 'receipt' : undefined),
  };
  const [a, b] = [await actor(world.url, slow), await actor(world.url)];
  await a.register();
  await b.register();
  await a.hears('CHOOSE_PARITY_CALL');
  answers = true;
  world.arena.live[0]!.end(undefined, 'host', 'test');
  await a.hears('LEAGUE_COMPLETED');
  expect((await league(world.url)).schedule[0]).toMatchObject({ attempt: 2, result: { status: 'DRAW' } });
  expect(a.of('GAME_INVITATION')).toHaveLength(2);
});

test('9.3 a round whose matches are all over is not announced again', async () => {
  const storage = await openSqlite(':memory:');
  const before = await leagueWorld({ storage });
  const [a, b] = [await actor(before.url), await actor(before.url)];
  await a.register();
  await b.register();
  await Promise.all([a, b].map((one) => one.hears('LEAGUE_COMPLETED')));
  await before.stop();
  // As if the server had stopped just after the last result.
  const { version, body } = (await storage.documents.get('league', 'spring'))!;
  await storage.documents.put('league', 'spring', version, { ...(body as Json), status: 'RUNNING', told: false });
  for (const one of [a, b]) one.heard.length = 0;
  open.push(await leagueWorld({ storage }));
  await Promise.all([a, b].map((one) => one.hears('LEAGUE_COMPLETED')));
  for (const one of [a, b]) expect(one.of('ROUND_ANNOUNCEMENT')).toEqual([]);
});

test('9.7 a result that nobody had heard when the server stopped is told after the restart, and the round and the league after it', async () => {
  const storage = await openSqlite(':memory:');
  const before = await leagueWorld({ storage });
  let deaf = true;
  const hardOfHearing: ActorOptions = {
    answer: ({ message_type }) => (deaf && TOLD.includes(message_type) ? 'crash' : undefined),
  };
  const [a, b] = [await actor(before.url, hardOfHearing), await actor(before.url, hardOfHearing)];
  await a.register();
  await b.register();
  await Promise.all([a, b].map((one) => one.hears('GAME_OVER')));
  await before.stop();
  for (const one of [a, b]) one.heard.length = 0;
  deaf = false;
  open.push(await leagueWorld({ storage }));
  await Promise.all([a, b].map((one) => one.hears('LEAGUE_COMPLETED')));
  for (const one of [a, b]) {
    expect(one.heard.map(({ message_type }) => message_type)).toEqual(TOLD);
    expect(one.of('LEAGUE_STANDINGS_UPDATE')[0].standings).toHaveLength(2);
  }
});

test('9.7 what everybody has heard is not told again', async () => {
  const storage = await openSqlite(':memory:');
  const leagues = [{ id: 'spring', players: 3, game: 'even_odd' }];
  const before = await leagueWorld({ storage, leagues });
  let holding = false;
  const slow: ActorOptions = {
    answer: ({ message_type, round_id }) =>
      message_type === 'GAME_INVITATION' && round_id === 2 && holding ? 'hang' : undefined,
  };
  const all = [await actor(before.url, slow), await actor(before.url, slow), await actor(before.url, slow)];
  holding = true;
  for (const one of all) await one.register();
  await Promise.all(all.map((one) => one.hears('ROUND_ANNOUNCEMENT', ({ round_id }) => round_id === 2)));
  await expect.poll(async () => ((await storage.documents.get('league', 'spring'))!.body as Json).untold).toEqual([]);
  await before.stop();
  for (const one of all) one.heard.length = 0;
  holding = false;
  open.push(await leagueWorld({ storage, leagues }));
  await Promise.all(all.map((one) => one.hears('LEAGUE_COMPLETED')));
  for (const one of all) expect(one.of('ROUND_COMPLETED').map(({ round_id }) => round_id)).toEqual([2, 3]);
});

/** Two rounds of three are over, then the server stops. */
async function twoRounds(storage: Storage) {
  const leagues = [{ id: 'spring', players: 3, game: 'even_odd' }];
  const world = await leagueWorld({ storage, leagues });
  let holding = true;
  const slow: ActorOptions = {
    answer: ({ message_type, round_id }) =>
      message_type === 'GAME_INVITATION' && round_id === 3 && holding ? 'hang' : undefined,
  };
  const all = [await actor(world.url, slow), await actor(world.url, slow), await actor(world.url, slow)];
  for (const one of all) await one.register();
  await Promise.all(all.map((one) => one.hears('ROUND_ANNOUNCEMENT', ({ round_id }) => round_id === 3)));
  const { standings } = await league(world.url);
  await world.stop();
  holding = false;
  return { leagues, all, standings };
}

const kindsOf = async (storage: Storage): Promise<string[]> =>
  ((await storage.competitions.read('league/spring')) as Json[]).map(({ kind }) => kind);

test('4.7 a league is a competition underneath, whose log goes on after a restart', async () => {
  const storage = await openSqlite(':memory:');
  const { leagues, all } = await twoRounds(storage);
  const begun = ['entered', 'entered', 'entered', 'closed', 'paired', 'result', 'paired', 'result', 'paired'];
  expect(await kindsOf(storage)).toEqual(begun);
  open.push(await leagueWorld({ storage, leagues }));
  await Promise.all(all.map((one) => one.hears('LEAGUE_COMPLETED')));
  expect(await kindsOf(storage)).toEqual([...begun, 'result', 'ended']);
  expect(await storage.competitions.underWay()).toEqual([]);
});

test('9.8 a league that began before leagues had a log gets it from its fixtures, with the same standings', async () => {
  const before = await openSqlite(':memory:');
  const { leagues, all, standings } = await twoRounds(before);
  const storage = await openSqlite(':memory:');
  for (const kind of ['league', 'league-fixture spring', 'setting']) {
    for (const { id, body } of await before.documents.list(kind)) await storage.documents.put(kind, id, 0, body);
  }
  const world = await leagueWorld({ storage, leagues });
  open.push(world);
  expect((await league(world.url)).standings).toEqual(standings);
  await Promise.all(all.map((one) => one.hears('LEAGUE_COMPLETED')));
  expect((await kindsOf(storage)).filter((kind) => kind === 'result')).toHaveLength(3);
});
