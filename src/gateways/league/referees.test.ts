import { afterEach, expect, test } from 'vitest';
import { readAnswer } from '../../../test/wire.ts';
import { startReferee } from '../../cli/league/referee.ts';
import { Actor, type ActorOptions, type Json, leagueWorld, say, type World, type WorldOptions } from './fixture.ts';

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

async function world(options: WorldOptions = {}): Promise<World> {
  const made = await leagueWorld(options);
  open.push(made);
  return made;
}

async function actor(url: string, options: ActorOptions = {}): Promise<Actor> {
  const made = await new Actor(url, options).listen();
  open.push({ stop: () => made.close() });
  return made;
}

async function players(url: string, count: number, options: ActorOptions = {}): Promise<Actor[]> {
  const made: Actor[] = [];
  for (let i = 0; i < count; i++) {
    const player = await actor(url, options);
    await player.register();
    made.push(player);
  }
  return made;
}

const league = (url: string): Promise<Json> => readAnswer(url, '/api/v1/leagues/spring');

test('5.9 a referee of its own runs its matches, the house the others; each is counted once', async () => {
  const { url, arena } = await world({ leagues: [{ id: 'spring', players: 4, game: 'even_odd' }] });
  const referee = await startReferee({ server: url, name: 'Ref', most: 1, timeScale: 0.1 });
  open.push({ stop: () => referee.close() });
  const all = await players(url, 4);
  await Promise.all(all.map((one) => one.hears('LEAGUE_COMPLETED')));
  await referee.over;
  const { schedule, standings } = await league(url);
  expect(schedule.map((match: Json) => [match.match_id, match.referee_id])).toEqual([
    ['R1M1', 'REF01'],
    ['R1M2', null],
    ['R2M1', 'REF01'],
    ['R2M2', null],
    ['R3M1', 'REF01'],
    ['R3M2', null],
  ]);
  for (const row of standings) expect(row.played).toBe(3);
  for (const player of all) {
    expect(player.problems).toEqual([]);
    expect(player.of('GAME_OVER')).toHaveLength(3);
  }
  const reported = await expect
    .poll(async () => arena.find((await league(url)).schedule[0].arena_match_id ?? ''))
    .toMatchObject({ outcome: { kind: 'over', reason: 'reported' } })
    .then(async () => arena.find((await league(url)).schedule[0].arena_match_id));
  expect(reported!.record.terms.rated).toBe(false);
  expect(reported!.record.entries).toMatchObject([{ kind: 'end', source: 'reported by REF01' }]);
});

test('5.10 a referee’s copy of the announcement names the players’ endpoints, a player’s does not', async () => {
  const { url } = await world();
  const referee = await actor(url);
  await referee.registerAsReferee();
  const [a, b] = (await players(url, 2)) as [Actor, Actor];
  const { matches } = await referee.hears('ROUND_ANNOUNCEMENT');
  expect(matches).toEqual([
    {
      match_id: 'R1M1',
      game_type: 'even_odd',
      player_A_id: 'P01',
      player_B_id: 'P02',
      referee_endpoint: referee.url,
      referee_id: 'REF01',
      player_A_endpoint: a.url,
      player_B_endpoint: b.url,
    },
  ]);
  const seen = await a.hears('ROUND_ANNOUNCEMENT');
  expect(Object.keys(seen.matches[0])).not.toContain('player_A_endpoint');
  expect(seen.matches[0].referee_endpoint).toBe(referee.url);
});

async function refereed(options: WorldOptions = {}) {
  const at = await world({ scale: 0.2, ...options });
  const referee = await actor(at.url);
  await referee.registerAsReferee();
  const [a, b] = (await players(at.url, 2)) as [Actor, Actor];
  await referee.hears('ROUND_ANNOUNCEMENT');
  const report = (body: object, sender = `referee:${referee.id}`) =>
    say(at.url, 'MATCH_RESULT_REPORT', sender, {
      league_id: 'spring',
      round_id: 1,
      match_id: 'R1M1',
      game_type: 'even_odd',
      ...body,
    });
  return { ...at, referee, a, b, report };
}

const won = {
  result: {
    winner: 'P02',
    score: { P01: 3, P02: 0 },
    details: { drawn_number: 3, choices: { P01: 'even', P02: 'odd' } },
  },
};

test('5.11 the winner in a report decides, never its score; a second report is acknowledged and ignored', async () => {
  const { url, referee, a, report } = await refereed();
  const ack = { message_type: 'MATCH_RESULT_ACK', match_id: 'R1M1', status: 'recorded' };
  expect(await report({ ...won, auth_token: referee.token })).toMatchObject(ack);
  expect(await report({ result: { winner: 'P01' }, auth_token: referee.token })).toMatchObject(ack);
  await a.hears('LEAGUE_COMPLETED');
  await referee.hears('LEAGUE_COMPLETED');
  const { standings, schedule } = await league(url);
  expect(standings[0]).toMatchObject({ player_id: 'P02', wins: 1, points: 3 });
  expect(schedule[0].result).toMatchObject({ status: 'WIN', winner: 'P02', drawn_number: 3 });
  expect(referee.of('LEAGUE_STANDINGS_UPDATE')).toEqual([]);
});

test.each([
  ['a draw', { winner: null, details: { drawn_number: 4, choices: { P01: 'even', P02: 'even' } } }, 'DRAW', 1],
  ['a draw, also without a lot', { winner: null, details: { drawn_number: 0, choices: {} } }, 'DRAW', 1],
  ['nobody there, by its own status', { winner: null, said: 'TECHNICAL_LOSS' }, 'TECHNICAL_LOSS', 0],
  ['nobody there, by its result', { winner: null, status: 'TECHNICAL_LOSS' }, 'TECHNICAL_LOSS', 0],
  ['nobody there, by its details', { winner: null, details: { status: 'technical_loss' } }, 'TECHNICAL_LOSS', 0],
])('5.11 a report without a winner is %s', async (_, { said, ...result }: Json, status, points) => {
  const { url, a, report, referee } = await refereed();
  await report({ result, status: said, auth_token: referee.token });
  await a.hears('LEAGUE_COMPLETED');
  const { standings, schedule } = await league(url);
  expect(schedule[0].result.status).toBe(status);
  for (const row of standings) expect(row.points).toBe(points);
});

test('5.12 a stranger’s report is E013, one without a token is taken only from the referee of the match', async () => {
  const { url, a, report } = await refereed();
  expect(await report(won, 'referee:REF77')).toMatchObject({
    error_code: 'E013',
    error_description: 'REFEREE_NOT_REGISTERED',
  });
  expect(await report(won, 'player:P02')).toMatchObject({ error_code: 'E013' });
  expect(await report({ ...won, auth_token: a.token }, 'player:P01')).toMatchObject({ error_code: 'E013' });
  expect(await report({ ...won, auth_token: a.token })).toMatchObject({ error_code: 'E012' });
  expect(await report({ ...won, auth_token: 'guess' })).toMatchObject({ error_code: 'E012' });
  expect((await league(url)).matches_completed).toBe(0);
  expect(await report(won)).toMatchObject({ message_type: 'MATCH_RESULT_ACK' });
});

test('5.12 a report for a match that is not there, or with a winner who does not play, changes nothing', async () => {
  const { url, report, referee } = await refereed();
  const auth_token = referee.token;
  expect(await report({ ...won, match_id: 'R7M7', auth_token })).toMatchObject({ error_code: 'E003' });
  expect(await report({ result: { winner: 'P09' }, auth_token })).toMatchObject({ error_code: 'E005' });
  expect(await report({ result: {}, auth_token })).toMatchObject({ error_code: 'E003' });
  expect((await league(url)).matches_completed).toBe(0);
});

test('5.12 a report for a match that the house runs is never taken', async () => {
  const { url } = await world({ leagues: [{ id: 'spring', players: 4, game: 'even_odd' }], scale: 0.2 });
  const referee = await actor(url);
  await referee.registerAsReferee();
  const all: Actor[] = [];
  for (let i = 0; i < 4; i++)
    all.push(await actor(url, { answer: (m) => (m.message_type === 'CHOOSE_PARITY_CALL' ? 'receipt' : undefined) }));
  for (const one of all) await one.register();
  await all[1]!.hears('CHOOSE_PARITY_CALL');
  const body = { league_id: 'spring', match_id: 'R1M2', result: { winner: 'P02' }, auth_token: referee.token };
  expect(await say(url, 'MATCH_RESULT_REPORT', 'referee:REF01', body)).toMatchObject({ error_code: 'E013' });
  expect((await league(url)).matches_completed).toBe(0);
});

test('5.13 a referee silent for 60 s loses the match to the house, which runs it anew; its late report is not taken', async () => {
  const { url, a, b, report, referee } = await refereed({ scale: 0.02 });
  await Promise.all([a, b].map((one) => one.hears('LEAGUE_COMPLETED')));
  const { schedule } = await league(url);
  expect(schedule[0]).toMatchObject({ referee_id: null, attempt: 2, result: { status: 'DRAW' } });
  expect(a.of('GAME_INVITATION')[0].sender).toBe('referee:REF00');
  expect(await report({ ...won, auth_token: referee.token })).toMatchObject({ error_code: 'E013' });
  expect((await league(url)).schedule[0].result.status).toBe('DRAW');
});

test('5.15 what the referee reports while the house runs its match anew counts, and the players hear no other result', async () => {
  const { url, a, b, report, referee } = await refereed({ scale: 0.02 });
  for (const one of [a, b]) {
    one.options.answer = ({ message_type }) => (message_type === 'CHOOSE_PARITY_CALL' ? 'receipt' : undefined);
  }
  await Promise.all([a, b].map((one) => one.hears('CHOOSE_PARITY_CALL')));
  expect(await report({ ...won, auth_token: referee.token })).toMatchObject({ message_type: 'MATCH_RESULT_ACK' });
  await Promise.all([a, b].map((one) => one.hears('LEAGUE_COMPLETED')));
  expect((await league(url)).schedule[0]).toMatchObject({ referee_id: 'REF01', result: { status: 'WIN' } });
  for (const one of [a, b]) expect(one.of('GAME_OVER')).toEqual([]);
});

test('5.13 a referee that cannot be reached at all loses its matches at once', async () => {
  const { url } = await world({ scale: 0.02 });
  const referee = await actor(url);
  await referee.registerAsReferee();
  await referee.close();
  const [a] = await players(url, 2);
  await a!.hears('LEAGUE_COMPLETED');
  expect((await league(url)).schedule[0].referee_id).toBeNull();
});

test('5.10 every match of an announcement names its referee; the house’s is REF00', async () => {
  const { url } = await world({ leagues: [{ id: 'spring', players: 4, game: 'even_odd' }] });
  const referee = await actor(url);
  await referee.registerAsReferee();
  const [a] = await players(url, 4);
  const { matches } = await a!.hears('ROUND_ANNOUNCEMENT');
  expect(matches.map((match: Json) => match.referee_id)).toEqual(['REF01', 'REF00']);
});

const refereesOf = async (url: string) => (await league(url)).schedule.map((match: Json) => match.referee_id);
/** Runs nothing itself: says who won as soon as it is told of its matches. */
const reportAll = (url: string, referee: Actor, message: Json): void => {
  for (const match of message.matches) {
    if (match.referee_id !== referee.id) continue;
    const body = { league_id: 'spring', match_id: match.match_id, result: { winner: match.player_A_id } };
    void say(url, 'MATCH_RESULT_REPORT', `referee:${referee.id}`, body);
  }
};
const three = { leagues: [{ id: 'spring', players: 3, game: 'even_odd' }], scale: 0.02 };

test('5.14 a referee that let a match lapse gets no further one', async () => {
  const { url } = await world(three);
  const referee = await actor(url);
  await referee.registerAsReferee();
  const [a] = await players(url, 3);
  await a!.hears('LEAGUE_COMPLETED');
  expect(a!.of('ROUND_ANNOUNCEMENT').map(({ matches }) => matches[0].referee_id)).toEqual(['REF01', 'REF00', 'REF00']);
});

test.each(['registers', 'asks'])('5.14 a referee that let a match lapse gets others once it %s again', async (does) => {
  const { url } = await world(three);
  const referee = await actor(url);
  const { referee_id, auth_token } = await referee.registerAsReferee();
  const query = { auth_token, query_type: 'GET_STANDINGS' };
  let spoke = false;
  referee.options.answer = (message) => {
    if (message.message_type !== 'ROUND_ANNOUNCEMENT' || message.round_id === 1) return undefined;
    if (message.round_id === 3) reportAll(url, referee, message);
    else {
      const speaking =
        does === 'asks'
          ? say(url, 'LEAGUE_QUERY', `referee:${referee_id}`, query)
          : referee.registerAsReferee({ league_id: 'spring' });
      void speaking.then(() => (spoke = true));
    }
    return undefined;
  };
  const waits: ActorOptions = {
    answer: (m) => (m.message_type === 'GAME_INVITATION' && m.round_id === 2 && !spoke ? 'receipt' : undefined),
  };
  const [a] = await players(url, 3, waits);
  await a!.hears('LEAGUE_COMPLETED');
  expect(await refereesOf(url)).toEqual([null, null, 'REF01']);
});

test('3.8 a referee that registers while a league runs gets matches of later rounds and hears the end', async () => {
  const { url } = await world({ ...three, scale: 0.1 });
  const referee = await actor(url);
  referee.options.answer = (message) => {
    if (message.message_type === 'ROUND_ANNOUNCEMENT') reportAll(url, referee, message);
    return undefined;
  };
  let registered = false;
  const waits: ActorOptions = {
    answer: (m) => (m.message_type === 'GAME_INVITATION' && !registered ? 'receipt' : undefined),
  };
  const all = await players(url, 3, waits);
  await Promise.any(all.map((one) => one.hears('GAME_INVITATION')));
  expect(await referee.registerAsReferee()).toMatchObject({
    status: 'ACCEPTED',
    referee_id: 'REF01',
    league_id: 'spring',
  });
  registered = true;
  await referee.hears('LEAGUE_COMPLETED');
  expect(await refereesOf(url)).toEqual([null, 'REF01', 'REF01']);
  const late = await actor(url);
  expect(await late.registerAsReferee({ league_id: 'spring' })).toMatchObject({
    status: 'REJECTED',
    reason: 'League spring is over.',
  });
});
