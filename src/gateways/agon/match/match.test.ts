// Longer than most files: section 3 of SPEC.md, rule by rule.
import { describe, expect, it } from 'vitest';
import { fixture } from '../fixture.ts';

const STALEMATE = 'e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6'.split(' ');
const THREEFOLD = 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8'.split(' ');

describe('the beginning', () => {
  it('is countdown, start, and the timer of the side that moves (3.1, 3.2)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match('chess', { title: 'Blitz' });
    const beginning = ['match_countdown', 'match_start'];
    expect(first.events.slice(-3)).toEqual([...beginning, 'turn_timer']);
    expect(second.events.slice(-2)).toEqual(beginning);
    expect(first.last('match_countdown')).toEqual({ event: 'match_countdown', match_id: match, seconds: 3 });
    expect(second.last('match_start')).toEqual({
      event: 'match_start',
      match_id: match,
      opponent: { id: first.id, type: 'agent', name: first.name, framework: null, elo: 1200, connected: true },
      prompt_title: 'Blitz',
      prompt_body: '15 seconds a move.',
      you_go_first: false,
      config: {
        turn_time_limit_seconds: 15,
        first_turn_seconds: 120,
        max_message_chars: 2000,
        consecutive_timeouts_forfeit: 2,
      },
      your_elo: 1200,
      h2h_summary: null,
    });
    expect(first.last('turn_timer')).toEqual({ event: 'turn_timer', match_id: match, seconds_remaining: 120 });
  });

  it('lets nobody move during the countdown (3.5)', async () => {
    const hall = await fixture();
    const agents = [hall.connect('Ada'), hall.connect('Bob')];
    const table_id = hall.table('chess').id;
    for (const agent of agents) await agent.does('sit_table', { room: 'chess', table_id });
    for (const agent of agents) {
      const { match_id } = agent.last('match_countdown')!;
      await agent.does('send_message', { match_id, content: 'e4' });
      expect(agent.error).toBe('NOT_YOUR_TURN');
    }
  });

  it('knows the earlier meetings of the two (3.1)', async () => {
    const hall = await fixture();
    const one = await hall.match('chess');
    await one.first.does('leave_match', { match_id: one.match });
    const two = await hall.match('chess');
    expect(two.second.last('match_start')).toMatchObject({
      your_elo: 1216,
      opponent: { elo: 1184 },
      h2h_summary: { wins: 1, losses: 0, draws: 0 },
    });
    expect(two.first.last('match_start')!.h2h_summary).toEqual({ wins: 0, losses: 1, draws: 0 });
  });

  it('is shown before the end even when the other leaves during the countdown (3.10)', async () => {
    const hall = await fixture();
    const [ada, bob] = [hall.connect('Ada'), hall.connect('Bob')];
    const table_id = hall.table('go').id;
    for (const agent of [ada, bob]) await agent.does('sit_table', { room: 'go', table_id });
    await ada.does('leave_match', { match_id: ada.last('match_countdown')!.match_id });
    expect(bob.events.slice(-5)).toEqual([
      'match_countdown',
      'opponent_leaving',
      'match_end',
      'elo_update',
      'points_update',
    ]);
  });
});

describe('chess', () => {
  it('tells SAN, FEN and the timers of both sides (3.2, 3.3, 3.7)', async () => {
    const hall = await fixture();
    const seats = await hall.match('chess', { title: 'Blitz' });
    const { first, second, match } = seats;
    for (const agent of [first, second]) agent.take();
    await hall.play(seats, 'e2e4', ' e5 ', 'Nf3');
    expect(second.take()).toEqual([
      {
        event: 'opponent_message',
        match_id: match,
        content: 'e4',
        message_number: 1,
        truncated: false,
        server_timestamp: hall.clock.now(),
        fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
      },
      { event: 'turn_timer', match_id: match, seconds_remaining: 120 },
      expect.objectContaining({ content: 'Nf3', message_number: 3 }),
      { event: 'turn_timer', match_id: match, seconds_remaining: 15 },
    ]);
    expect(first.events).toEqual(['opponent_message', 'turn_timer']);
    expect(first.last('turn_timer')?.seconds_remaining).toBe(15);
  });

  it.each([
    ['checkmate', ['f3', 'e5', 'g4', 'Qh4#'], [0, 1]],
    ['stalemate', STALEMATE, [0.5, 0.5]],
    ['draw', THREEFOLD, [0.5, 0.5]],
  ])('ends with %s (3.8, 3.9)', async (reason, moves, scores) => {
    const hall = await fixture();
    const seats = await hall.match('chess');
    const { first, second, match } = seats;
    for (const agent of [first, second]) agent.take();
    await hall.play(seats, ...moves);
    expect(first.events.slice(-3)).toEqual(['match_end', 'elo_update', 'points_update']);
    const won = reason === 'checkmate';
    const { result, ...own } = second.last('match_end')!;
    expect(own).toEqual({
      event: 'match_end',
      match_id: match,
      your_role: 'participant_2',
      your_score: scores[1],
      opponent_score: scores[0],
    });
    expect(result).toEqual({
      winner_id: won ? second.id : null,
      winner_type: won ? 'agent' : null,
      loser_id: won ? first.id : null,
      end_reason: reason,
      participant_1_score: scores[0],
      participant_2_score: scores[1],
      vote_count: { [first.id]: 0, [second.id]: 0 },
      total_votes: 0,
      elo_changes: { [first.id]: won ? -16 : 0, [second.id]: won ? 16 : 0 },
      points_awarded: won
        ? { [first.id]: 25 + 10, [second.id]: 100 + 10 }
        : {
            [first.id]: 50 + Math.floor(Math.min(100, 10 * Math.ceil(moves.length / 2)) / 2),
            [second.id]: 50 + Math.floor(Math.min(100, 10 * Math.floor(moves.length / 2)) / 2),
          },
      duration_seconds: 0,
      total_messages: moves.length,
    });
    expect(second.last('elo_update')).toEqual({
      event: 'elo_update',
      room: 'chess',
      new_rating: won ? 1216 : 1200,
      change: won ? 16 : 0,
    });
    expect(second.last('points_update')).toMatchObject({ reason: won ? 'win' : 'draw' });
    expect(first.last('match_end')).toMatchObject({ your_role: 'participant_1', result });
  });

  it('refuses illegal moves with a reason and lists the legal ones at the third in a row (3.6)', async () => {
    const hall = await fixture();
    const seats = await hall.match('chess');
    const { first, match } = seats;
    const tried = async (content: string) => {
      first.take();
      await first.does('send_message', { match_id: match, content });
      return first.frames;
    };
    expect(await tried('e5')).toMatchObject([{ code: 'VALIDATION_FAILED' }]);
    expect(await tried('e2e5')).toMatchObject([{ message: expect.stringContaining('e2e5 is not a legal move') }]);
    const [third] = await tried('castle');
    expect(third!.legal_moves).toHaveLength(20);
    expect(third!.message).toContain('Nf3');
    expect(await tried('e4')).toEqual([]);
    await seats.second.does('send_message', { match_id: match, content: 'e5' });
    expect((await tried('Ke4'))[0]).not.toHaveProperty('legal_moves');
  });

  it('checks fields, content, match, length and turn in that order (3.5)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match('chess');
    const code = async (fields: object, agent = second) => {
      agent.take();
      await agent.does('send_message', fields);
      return agent.error;
    };
    expect(await code({ content: '' })).toBe('MISSING_FIELD');
    expect(await code({ match_id: 'none', content: '' })).toBe('EMPTY_CONTENT');
    expect(await code({ match_id: match, content: ' \n' })).toBe('EMPTY_CONTENT');
    expect(await code({ match_id: 'none', content: 'x'.repeat(2001) })).toBe('NOT_IN_MATCH');
    expect(await code({ match_id: match, content: 'x'.repeat(2001) })).toBe('MESSAGE_TOO_LONG');
    expect(await code({ match_id: match, content: 'e5' })).toBe('NOT_YOUR_TURN');
    expect(await code({ match_id: match, content: 'e4' }, hall.connect('Cleo'))).toBe('NOT_IN_MATCH');
    await first.does('leave_match', { match_id: match });
    expect(await code({ match_id: match, content: 'e5' })).toBe('NOT_IN_MATCH');
  });

  it('starts a missed clock again with the prompt’s time and is lost by the second miss in a row (3.3, 3.4)', async () => {
    const hall = await fixture();
    const seats = await hall.match('chess', { title: 'Blitz' });
    const { first, second } = seats;
    first.take();
    await hall.wait(120_000, first, second);
    expect(first.take()).toEqual([expect.objectContaining({ event: 'turn_timer', seconds_remaining: 15 })]);
    await hall.play(seats, 'e4', 'e5');
    first.take();
    await hall.wait(15_000, first, second);
    expect(first.take()).toMatchObject([{ event: 'turn_timer', seconds_remaining: 15 }]);
    await hall.wait(15_000, first, second);
    expect(first.take()[0]).toMatchObject({
      event: 'match_end',
      result: { end_reason: 'forfeit', winner_id: second.id },
    });
    expect(second.last('match_end')).toMatchObject({ your_score: 1, opponent_score: 0 });
  });
});

describe('go', () => {
  it('tells board and captures and is scored by area (3.7, 3.9)', async () => {
    const hall = await fixture();
    const seats = await hall.match('go');
    const { first, second } = seats;
    await hall.play(seats, 'A8', 'a9', 'B9', 'pass', 'pass');
    const taken = second.frames.filter(({ event }) => event === 'opponent_message')[1]!;
    expect(taken).toMatchObject({ content: 'B9', captures: { black: 1, white: 0 } });
    expect(taken.board[0].slice(0, 3)).toEqual([0, 1, 0]);
    expect(taken.board[1][0]).toBe(1);
    expect(first.last('opponent_message')).toMatchObject({ content: 'pass', message_number: 4 });
    expect(first.last('match_end')!.result).toMatchObject({
      end_reason: 'go_score',
      winner_id: first.id,
      participant_1_score: 81,
      participant_2_score: 7,
    });
  });

  it('is left by resigning, whoever’s turn it is (3.10)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match('go');
    await second.does('send_message', { match_id: match, content: 'Resign' });
    expect(first.last('match_end')!.result).toMatchObject({ end_reason: 'leave', winner_id: first.id });
  });

  it('refuses suicide, and is lost by the third miss in a row (3.4, 3.6)', async () => {
    const hall = await fixture();
    const seats = await hall.match('go');
    const { first, second, match } = seats;
    await hall.play(seats, 'A8', 'J1', 'B9');
    await second.does('send_message', { match_id: match, content: 'A9' });
    expect(second.error).toBe('VALIDATION_FAILED');
    await hall.wait(2 * 60_000, first, second);
    expect(first.last('match_end')).toBeUndefined();
    await hall.wait(60_000, first, second);
    expect(first.last('match_end')!.result).toMatchObject({ end_reason: 'forfeit', winner_id: first.id });
  });
});

describe('a room of another game', () => {
  it('plays its moves as text and sends its view along (2.1, 3.7)', async () => {
    const hall = await fixture();
    const seats = await hall.match('tic-tac-toe');
    const { first, second } = seats;
    for (const agent of [first, second]) {
      expect(agent.last('match_start')).toMatchObject({ opponent: { connected: true } });
    }
    await hall.play(seats, '0', '3', '1', '4', '2');
    expect(second.last('opponent_message')).toMatchObject({ content: '2', view: { last: 2 } });
    expect(first.last('match_end')!.result).toMatchObject({ winner_id: first.id, points_awarded: { [first.id]: 0 } });
    expect(first.last('elo_update')).toMatchObject({ room: 'ttt', new_rating: 1516 });
    expect(first.last('points_update')).toMatchObject({ points_earned: 0, reason: 'win' });
  });

  it('keeps the terms of its game: an illegal move loses (3.6)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match('ttt');
    await first.does('send_message', { match_id: match, content: 'nine' });
    expect(first.events.slice(-4)).toEqual(['error', 'match_end', 'elo_update', 'points_update']);
    expect(second.last('match_end')!.result).toMatchObject({ end_reason: 'forfeit', winner_id: second.id });
  });
});

describe('a house bot', () => {
  it('is practice: no rating and no points change (3.8)', async () => {
    const hall = await fixture();
    const ada = hall.connect('Ada');
    const { id } = hall.table('chess');
    await ada.does('sit_table', { room: 'chess', table_id: id });
    hall.arena.lobby.sit(id, {
      agent: 'bot-1',
      name: 'Rook',
      kind: 'bot',
      via: 'house',
      begin: (match, seat) => {
        match.watch(seat, () => {});
        match.forfeit([seat], 'left');
      },
      dismiss: () => {},
    });
    await hall.clock.pass(3000);
    expect(ada.last('match_end')!.result).toMatchObject({
      winner_id: 'id-Ada',
      elo_changes: { 'id-Ada': 0, 'bot-1': 0 },
    });
    expect(ada.last('elo_update')).toMatchObject({ new_rating: 1200, change: 0 });
    expect(ada.last('points_update')).toMatchObject({ points_earned: 0, reason: 'win' });
  });
});

describe('leaving', () => {
  it('tells the other side the parting shot and loses at once (3.10)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match('chess');
    await second.does('leave_match', { match_id: match, parting_shot: 'x'.repeat(2001) });
    expect(second.error).toBe('MESSAGE_TOO_LONG');
    await second.does('leave_match', { match_id: match, parting_shot: 'Well played.' });
    expect(first.last('opponent_leaving')).toEqual({
      event: 'opponent_leaving',
      match_id: match,
      parting_shot: 'Well played.',
    });
    expect(second.last('opponent_leaving')).toBeUndefined();
    expect(second.last('match_end')!.result).toMatchObject({ end_reason: 'leave', winner_id: first.id });
    await second.does('leave_match', { match_id: match });
    expect(second.error).toBe('NOT_IN_MATCH');
  });
});
