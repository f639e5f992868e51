import { expect, test } from 'vitest';
import { games } from '../../../test/all-games.ts';
import { goldenRecords } from '../../../test/golden.ts';
import { storeRecord } from '../../../test/store-record.ts';
import { routeOf, routes } from '../../../test/wire.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { answers as competitionAnswers } from '../../competitions/http/json.ts';
import type { Match } from '../../core/match.ts';
import { answers as leagueAnswers } from '../league/wire/json.ts';
import { beginMatch, site, submit } from './fixture.ts';
import { siteOverHttp } from './fixture-http.ts';

async function register(accounts: Accounts, name: string): Promise<string> {
  const made = await accounts.register(name);
  if ('error' in made) throw new Error(made.error);
  return made.agent.id;
}

async function playToTheEnd(match: Match): Promise<void> {
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await submit(match, ply % 2, { cell });
}

/** Two rated agents after a match, one after a void one, one under way. */
async function busySite() {
  const made = await siteOverHttp();
  const { arena, accounts } = made;
  const [winner, loser] = [await register(accounts, 'Ann'), await register(accounts, 'Bob')];
  const seats = [winner, loser].map((agent) => ({ agent, name: agent, kind: 'agent' as const, via: 'test' }));
  const begin = () =>
    arena.begin({ game: 'ttt', seats }, (match) => {
      for (const seat of [0, 1]) match.watch(seat, () => {});
    });
  await playToTheEnd(await begin());
  const undone = await begin();
  await playToTheEnd(undone);
  await arena.undo(undone.id, 'a mistake');
  const left = await begin();
  left.forfeit([1], 'left');
  await expect.poll(() => left.outcome).toBeDefined();
  await beginMatch(arena);
  return { ...made, winner, loser };
}

/** What is answered beside this gateway has tests of its own. */
const isOther = (route: string): boolean =>
  Object.hasOwn({ ...leagueAnswers, ...competitionAnswers }, route) || route.startsWith('host/nodes');

test('every answer that the site reads is as its schema says, also while there is nothing to tell', async () => {
  const { ask, accounts, arena } = await siteOverHttp();
  const agent = await register(accounts, 'Newcomer');
  const [stopped, voided] = [await beginMatch(arena), await beginMatch(arena)];
  await playToTheEnd(voided);
  const table = await arena.lobby.open({ game: 'ttt' });
  const asked = [
    ['GET', 'site'],
    ['GET', 'ladders'],
    ['GET', 'ladders/ttt'],
    ['GET', 'ladders/ttt/sure'],
    ['GET', 'ladders/ttt/matrix'],
    ['GET', `agents/${agent}/opponents`],
    ['GET', 'matches'],
    ['GET', 'results'],
    ['GET', 'rules/ttt'],
    ['GET', `tables/${table.id}`],
    ['GET', `profiles/${agent}`],
    ['GET', 'host'],
    ['GET', 'host/agents'],
    ['GET', 'host/audit'],
    ['GET', 'host/purse'],
    ['GET', 'host/pairs'],
    ['POST', `host/agents/${agent}/ban`],
    ['POST', `host/agents/${agent}/rotate`],
    ['POST', `host/matches/${stopped.id}/stop`],
    ['GET', `matches/${voided.id}/record`],
    ['POST', `host/matches/${voided.id}/void`],
  ] as const;
  for (const [method, route] of asked) expect([route, (await ask(method, route)).status]).toEqual([route, 200]);
  const covered = new Set(asked.map(([, route]) => routeOf(`/api/v1/${route}`)));
  expect([...covered].sort()).toEqual(routes.filter((route) => !isOther(route)).sort());
});

test('what there is not is said to be wrong in the same form everywhere', async () => {
  const { ask } = await siteOverHttp();
  for (const route of ['ladders/none', 'profiles/nobody', 'matches?game=none']) {
    expect([route, (await ask('GET', route)).status]).toEqual([route, 404]);
  }
  expect((await ask('GET', 'matches?status=lost')).status).toBe(400);
  expect((await ask('GET', 'matches/none/record')).status).toBe(404);
  expect((await ask('POST', 'host/matches/none/stop')).status).toBe(404);
});

test('matches are listed with how they ended', async () => {
  const { ask } = await busySite();
  const { body } = await ask('GET', 'matches');
  const told = body.matches.map(({ status, outcome }: { status: string; outcome?: object }) => ({ status, outcome }));
  expect(told).toMatchObject([
    { status: 'live', outcome: undefined },
    { status: 'over', outcome: { forfeit: { seats: [1], why: 'left' } } },
    { status: 'void', outcome: { kind: 'void', reason: 'a mistake' } },
    { status: 'over', outcome: { ranks: [1, 2] } },
  ]);
  expect((await ask('GET', 'matches?status=live')).body.matches).toHaveLength(1);
});

test('ladders list the rated, the best first', async () => {
  const { ask } = await busySite();
  const row = { agent: expect.any(String), rating: expect.any(Number), drawn: 0, sure: null };
  const expected = [
    { ...row, rank: 1, name: 'Ann', won: 2, lost: 0 },
    { ...row, rank: 2, name: 'Bob', won: 0, lost: 2 },
  ];
  expect((await ask('GET', 'ladders/ttt')).body).toEqual({
    game: 'ttt',
    title: 'Tic-Tac-Toe',
    ladder: expected,
    next: null,
  });
  const { next } = (await ask('GET', 'ladders/ttt?limit=1')).body;
  expect((await ask('GET', `ladders/ttt?after=${next}`)).body.ladder).toEqual(expected.slice(1));
  expect((await ask('GET', 'ladders')).body.ladders).toMatchObject([{ game: 'ttt', top: expected }, { top: [] }]);
  expect((await ask('GET', 'ladders')).body.ladders[1]).toMatchObject({ surest: [] });
});

test('a profile tells ratings from before the first match on, and the latest matches', async () => {
  const { ask, winner } = await busySite();
  for (const id of [winner, 'ann']) {
    const { body } = await ask('GET', `profiles/${id}`);
    expect(body).toMatchObject({ id: winner, name: 'Ann', banned: false, ratings: [{ game: 'ttt', won: 2, lost: 0 }] });
    const [{ rating, history }] = body.ratings;
    expect(history[0]).toEqual([expect.any(Number), 1500]);
    expect(history.at(-1)).toEqual([expect.any(Number), rating]);
    expect(body.recent.map(({ status }: { status: string }) => status)).toEqual(['over', 'void', 'over']);
  }
});

const isOfToday = ({ game, version }: { game: string; version: number }) =>
  games.some((one) => one.id === game && one.version === version);

/** Of each game its longest golden record, but none so long that it only takes time. */
const telling = new Map(
  goldenRecords()
    .filter(({ record }) => record.entries.length < 400 && isOfToday(record))
    .sort((a, b) => a.record.entries.length - b.record.entries.length)
    .map(({ record }) => [record.game, record]),
);

test('each step of a match of any game is sent as the schemas say', async () => {
  const { storage, open } = await site(games);
  expect([...telling.keys()].sort()).toEqual(games.map(({ id }) => id).sort());
  for (const record of telling.values()) {
    await storeRecord(storage, record);
    const { said, texts } = open();
    await said({ type: 'watch', match: record.id, after: -1 });
    expect([record.game, texts.length]).toEqual([record.game, record.entries.length + 2]);
  }
});
