// Longer than most files: every message of the protocol and what is wrong with it, in the order of SPEC.md.

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { readAnswer } from '../../../../test/wire.ts';
import {
  Actor,
  envelope,
  type Json,
  leagueWorld,
  playerMeta,
  post,
  postText,
  refereeMeta,
  say,
  type World,
  type WorldOptions,
} from '../fixture.ts';
import { Questions } from '../matches/questions.ts';

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

async function world(options: WorldOptions = {}): Promise<World> {
  const made = await leagueWorld({ leagues: [{ id: 'spring', players: 4, game: 'even_odd' }], ...options });
  open.push(made);
  return made;
}

async function player(url: string): Promise<Actor> {
  const actor = await new Actor(url).listen();
  open.push({ stop: () => actor.close() });
  return actor;
}

const HERE = 'http://127.0.0.1:9';

describe('the envelope', () => {
  test('1.1 a body that is not JSON is -32700, also without a content type or with a wrong one', async () => {
    const { url } = await world();
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
      const reply = await postText(url, '{"jsonrpc":', headers);
      expect(reply).toMatchObject({ status: 200, jsonrpc: '2.0', error: { code: -32700 }, id: null });
    }
    expect(await postText(url, '')).toMatchObject({ error: { code: -32700 } });
  });

  test.each([
    ['[]', null],
    ['7', null],
    ['null', null],
    ['{"method":"league_query","id":3}', 3],
    ['{"jsonrpc":"1.0","method":"league_query","id":3}', 3],
    ['{"jsonrpc":"2.0","method":7,"id":"a"}', 'a'],
    ['{"jsonrpc":"2.0","method":"league_query","id":{}}', null],
  ])('1.2 %s is -32600', async (body, id) => {
    const { url } = await world();
    expect(await postText(url, body)).toMatchObject({ status: 200, error: { code: -32600 }, id });
  });

  test('1.3 params that are no object are -32602', async () => {
    const { url } = await world();
    for (const params of ['', ',"params":[]', ',"params":"x"']) {
      const body = `{"jsonrpc":"2.0","method":"league_query","id":1${params}}`;
      expect(await postText(url, body)).toMatchObject({ error: { code: -32602 }, id: 1 });
    }
  });

  test('1.4 an unknown message type or method is -32601', async () => {
    const { url } = await world();
    expect(await post(url, envelope('DANCE', 'player:P01'))).toMatchObject({ error: { code: -32601 } });
    expect(await postText(url, '{"jsonrpc":"2.0","method":"dance","id":1}')).toMatchObject({ error: { code: -32601 } });
    expect(await post(url, envelope('toString', 'player:P01'))).toMatchObject({ error: { code: -32601 } });
  });

  test('1.5 other methods are not the league’s', async () => {
    const { url } = await world();
    for (const method of ['initialize', 'tools/list', 'whatever']) {
      const reply = await postText(url, JSON.stringify({ jsonrpc: '2.0', method, id: 1 }));
      expect(reply.error).toMatchObject({ code: -32601 });
    }
  });

  test('1.7 a body over 64 KiB is refused in JSON-RPC', async () => {
    const { url } = await world();
    expect(await postText(url, 'x'.repeat(70_000))).toMatchObject({ status: 413, error: { code: -32600 } });
  });

  test('1.9 an upload that is broken off is no error of ours', async () => {
    const errors: unknown[] = [];
    const { url } = await world({ logged: (line) => errors.push(line) });
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write('POST /mcp HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 500\r\n\r\n{"json');
    await once(socket, 'ready');
    const closed = once(socket, 'close');
    // A whole request on another connection, so that the first one has been read.
    await postText(url, '{}');
    socket.destroy();
    await closed;
    for (let i = 0; i < 5; i++) await postText(url, '{}');
    expect(errors).toEqual([]);
  });

  test('1.4 the method is only advice: the message type decides', async () => {
    const { url } = await world();
    for (const method of ['register_player', 'START_LEAGUE', 'anything_at_all']) {
      const { result } = await post(url, envelope('START_LEAGUE', 'x', { league_id: 'spring' }), method);
      expect(result.message_type).toBe('LEAGUE_STATUS');
    }
  });

  test('1.8 a reply repeats id and conversation', async () => {
    const { url } = await world();
    const message = { ...envelope('START_LEAGUE', 'x', { league_id: 'spring' }), conversation_id: 'mine' };
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'start_league', params: message, id: 'seven' });
    expect(await postText(url, body)).toMatchObject({
      id: 'seven',
      result: { conversation_id: 'mine', sender: 'league_manager' },
    });
  });
});

describe('what is wrong with a message', () => {
  const wrong = (url: string, message: Json) => post(url, message).then(({ result }) => result);

  test.each([
    ['protocol', 'E003'],
    ['message_type', 'E003'],
    ['sender', 'E003'],
    ['timestamp', 'E003'],
    ['conversation_id', 'E003'],
    ['league_id', 'E003'],
  ])('2.1 without %s it is %s', async (field, code) => {
    const { url } = await world();
    const report = { league_id: 'spring', match_id: 'R1M1', result: { winner: null } };
    const { [field]: _, ...message } = envelope('MATCH_RESULT_REPORT', 'referee:REF01', report);
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'match_result_report', params: message, id: 1 });
    const { result, status } = await postText(url, body);
    expect(status).toBe(200);
    expect(result).toMatchObject({
      message_type: 'LEAGUE_ERROR',
      error_code: code,
      error_description: 'MISSING_REQUIRED_FIELD',
      context: { field },
    });
  });

  test('2.2 another version of the protocol is E018', async () => {
    const { url } = await world();
    const result = await wrong(url, {
      ...envelope('START_LEAGUE', 'player:P07', { league_id: 'spring' }),
      protocol: 'league.v1',
    });
    expect(result).toMatchObject({
      message_type: 'LEAGUE_ERROR',
      error_code: 'E018',
      error_description: 'PROTOCOL_VERSION_MISMATCH',
      affected_player: 'P07',
      original_message_type: 'START_LEAGUE',
    });
    expect(result.action_required).toBeTypeOf('string');
  });

  test('2.3 a timestamp that is not UTC is E021', async () => {
    const { url } = await world();
    const message = {
      ...envelope('START_LEAGUE', 'x', { league_id: 'spring' }),
      timestamp: '2025-01-01T10:00:00+02:00',
    };
    expect(await wrong(url, message)).toMatchObject({ error_code: 'E021', error_description: 'INVALID_TIMESTAMP' });
  });

  test('2.1 a registration without one of its fields names it', async () => {
    const { url } = await world();
    const { player_meta } = playerMeta(HERE);
    for (const field of ['display_name', 'version', 'game_types', 'contact_endpoint']) {
      const { [field as 'version']: _, ...meta } = player_meta;
      const result = await wrong(url, envelope('LEAGUE_REGISTER_REQUEST', 'player:x', { player_meta: meta }));
      expect(result).toMatchObject({ error_code: 'E003', context: { field: `player_meta.${field}` } });
    }
    const blank = envelope('LEAGUE_REGISTER_REQUEST', 'player:x', playerMeta(HERE, { display_name: ' \u0000 ' }));
    expect(await wrong(url, blank)).toMatchObject({ error_code: 'E003' });
  });
});

describe('registration', () => {
  test('3.1 an accepted player gets id, token, league and no reason', async () => {
    const { url } = await world();
    const reply = await say(url, 'LEAGUE_REGISTER_REQUEST', 'player:alpha', playerMeta(HERE));
    expect(reply).toMatchObject({
      message_type: 'LEAGUE_REGISTER_RESPONSE',
      status: 'ACCEPTED',
      player_id: 'P01',
      league_id: 'spring',
      reason: null,
      sender: 'league_manager',
    });
    expect(reply.auth_token).toMatch(/^[0-9a-f]{64}$/);
  });

  test('3.2 the id in the sender is kept where it is free and of the right shape, else the lowest free one is given', async () => {
    const { url } = await world({ leagues: [{ id: 'spring', players: 9, game: 'even_odd' }] });
    const ids = [];
    for (const [index, sender] of [
      'player:P07',
      'P02',
      'player:P07',
      'player:P1',
      'player:REF05',
      'player:P101',
    ].entries()) {
      const reply = await say(url, 'LEAGUE_REGISTER_REQUEST', sender, playerMeta(`http://127.0.0.1:${index + 1}`));
      ids.push(reply.player_id);
    }
    expect(ids).toEqual(['P07', 'P02', 'P01', 'P03', 'P04', 'P101']);
    const referee = await say(url, 'REFEREE_REGISTER_REQUEST', 'referee:REF00', refereeMeta(HERE));
    expect(referee).toMatchObject({ status: 'ACCEPTED', referee_id: 'REF01', league_id: 'spring', reason: null });
  });

  test('3.3 the same endpoint in the same league is a duplicate; in another league it is not', async () => {
    const leagues = ['spring', 'autumn'].map((id) => ({ id, players: 4, game: 'even_odd' }));
    const { url } = await world({ leagues });
    const register = (league_id: string, endpoint = `${HERE}/mcp`) =>
      say(url, 'LEAGUE_REGISTER_REQUEST', 'player:x', { league_id, ...playerMeta(endpoint) });
    expect(await register('spring')).toMatchObject({ status: 'ACCEPTED' });
    const again = await register('spring', `${HERE.toUpperCase().replace('HTTP', 'http')}/mcp`);
    expect(again).toMatchObject({ status: 'REJECTED', player_id: 'P01', auth_token: null, league_id: 'spring' });
    expect(again.reason).toContain('already');
    expect(await register('autumn')).toMatchObject({ status: 'ACCEPTED' });
  });

  test('3.3 whoever registers again after the start is told the id and league that it has', async () => {
    const { url } = await world({ leagues: [{ id: 'spring', players: 2, game: 'even_odd' }] });
    const [a, b, referee] = [await player(url), await player(url), await player(url)];
    await referee.registerAsReferee();
    await a.register();
    await b.register();
    const rejected = { status: 'REJECTED', league_id: 'spring', auth_token: null };
    expect(await b.register()).toMatchObject({ ...rejected, player_id: 'P02' });
    expect(await b.register({ league_id: 'spring' })).toMatchObject({ ...rejected, player_id: 'P02' });
    await a.hears('ROUND_ANNOUNCEMENT');
    const again = await referee.registerAsReferee();
    expect(again).toMatchObject({ ...rejected, referee_id: 'REF01' });
    expect(again.reason).toContain('already');
  });

  test('2.1 an optional field that is null counts as left out', async () => {
    const { url } = await world();
    const meta = playerMeta(HERE, { auth: null });
    expect(await say(url, 'LEAGUE_REGISTER_REQUEST', 'x', { ...meta, league_id: null })).toMatchObject({
      status: 'ACCEPTED',
    });
    const ack = { match_id: 'R1M1', player_id: 'P01', accept: true, arrival_timestamp: null };
    expect(await say(url, 'GAME_JOIN_ACK', 'player:P01', ack)).toMatchObject({ error_code: 'E001' });
    const report = { league_id: 'spring', match_id: 'R1M1', round_id: null, game_type: null };
    const result = { winner: null, score: null, details: null };
    expect(await say(url, 'MATCH_RESULT_REPORT', 'x', { ...report, result })).toMatchObject({ error_code: 'E013' });
  });

  test.each([['ftp://127.0.0.1/x'], ['nonsense'], ['http://169.254.169.254/'], ['http://[fe80::1]/']])(
    '3.4 the endpoint %s is rejected',
    async (endpoint) => {
      const { url } = await world();
      const meta = { ...playerMeta(HERE).player_meta, contact_endpoint: endpoint };
      expect(await say(url, 'LEAGUE_REGISTER_REQUEST', 'player:x', { player_meta: meta })).toMatchObject({
        status: 'REJECTED',
        player_id: '',
        reason: expect.stringContaining('contact_endpoint'),
      });
      const { referee_meta } = refereeMeta(HERE);
      expect(
        await say(url, 'REFEREE_REGISTER_REQUEST', 'x', {
          referee_meta: { ...referee_meta, contact_endpoint: endpoint },
        }),
      ).toMatchObject({ status: 'REJECTED', referee_id: '' });
    },
  );

  test('3.4 a name that is only at addresses which are not called is rejected, and the reason names the setting', async () => {
    const { url } = await world({ privateCalls: false });
    const reason = expect.stringContaining('CROSSPLAY_PRIVATE_CALLS');
    for (const endpoint of ['http://localhost:8101/mcp', HERE]) {
      const rejected = { status: 'REJECTED', reason };
      expect(await say(url, 'LEAGUE_REGISTER_REQUEST', 'x', playerMeta(endpoint))).toMatchObject(rejected);
      expect(await say(url, 'REFEREE_REGISTER_REQUEST', 'x', refereeMeta(endpoint))).toMatchObject(rejected);
    }
  });

  test('3.5 an unknown league, a started one, or one of another game is rejected with a reason', async () => {
    const { url } = await world({ leagues: [{ id: 'spring', players: 2, game: 'even_odd' }] });
    const register = (body: object, port: number) =>
      say(url, 'LEAGUE_REGISTER_REQUEST', 'player:x', { ...playerMeta(`http://127.0.0.1:${port}`), ...body });
    expect(await register({ league_id: 'winter' }, 1)).toMatchObject({
      status: 'REJECTED',
      league_id: 'winter',
      reason: 'There is no such league.',
    });
    const chess = playerMeta('http://127.0.0.1:1', { game_types: ['chess'] });
    expect(await register({ league_id: 'spring', ...chess }, 1)).toMatchObject({
      status: 'REJECTED',
      reason: 'League spring plays even_odd.',
    });
    const [a, b] = [await player(url), await player(url)];
    await a.register();
    await b.register();
    expect(await register({ league_id: 'spring' }, 1)).toMatchObject({
      status: 'REJECTED',
      reason: 'League spring has started already.',
    });
    expect(await register({}, 1)).toMatchObject({ status: 'REJECTED', reason: 'No league is open for registration.' });
  });

  test('3.5 without a league it goes to the first that is open and plays one of its games', async () => {
    const { url } = await world({
      leagues: [
        { id: 'boards', players: 2, game: 'ttt' },
        { id: 'numbers', players: 3, game: 'even_odd' },
      ],
    });
    const register = (game_types: string[], port: number) =>
      say(url, 'LEAGUE_REGISTER_REQUEST', 'player:x', playerMeta(`http://127.0.0.1:${port}`, { game_types }));
    expect(await register(['even_odd'], 1)).toMatchObject({ league_id: 'numbers', player_id: 'P01' });
    expect(await register(['even_odd', 'tic-tac-toe'], 2)).toMatchObject({ league_id: 'boards', player_id: 'P01' });
  });

  test('3.6 an account’s key makes the seat its own; a wrong key and a second place are rejected', async () => {
    const { url, storage, clock } = await world();
    const { createAccounts } = await import('../../../accounts/accounts.ts');
    const made = await createAccounts({ storage, clock }).register('Ada');
    if ('error' in made) throw new Error(made.error);
    const register = (api_key: string, port: number) =>
      say(url, 'LEAGUE_REGISTER_REQUEST', 'player:x', playerMeta(`http://127.0.0.1:${port}`, { auth: { api_key } }));
    expect(await register('wrong', 1)).toMatchObject({ status: 'REJECTED', reason: 'No account has this API key.' });
    expect(await register(made.apiKey, 1)).toMatchObject({ status: 'ACCEPTED' });
    expect(await register(made.apiKey, 2)).toMatchObject({
      status: 'REJECTED',
      reason: 'This account plays in this league already.',
    });
    const league = await readAnswer(url, '/api/v1/leagues/spring');
    expect(league.standings[0].display_name).toBe('Ada');
  });
});

describe('starting', () => {
  test('4.3 START_LEAGUE starts nothing with fewer than two players, and afterwards only answers', async () => {
    const { url } = await world();
    const start = () => say(url, 'START_LEAGUE', 'anyone', { league_id: 'spring' });
    const waiting = {
      status: 'REGISTRATION',
      current_round: 0,
      total_rounds: 0,
      matches_completed: 0,
      league_id: 'spring',
    };
    expect(await start()).toMatchObject(waiting);
    const [a, b] = [await player(url), await player(url)];
    await a.register();
    expect(await start()).toMatchObject(waiting);
    await b.register();
    expect(await start()).toMatchObject({ status: 'RUNNING', current_round: 1, total_rounds: 1 });
    await Promise.all([a.hears('LEAGUE_COMPLETED'), b.hears('LEAGUE_COMPLETED')]);
    expect(await start()).toMatchObject({
      status: 'COMPLETED',
      current_round: 1,
      total_rounds: 1,
      matches_completed: 1,
    });
    expect(a.of('ROUND_ANNOUNCEMENT')).toHaveLength(1);
  });

  test('4.3 START_LEAGUE without a league starts the only one that is open, also with empty params', async () => {
    const leagues = ['spring', 'autumn'].map((id) => ({ id, players: 4, game: 'even_odd' }));
    const { url } = await world({ leagues });
    const { result: several } = await post(url, envelope('START_LEAGUE', 'x'));
    expect(several).toMatchObject({ error_code: 'E003', context: { field: 'league_id' } });
    for (const league_id of ['spring', 'autumn']) {
      for (const one of [await player(url), await player(url)]) await one.register({ league_id });
    }
    await say(url, 'START_LEAGUE', 'x', { league_id: 'autumn' });
    const { result } = await postText(url, '{"jsonrpc":"2.0","method":"start_league","params":{},"id":1}');
    expect(result).toMatchObject({ message_type: 'LEAGUE_STATUS', league_id: 'spring', status: 'RUNNING' });
  });

  test('4.3 a league that nobody opened cannot start', async () => {
    const { url } = await world();
    const { result } = await post(url, envelope('START_LEAGUE', 'x', { league_id: 'winter' }));
    expect(result).toMatchObject({
      message_type: 'LEAGUE_ERROR',
      error_code: 'E003',
      error_description: 'MISSING_REQUIRED_FIELD: There is no such league.',
      context: { field: 'league_id' },
    });
  });
});

describe('tokens', () => {
  const query = { league_id: 'spring', query_type: 'GET_STANDINGS' };

  test('8.1 a query needs a token by default: none is E011, a wrong or foreign one E012', async () => {
    const leagues = ['spring', 'autumn'].map((id) => ({ id, players: 2, game: 'even_odd' }));
    const { url } = await world({ leagues });
    const one = await say(url, 'LEAGUE_REGISTER_REQUEST', 'player:P01', playerMeta('http://127.0.0.1:1'));
    const ask = (body: object, sender = 'player:P01') => say(url, 'LEAGUE_QUERY', sender, { ...query, ...body });
    expect(await ask({})).toMatchObject({
      message_type: 'LEAGUE_ERROR',
      error_code: 'E011',
      error_description: 'AUTH_TOKEN_MISSING',
    });
    expect(await ask({ auth_token: '' })).toMatchObject({ error_code: 'E011' });
    expect(await ask({ auth_token: 'guess' })).toMatchObject({
      error_code: 'E012',
      error_description: 'AUTH_TOKEN_INVALID',
    });
    expect(await ask({ auth_token: one.auth_token }, 'player:P02')).toMatchObject({ error_code: 'E012' });
    expect(await ask({ auth_token: one.auth_token, league_id: 'autumn' })).toMatchObject({ error_code: 'E012' });
    expect(await ask({ auth_token: one.auth_token })).toMatchObject({
      message_type: 'LEAGUE_QUERY_RESPONSE',
      success: true,
    });
    expect(await ask({ auth_token: one.auth_token }, 'player:alpha')).toMatchObject({ success: true });
  });

  test('8.1 a query about a league that is not there says so, whosever token it has', async () => {
    const { url } = await world();
    const one = await say(url, 'LEAGUE_REGISTER_REQUEST', 'player:P01', playerMeta('http://127.0.0.1:1'));
    const ask = { ...query, league_id: 'winter', auth_token: one.auth_token };
    expect(await say(url, 'LEAGUE_QUERY', 'player:P01', ask)).toMatchObject({
      error_code: 'E003',
      error_description: 'MISSING_REQUIRED_FIELD: There is no such league.',
    });
  });

  test('8.2 when tokens are off nobody looks at them', async () => {
    const { url } = await world({ tokens: 'off' });
    expect(await say(url, 'LEAGUE_QUERY', 'x', { ...query, auth_token: 'guess' })).toMatchObject({ success: true });
    expect(await say(url, 'LEAGUE_QUERY', 'x', query)).toMatchObject({ success: true });
  });

  test('8.3 strict asks for one with every message after registration but START_LEAGUE', async () => {
    const { url } = await world({ tokens: 'strict' });
    const ack = { match_id: 'R1M1', player_id: 'P01', accept: true };
    expect(await say(url, 'GAME_JOIN_ACK', 'player:P01', ack)).toMatchObject({ error_code: 'E011' });
    const report = { league_id: 'spring', match_id: 'R1M1', result: { winner: null } };
    expect(await say(url, 'MATCH_RESULT_REPORT', 'referee:REF01', report)).toMatchObject({ error_code: 'E011' });
    expect(await say(url, 'START_LEAGUE', 'x', { league_id: 'spring' })).toMatchObject({
      message_type: 'LEAGUE_STATUS',
    });
  });

  test('8.4 a token that is there must be right, wherever it is', async () => {
    const { url } = await world();
    expect(await say(url, 'START_LEAGUE', 'x', { league_id: 'spring', auth_token: 'guess' })).toMatchObject({
      error_code: 'E012',
    });
  });
});

describe('queries', () => {
  async function asked() {
    const { url } = await world({ leagues: [{ id: 'spring', players: 3, game: 'even_odd' }] });
    const actors = [await player(url), await player(url), await player(url)];
    const [a, b, c] = actors as [Actor, Actor, Actor];
    await a.register();
    await b.register();
    const ask = (query_type: string, player_id?: string) =>
      say(url, 'LEAGUE_QUERY', `player:${a.id}`, {
        auth_token: a.token,
        league_id: 'spring',
        query_type,
        ...(player_id && { query_params: { player_id } }),
      });
    return { url, a, b, c, ask };
  }

  test('8.5 before the start there is a table without games, no schedule and no next match', async () => {
    const { ask } = await asked();
    expect((await ask('GET_STANDINGS')).data.standings).toHaveLength(2);
    expect((await ask('GET_SCHEDULE')).data).toEqual({ schedule: [], total_matches: 0 });
    expect((await ask('GET_NEXT_MATCH')).data).toEqual({ next_match: null });
    expect((await ask('GET_PLAYER_STATS')).data).toMatchObject({ player_id: 'P01', played: 0, points: 0 });
  });

  test('8.5 while a match is on, the schedule and the next match tell of it; at the end nothing comes next', async () => {
    const { url, a, b, c, ask } = await asked();
    const choice = Promise.withResolvers<void>();
    let first: Json;
    c.options.answer = (message) => {
      if (message.message_type !== 'CHOOSE_PARITY_CALL' || first) return undefined;
      first = message;
      choice.resolve();
      return 'receipt';
    };
    await c.register();
    await choice.promise;
    const { data: schedule } = await ask('GET_SCHEDULE');
    expect(schedule.total_matches).toBe(3);
    expect(schedule.schedule[0]).toEqual({
      match_id: 'R1M1',
      round_id: 1,
      player_A_id: 'P03',
      player_B_id: 'P02',
      completed: false,
    });
    expect((await ask('GET_NEXT_MATCH', 'P03')).data.next_match).toEqual({
      match_id: 'R1M1',
      round_id: 1,
      opponent_id: 'P02',
      referee_endpoint: `${url}/mcp`,
    });
    const answer = { match_id: first.match_id, player_id: 'P03', parity_choice: 'odd' };
    expect(await say(url, 'CHOOSE_PARITY_RESPONSE', 'player:P03', answer)).toMatchObject({
      message_type: 'MESSAGE_ACK',
      match_id: 'R1M1',
      status: 'received',
    });
    await Promise.all([a, b, c].map((one) => one.hears('LEAGUE_COMPLETED')));
    expect((await ask('GET_NEXT_MATCH')).data).toEqual({ next_match: null });
    expect((await ask('GET_SCHEDULE')).data.schedule.every((match: Json) => match.completed)).toBe(true);
    expect((await ask('GET_PLAYER_STATS', 'P03')).data).toMatchObject({ player_id: 'P03', played: 2 });
  });

  test('8.6 an unknown player is E005, an unknown query E003, both inside the response', async () => {
    const { ask } = await asked();
    for (const type of ['GET_PLAYER_STATS', 'GET_NEXT_MATCH']) {
      expect(await ask(type, 'P77')).toMatchObject({
        message_type: 'LEAGUE_QUERY_RESPONSE',
        query_type: type,
        success: false,
        error: { error_code: 'E005', error_description: 'PLAYER_NOT_REGISTERED' },
      });
    }
    expect(await ask('GET_LUCKY')).toMatchObject({
      query_type: 'GET_LUCKY',
      success: false,
      error: { error_code: 'E003', error_description: 'MISSING_REQUIRED_FIELD: There is no such query.' },
    });
  });
});

test('6.4 an answer to no open question is E001, one of an unknown player E005', async () => {
  const { url } = await world();
  await say(url, 'LEAGUE_REGISTER_REQUEST', 'player:P01', playerMeta(HERE));
  const late = { match_id: 'R1M1', player_id: 'P01', parity_choice: 'even' };
  expect(await say(url, 'CHOOSE_PARITY_RESPONSE', 'player:P01', late)).toMatchObject({
    error_code: 'E001',
    affected_player: 'P01',
  });
  expect(await say(url, 'CHOOSE_PARITY_RESPONSE', 'player:P99', { ...late, player_id: 'P99' })).toMatchObject({
    error_code: 'E005',
  });
});

describe('6.4 an answer that comes by itself', () => {
  const asked = (questions: Questions, league: string, conversation: string): (() => void) =>
    questions.add({
      league,
      conversation,
      match: 'R1M1',
      player: 'P01',
      expects: 'CHOOSE_PARITY_RESPONSE',
      answer() {},
    });
  const answer = { message_type: 'CHOOSE_PARITY_RESPONSE', match_id: 'R1M1', player_id: 'P01', parity_choice: 'even' };

  test('6.4 finds the league of its token, of its conversation, or the one it names', () => {
    const questions = new Questions();
    asked(questions, 'spring', 'c1');
    asked(questions, 'autumn', 'c2');
    expect(questions.find(answer, { league: 'autumn', id: 'P01' })).toMatchObject({ league: 'autumn' });
    expect(questions.find({ ...answer, conversation_id: 'c2' }, undefined)).toMatchObject({ league: 'autumn' });
    expect(questions.find({ ...answer, league_id: 'autumn' }, undefined)).toMatchObject({ league: 'autumn' });
  });

  test('6.4 goes to nobody when it may be meant for several leagues, and to the only one that waits', () => {
    const questions = new Questions();
    const close = asked(questions, 'spring', 'c1');
    asked(questions, 'autumn', 'c2');
    expect(questions.find({ ...answer, conversation_id: 'own' }, undefined)).toBe('several');
    close();
    expect(questions.find({ ...answer, conversation_id: 'own' }, undefined)).toMatchObject({ league: 'autumn' });
  });

  test('6.4 of a conversation that is over never reaches another league', () => {
    const questions = new Questions();
    asked(questions, 'spring', 'c1')();
    asked(questions, 'autumn', 'c2');
    expect(questions.find({ ...answer, conversation_id: 'c1' }, undefined)).toBeUndefined();
    asked(questions, 'spring', 'c3');
    expect(questions.find({ ...answer, conversation_id: 'c1' }, undefined)).toMatchObject({ league: 'spring' });
  });
});

test.each([
  { id: 'x', players: 4, game: 'solitaire' },
  { id: 'x', players: 1000, game: 'even_odd' },
])('10.2 a league that cannot be stops the start: %j', async (opening) => {
  await expect(world({ leagues: [opening] })).rejects.toThrow(/^league x cannot be opened: /);
});

describe('leagues over HTTP', () => {
  const send = async (url: string, body: unknown): Promise<Json> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${url}/api/v1/leagues`, { method: 'POST', body: text });
    return { status: response.status, ...((await response.json()) as object) };
  };

  test('10.1 a league is opened, listed, and shown', async () => {
    const { url } = await world({ leagues: [] });
    expect(await send(url, { league_id: 'cup', players: 2 })).toMatchObject({
      status: 'REGISTRATION',
      league_id: 'cup',
      game_type: 'even_odd',
      players: 2,
      registered: 0,
    });
    const list = await readAnswer(url, '/api/v1/leagues');
    expect(list.leagues.map((league: Json) => league.league_id)).toEqual(['cup']);
    const one = await readAnswer(url, '/api/v1/leagues/cup');
    expect(one).toMatchObject({ league_id: 'cup', standings: [], schedule: [], referees: [] });
    expect((await fetch(`${url}/api/v1/leagues/none`)).status).toBe(404);
    const nulls = { league_id: 'plate', players: 2, game_type: null };
    expect(await send(url, nulls)).toMatchObject({ league_id: 'plate', game_type: 'even_odd' });
  });

  test('10.1 the second of a name is 409; a wrong body, id, number or game is 400', async () => {
    const { url } = await world();
    expect((await send(url, { league_id: 'spring', players: 2 })).status).toBe(409);
    for (const body of [
      '{',
      '7',
      {},
      { league_id: 'x' },
      { league_id: 'x', players: 1 },
      { league_id: 'x', players: 2.5 },
      { league_id: 'x', players: 1000 },
      { league_id: 'no spaces', players: 2 },
      { league_id: 'x', players: 2, game_type: 'poker' },
      { league_id: 'x', players: 2, game_type: 7 },
    ]) {
      expect(await send(url, body)).toMatchObject({ status: 400, error: expect.any(String) });
    }
  });
});
