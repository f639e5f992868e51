// Longer than most files: a match and all the ways in which a player can fail it, on one fixture.

import { afterEach, describe, expect, test } from 'vitest';
import { readAnswer } from '../../../test/wire.ts';
import {
  Actor,
  type ActorOptions,
  envelope,
  type Json,
  leagueWorld,
  type Style,
  type World,
  type WorldOptions,
} from './fixture.ts';

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

/** Two players in a league of their own, until it is over for `until`. */
async function duel(one: ActorOptions, other: ActorOptions, options: WorldOptions = {}) {
  const at = await world(options);
  const [a, b] = [await actor(at.url, one), await actor(at.url, other)];
  await a.register();
  await b.register();
  const league = (): Promise<Json> => readAnswer(at.url, '/api/v1/leagues/spring');
  return { ...at, a, b, league };
}

const types = (player: Actor) => player.heard.map(({ message_type }) => message_type);
const NORMAL = [
  'ROUND_ANNOUNCEMENT',
  'GAME_INVITATION',
  'CHOOSE_PARITY_CALL',
  'GAME_OVER',
  'LEAGUE_STANDINGS_UPDATE',
  'ROUND_COMPLETED',
  'LEAGUE_COMPLETED',
];

const choosing = (parity_choice: unknown) => (message: Json) =>
  message.message_type === 'CHOOSE_PARITY_CALL'
    ? envelope('CHOOSE_PARITY_RESPONSE', `player:${message.player_id}`, {
        match_id: message.match_id,
        player_id: message.player_id,
        parity_choice,
      })
    : undefined;

const onlyOn =
  (type: string, behaviour: ReturnType<NonNullable<ActorOptions['answer']>>, times = Infinity) =>
  (message: Json) =>
    message.message_type === type && times-- > 0 ? behaviour : undefined;

describe('a match of even_odd', () => {
  test.each<Style>(['result', 'request', 'bare', 'post'])(
    '5.2 the whole order of messages, for players who answer by %s',
    async (style) => {
      const { a, b, arena } = await duel({ style }, { style, answer: choosing('odd') });
      await Promise.all([a, b].map((one) => one.hears('LEAGUE_COMPLETED')));
      for (const one of [a, b]) {
        expect(types(one)).toEqual(NORMAL);
        expect(one.problems).toEqual([]);
      }
      const { game_result } = a.of('GAME_OVER')[0];
      expect(game_result.status).toBe('WIN');
      expect(game_result.winner_player_id).toBe(game_result.drawn_number % 2 ? 'P02' : 'P01');
      expect(game_result.number_parity).toBe(game_result.drawn_number % 2 ? 'odd' : 'even');
      expect(game_result.choices).toEqual({ P01: 'even', P02: 'odd' });
      expect(b.of('GAME_OVER')[0].game_result).toEqual(game_result);
      expect(arena.live).toEqual([]);
    },
  );

  test('5.3 the invitation has the player’s own token, its side and its opponent', async () => {
    const { a, b } = await duel({}, {});
    const [one, other] = await Promise.all([a, b].map((player) => player.hears('GAME_INVITATION')));
    expect(one).toMatchObject({
      sender: 'referee:REF00',
      auth_token: a.token,
      league_id: 'spring',
      round_id: 1,
      match_id: 'R1M1',
      game_type: 'even_odd',
      role_in_match: 'PLAYER_A',
      opponent_id: 'P02',
    });
    expect(other).toMatchObject({ auth_token: b.token, role_in_match: 'PLAYER_B', opponent_id: 'P01' });
  });

  test('5.4 both right or both wrong is a draw, one point each', async () => {
    const { a, b } = await duel({}, {});
    const over = (await a.hears('GAME_OVER')).game_result;
    expect(over).toMatchObject({ status: 'DRAW', winner_player_id: null, choices: { P01: 'even', P02: 'even' } });
    const { standings } = await b.hears('LEAGUE_STANDINGS_UPDATE');
    expect(standings.map((row: Json) => [row.player_id, row.draws, row.points])).toEqual([
      ['P01', 1, 1],
      ['P02', 1, 1],
    ]);
  });

  test('5.5 a house-run match is an ordinary match: recorded, replayable, unrated for guests', async () => {
    const { a, league, arena, storage } = await duel({}, {});
    await a.hears('LEAGUE_COMPLETED');
    const { arena_match_id } = (await league()).schedule[0];
    const match = (await arena.find(arena_match_id))!;
    expect(match.record.seats.map(({ kind, via, agent }) => [kind, via, agent])).toEqual([
      ['guest', 'league', 'league:spring:P01'],
      ['guest', 'league', 'league:spring:P02'],
    ]);
    expect(match.record.entries.map(({ kind }) => kind)).toEqual(['move', 'move']);
    expect(await storage.figures.of('league:spring:P01')).toEqual({});
  });

  test('3.6 two players who showed their accounts’ keys are rated', async () => {
    const at = await world();
    const { createAccounts } = await import('../../accounts/accounts.ts');
    const accounts = createAccounts({ storage: at.storage, clock: at.clock });
    const players: Actor[] = [];
    const ids: string[] = [];
    for (const name of ['Ada', 'Bob']) {
      const made = await accounts.register(name);
      if ('error' in made) throw new Error(made.error);
      const player = await actor(at.url);
      const { player_meta } = (await import('./fixture.ts')).playerMeta(player.url, { auth: { api_key: made.apiKey } });
      await player.register({ player_meta });
      players.push(player);
      ids.push(made.agent.id);
    }
    await players[0]!.hears('LEAGUE_COMPLETED');
    for (const id of ids)
      expect(await at.storage.figures.of(id)).toMatchObject({ 'rating:even_odd': 1500, 'drawn:even_odd': 1 });
  });

  test('6.8 a player that knows only the types’ names is called by them from then on', async () => {
    const { a, b } = await duel({ knows: (method) => method === method.toUpperCase() }, {});
    await Promise.all([a, b].map((one) => one.hears('LEAGUE_COMPLETED')));
    expect(types(a)).toEqual(NORMAL);
    expect(a.calls.filter(({ method }) => method !== method.toUpperCase())).toEqual([
      { method: 'notify_round', type: 'ROUND_ANNOUNCEMENT' },
    ]);
  });
});

describe('whoever does not play', () => {
  const lost = { status: 'TECHNICAL_LOSS', drawn_number: 0, number_parity: 'even' };

  test('6.5 silence to the invitation: four calls, GAME_ERROR E001 after each, then a technical loss', async () => {
    const { a, b, league } = await duel({ answer: onlyOn('GAME_INVITATION', 'hang') }, {}, { scale: 0.03 });
    const over = (await b.hears('GAME_OVER')).game_result;
    expect(over).toMatchObject({ ...lost, winner_player_id: 'P02', choices: {} });
    expect(over.reason).toBe('P01: E001 TIMEOUT_ERROR');
    expect(a.of('GAME_INVITATION')).toHaveLength(4);
    await expect.poll(() => a.of('GAME_ERROR').map(({ retry_info }) => retry_info.retry_count)).toEqual([1, 2, 3, 3]);
    const { standings } = await b.hears('LEAGUE_STANDINGS_UPDATE');
    expect(standings[0]).toMatchObject({ player_id: 'P02', wins: 1, points: 3 });
    expect(standings[1]).toMatchObject({ player_id: 'P01', losses: 1, played: 1, points: 0 });
    expect((await b.hears('ROUND_COMPLETED')).summary).toEqual({
      total_matches: 1,
      wins: 0,
      draws: 0,
      technical_losses: 1,
    });
    expect((await league()).status).toBe('COMPLETED');
    expect(b.of('CHOOSE_PARITY_CALL')).toEqual([]);
  });

  test('6.5 silence to the choice: the other’s choice is shown, the absent one’s is left out', async () => {
    const { a, b } = await duel({ answer: onlyOn('CHOOSE_PARITY_CALL', 'receipt') }, {}, { scale: 0.02 });
    const over = (await b.hears('GAME_OVER')).game_result;
    expect(over).toMatchObject({ ...lost, winner_player_id: 'P02', choices: { P02: 'even' } });
    expect(over.reason).toBe('P01: E001 TIMEOUT_ERROR');
    expect(a.of('CHOOSE_PARITY_CALL')).toHaveLength(4);
    expect(b.of('CHOOSE_PARITY_CALL')).toHaveLength(1);
    expect((await a.hears('GAME_OVER')).game_result).toEqual(over);
    await expect.poll(() => a.of('GAME_ERROR').map(({ retry_info }) => retry_info.retry_count)).toEqual([1, 2, 3, 3]);
  });

  test('6.5 a connection that breaks at every call: four calls, then a technical loss that names E009', async () => {
    const { a, b } = await duel({ answer: onlyOn('CHOOSE_PARITY_CALL', 'crash') }, {}, { scale: 0.03 });
    const over = (await b.hears('GAME_OVER')).game_result;
    expect(over).toMatchObject({ ...lost, winner_player_id: 'P02' });
    expect(over.reason).toBe('P01: E009 CONNECTION_ERROR');
    expect(a.of('CHOOSE_PARITY_CALL')).toHaveLength(4);
    await expect
      .poll(() => a.of('GAME_ERROR').map(({ error_code }) => error_code))
      .toEqual(['E009', 'E009', 'E009', 'E009']);
  });

  test('6.5 whoever breaks three times and then answers plays on', async () => {
    const { b } = await duel({ answer: onlyOn('CHOOSE_PARITY_CALL', 'crash', 3) }, {}, { scale: 0.03 });
    expect((await b.hears('GAME_OVER')).game_result.status).toBe('DRAW');
  });

  test('6.6 a wrong choice: E004 and asked again at once, three times, then a technical loss', async () => {
    const { a, b } = await duel({ answer: choosing('neither') }, {});
    const over = (await b.hears('GAME_OVER')).game_result;
    expect(over).toMatchObject({ ...lost, winner_player_id: 'P02', choices: { P02: 'even' } });
    expect(over.reason).toBe('P01: E004 INVALID_PARITY_CHOICE');
    expect(types(a).filter((type) => /CHOOSE|ERROR/.test(type))).toEqual(
      Array(4).fill(['CHOOSE_PARITY_CALL', 'GAME_ERROR']).flat(),
    );
  });

  test('5.6 whoever declines is absent', async () => {
    const declines = onlyOn('GAME_INVITATION', { message_type: 'GAME_JOIN_ACK', accept: false });
    const { a, b } = await duel({ answer: declines }, {});
    const over = (await b.hears('GAME_OVER')).game_result;
    expect(over).toMatchObject({ ...lost, winner_player_id: 'P02', choices: {} });
    expect(over.reason).toContain('P01: declined');
    expect(a.of('GAME_INVITATION')).toHaveLength(1);
  });

  test('5.7 both absent: a technical loss without a winner, counted as a loss of both', async () => {
    const declines = onlyOn('GAME_INVITATION', { message_type: 'GAME_JOIN_ACK', accept: false });
    const { a } = await duel({ answer: declines }, { answer: onlyOn('GAME_INVITATION', 'crash') }, { scale: 0.03 });
    const over = (await a.hears('GAME_OVER')).game_result;
    expect(over).toMatchObject({ ...lost, winner_player_id: null, choices: {} });
    const { standings } = await a.hears('LEAGUE_STANDINGS_UPDATE');
    for (const row of standings) expect(row).toMatchObject({ played: 1, losses: 1, points: 0 });
  });

  test('5.7 both silent at the choice: each by its own code', async () => {
    const { league, a } = await duel(
      { answer: onlyOn('CHOOSE_PARITY_CALL', 'crash') },
      { answer: onlyOn('CHOOSE_PARITY_CALL', 'hang') },
      { scale: 0.02 },
    );
    await a.hears('LEAGUE_COMPLETED');
    const { result } = (await league()).schedule[0];
    expect(result).toMatchObject({ status: 'TECHNICAL_LOSS', winner: null, choices: {} });
    expect(result.reason).toBe('P01: E009 CONNECTION_ERROR; P02: E001 TIMEOUT_ERROR');
  });

  test('6.4 an answer for another match or player is a receipt, not an answer', async () => {
    const lying = (message: Json) =>
      message.message_type === 'CHOOSE_PARITY_CALL'
        ? { message_type: 'CHOOSE_PARITY_RESPONSE', match_id: 'R9M9', player_id: 'P01', parity_choice: 'even' }
        : undefined;
    const { b } = await duel({ answer: lying }, {}, { scale: 0.02 });
    expect((await b.hears('GAME_OVER')).game_result).toMatchObject({ ...lost, winner_player_id: 'P02' });
  });

  test('6.2 a player that knows only invitations and choices is not told the rest again and again', async () => {
    const knows = (method: string) => method === 'handle_game_invitation' || method === 'choose_parity';
    const { a, b } = await duel({ knows }, {});
    await b.hears('LEAGUE_COMPLETED');
    expect((await b.hears('GAME_OVER')).game_result.status).toBe('DRAW');
    expect(a.calls.filter(({ type }) => type === 'ROUND_ANNOUNCEMENT')).toHaveLength(2);
  });

  test('6.2 a player that never takes a notice still plays, and the league ends', async () => {
    const deaf = (message: Json) => (/INVITATION|CALL/.test(message.message_type) ? undefined : ('crash' as const));
    const { b, league } = await duel({ answer: deaf }, {}, { scale: 0.03 });
    await b.hears('LEAGUE_COMPLETED');
    expect((await league()).schedule[0].result.status).toBe('DRAW');
  });
});

describe('leagues of other games', () => {
  const ttt = { leagues: [{ id: 'spring', players: 2, game: 'ttt' }] };

  test('5.8 every move is asked for with the legal moves as text', async () => {
    const { a, b } = await duel({}, { style: 'post' }, ttt);
    await Promise.all([a, b].map((one) => one.hears('LEAGUE_COMPLETED')));
    const [first] = a.of('GAME_MOVE_CALL');
    expect(first).toMatchObject({
      match_id: 'R1M1',
      player_id: 'P01',
      game_type: 'ttt',
      move_request: {
        valid_options: ['0', '1', '2', '3', '4', '5', '6', '7', '8'],
        context: { opponent_id: 'P02', seat: 0 },
      },
    });
    expect(a.calls.find(({ type }) => type === 'GAME_MOVE_CALL')!.method).toBe('choose_move');
    const { game_result } = a.of('GAME_OVER')[0];
    expect(Object.keys(game_result).sort()).toEqual(['reason', 'status', 'winner_player_id']);
    expect(game_result.status).toBe('WIN');
    for (const one of [a, b]) expect(one.problems).toEqual([]);
  });

  test('5.8 an illegal move is E004 and asked for again, three times', async () => {
    const stuck = (message: Json) =>
      message.message_type === 'GAME_MOVE_CALL'
        ? { message_type: 'GAME_MOVE_RESPONSE', move_data: { move_type: 'move', choice: '8' } }
        : undefined;
    const { a, b } = await duel({}, { answer: stuck }, ttt);
    const over = (await a.hears('GAME_OVER')).game_result;
    expect(over).toMatchObject({
      status: 'TECHNICAL_LOSS',
      winner_player_id: 'P01',
      reason: 'P02: E004 INVALID_PARITY_CHOICE',
    });
    expect(b.of('GAME_ERROR').map(({ error_code }) => error_code)).toEqual(['E004', 'E004', 'E004', 'E004']);
  });

  test('5.8 a debate in words, and 30 s for its spectators to vote', async () => {
    const speaks = ({ message_type, match_id, player_id }: Json) =>
      message_type === 'GAME_MOVE_CALL'
        ? { message_type: 'GAME_MOVE_RESPONSE', match_id, player_id, move_data: { choice: `${player_id} insists.` } }
        : undefined;
    const leagues = [{ id: 'spring', players: 2, game: 'regular_debate' }];
    const { a, arena, league } = await duel({ answer: speaks }, { answer: speaks }, { leagues, scale: 0.02 });
    expect((await a.hears('GAME_OVER')).game_result.status).toBe('DRAW');
    expect(a.of('GAME_MOVE_CALL')).toHaveLength(10);
    const match = (await arena.find((await league()).schedule[0].arena_match_id))!;
    expect(match.record.terms.clock).toMatchObject({ vote: 30_000 });
  });

  test('5.8 chess, in its own writing', async () => {
    const mate: { [player: string]: string[] } = { P01: ['f3', 'g4'], P02: ['e5', 'Qh4#'] };
    const scripted = (message: Json) =>
      message.message_type === 'GAME_MOVE_CALL'
        ? { message_type: 'GAME_MOVE_RESPONSE', move_data: { choice: mate[message.player_id]!.shift() } }
        : undefined;
    const options = { leagues: [{ id: 'spring', players: 2, game: 'chess' }] };
    const { a } = await duel({ answer: scripted }, { answer: scripted }, options);
    expect((await a.hears('GAME_OVER')).game_result).toMatchObject({ status: 'WIN', winner_player_id: 'P02' });
  });
});

test('6.3 what is null in a reply counts as left out', async () => {
  const nulls = { match_id: null, player_id: null, timestamp: null, auth_token: null, arrival_timestamp: null };
  const answer = ({ message_type }: Json) =>
    message_type === 'GAME_INVITATION'
      ? { ...envelope('GAME_JOIN_ACK', 'x', { accept: true }), ...nulls }
      : message_type === 'CHOOSE_PARITY_CALL'
        ? { ...envelope('CHOOSE_PARITY_RESPONSE', 'x', { parity_choice: 'even' }), ...nulls }
        : undefined;
  const { a, b, league } = await duel({ answer }, { answer, style: 'bare' }, { scale: 0.02 });
  await Promise.all([a, b].map((one) => one.hears('LEAGUE_COMPLETED')));
  expect((await league()).schedule[0].result).toMatchObject({ status: 'DRAW', choices: { P01: 'even', P02: 'even' } });
  expect(a.of('GAME_ERROR')).toEqual([]);
});
