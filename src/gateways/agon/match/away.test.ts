import { describe, expect, it } from 'vitest';
import { type Fixture, fixture, type TestAgent } from '../fixture.ts';

const reconnect = async (hall: Fixture, { name }: TestAgent, room: string): Promise<TestAgent> => {
  const again = hall.connect(name);
  await again.does('enter_room', { room });
  return again;
};

describe('a disconnect', () => {
  it('stops the clock, is told after 15 s, and the clock runs on when the agent is back (4.1, 4.3)', async () => {
    const hall = await fixture();
    const seats = await hall.match('chess');
    const { first, second, match } = seats;
    await hall.play(seats, 'e4', 'e5', 'd4');
    await hall.clock.pass(20_000);
    second.session.close();
    first.take();
    await hall.clock.pass(14_999);
    expect(first.take()).toEqual([]);
    await hall.clock.pass(1);
    expect(first.take()).toEqual([{ event: 'opponent_disconnected', match_id: match, grace_seconds: 15 }]);
    await hall.clock.pass(14_000);
    const again = await reconnect(hall, second, 'chess');
    expect(again.events).toEqual(['welcome', 'reconnect_state', 'turn_timer', 'room_state']);
    expect(again.last('reconnect_state')).toMatchObject({
      event: 'reconnect_state',
      match_id: match,
      status: 'active',
      your_turn: true,
      turn_timer_remaining: 40,
      total_messages: 3,
      recent_messages: [
        { participant_id: first.id, participant_name: first.name, content: 'e4', message_number: 1 },
        { participant_id: second.id, participant_name: second.name, content: 'e5', message_number: 2 },
        { participant_id: first.id, participant_name: first.name, content: 'd4', message_number: 3 },
      ],
      opponent: { id: first.id, type: 'agent', name: first.name, framework: null, elo: 1200, connected: true },
      spectator_count: 0,
      match_duration_seconds: 49,
      fen: expect.stringContaining('rnbqkbnr'),
    });
    expect(again.last('turn_timer')).toMatchObject({ seconds_remaining: 40 });
    expect(first.take()).toEqual([{ event: 'opponent_reconnected', match_id: match }]);
    await again.does('send_message', { match_id: match, content: 'exd4' });
    expect(first.events).toEqual(['opponent_message', 'turn_timer']);
  });

  it('that lasts less than 15 s is not told (4.1)', async () => {
    const hall = await fixture();
    const { first, second } = await hall.match('chess');
    first.take();
    second.session.close();
    await hall.clock.pass(10_000);
    const again = await reconnect(hall, second, 'go');
    expect(again.events).toContain('reconnect_state');
    expect(first.events).toEqual([]);
  });

  it.each(['chess', 'go', 'regular_debate', 'trade_deal'])('of 30 s loses in %s (4.1)', async (room) => {
    const hall = await fixture();
    const { first, second } = await hall.match(room);
    first.session.close();
    await hall.clock.pass(30_000);
    expect(second.last('match_end')!.result).toMatchObject({ end_reason: 'disconnect', winner_id: second.id });
    expect(second.events).not.toContain('voting_open');
    expect(second.last('points_update')).toMatchObject({ reason: 'win', points_earned: 100 });
  });

  it('by silence loses as well (1.5, 4.1)', async () => {
    const hall = await fixture();
    const { first, second } = await hall.match('go');
    await hall.wait(120_000, second);
    expect(first.closed).toBe(4008);
    expect(second.last('match_end')!.result).toMatchObject({ end_reason: 'disconnect', winner_id: second.id });
  });

  it.each(['chess', 'go', 'spicy_debate', 'trade_deal'])(
    'of both is a draw when the first window ends in %s (4.2)',
    async (room) => {
      const hall = await fixture();
      const { first, second, match } = await hall.match(room);
      first.session.close();
      await hall.clock.pass(20_000);
      second.session.close();
      await hall.clock.pass(10_000);
      const found = await hall.arena.find(match);
      expect(found!.outcome).toMatchObject({ ranks: [1, 1], forfeit: { seats: [0, 1], why: 'away' } });
    },
  );

  it('that lasted too long is told once, at the first room, also after a restart of the server (4.4, 4.5)', async () => {
    const hall = await fixture();
    const { first, match } = await hall.match('chess');
    first.session.close();
    await hall.clock.pass(30_000);
    const later = await hall.restart();
    const again = await reconnect(later, first, 'chess');
    expect(again.events).toEqual(['welcome', 'error', 'room_state']);
    expect(again.last('error')).toMatchObject({ code: 'RECONNECT_EXPIRED', message: expect.stringContaining(match) });
    await again.does('leave_room');
    await again.does('enter_room', { room: 'chess' });
    expect(again.events.slice(3)).toEqual(['room_state']);
    expect((await reconnect(await later.restart(), first, 'chess')).events).toEqual(['welcome', 'room_state']);
  });

  it('during which the other left is told the same way (4.4)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match('chess');
    first.session.close();
    await second.does('leave_match', { match_id: match });
    expect((await reconnect(hall, first, 'chess')).error).toBe('RECONNECT_EXPIRED');
    expect(second.last('match_end')!.result.winner_id).toBe(first.id);
    const again = hall.connect(second.name);
    await again.does('enter_room', { room: 'chess' });
    expect(again.error).toBeUndefined();
  });

  it('is over when a newer connection takes the match up (1.4, 4.3)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match('chess');
    first.take();
    const newer = await reconnect(hall, first, 'chess');
    expect(first.closed).toBe(4000);
    await newer.does('send_message', { match_id: match, content: 'e4' });
    expect(second.last('opponent_message')).toMatchObject({ content: 'e4' });
    expect(first.events).toEqual([]);
  });

  it('is over when the agent acts in its match, which is shown when it enters a room (4.3)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match('chess');
    first.session.close();
    await hall.clock.pass(20_000);
    const again = hall.connect(first.name);
    await again.does('send_message', { match_id: match, content: 'e4' });
    expect(second.events.slice(-3)).toEqual(['opponent_reconnected', 'opponent_message', 'turn_timer']);
    expect(again.events).toEqual(['welcome', 'turn_timer']);
    await second.does('send_message', { match_id: match, content: 'e5' });
    expect(again.take().slice(2)).toMatchObject([{ event: 'opponent_message' }, { event: 'turn_timer' }]);
    await again.does('enter_room', { room: 'chess' });
    expect(again.events).toEqual(['reconnect_state', 'turn_timer', 'room_state']);
    expect(again.last('reconnect_state')).toMatchObject({ your_turn: true, total_messages: 2 });
    await again.does('enter_room', { room: 'go' });
    expect(again.events.slice(3)).toEqual(['room_state']);
  });

  it('is over when the agent leaves its match (3.10, 4.3)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match('chess');
    first.session.close();
    const again = hall.connect(first.name);
    await again.does('leave_match', { match_id: match });
    expect(second.last('match_end')!.result).toMatchObject({ end_reason: 'leave', winner_id: second.id });
    expect(again.events).toContain('match_end');
    await again.does('send_message', { match_id: match, content: 'e4' });
    expect(again.error).toBe('NOT_IN_MATCH');
  });

  it('while the match is being made leaves the seat to be taken up again (4.3)', async () => {
    const hall = await fixture();
    const [ada, bob] = [hall.connect('Ada'), hall.connect('Bob')];
    const table_id = hall.table('chess').id;
    await ada.does('sit_table', { room: 'chess', table_id });
    const full = Promise.withResolvers<void>();
    hall.arena.lobby.watch((event) => event === 'begun' && full.resolve());
    bob.session.receive(JSON.stringify({ action: 'sit_table', room: 'chess', table_id }));
    await full.promise;
    expect(ada.events).not.toContain('match_countdown');
    ada.session.close();
    await hall.clock.pass(3000);
    expect(bob.last('match_start')).toMatchObject({ opponent: { connected: false } });
    const again = await reconnect(hall, ada, 'chess');
    expect(again.last('reconnect_state')).toMatchObject({ status: 'active' });
    expect(hall.faults).toEqual([]);
  });
});

describe('a restart of the server', () => {
  it('keeps the match for those who come back, with the whole time of the turn (4.5)', async () => {
    const hall = await fixture();
    const seats = await hall.match('trade_deal');
    const { first, second, match } = seats;
    await hall.play(seats, 'Hello.', 'Hello to you.');
    const stock = second.last('trade_state_update')!.your_resources;
    await hall.clock.pass(50_000);
    const later = await hall.restart();
    const [one, two] = [await reconnect(later, first, 'trade'), await reconnect(later, second, 'trade')];
    expect(one.events.slice(0, 4)).toEqual(['welcome', 'reconnect_state', 'trade_state_update', 'turn_timer']);
    expect(one.last('reconnect_state')).toMatchObject({ opponent: { connected: false }, total_messages: 2 });
    expect(one.last('turn_timer')).toMatchObject({ seconds_remaining: 90 });
    expect(one.events.at(-1)).toBe('opponent_reconnected');
    expect(two.last('trade_state_update')).toMatchObject({ match_id: match, your_resources: stock });
    await one.does('send_message', { match_id: match, content: 'Where were we?' });
    expect(two.last('opponent_message')).toMatchObject({ message_number: 3 });
  });

  it('loses for the one who does not come back (4.5)', async () => {
    const hall = await fixture();
    const { first, second } = await hall.match('chess');
    const later = await hall.restart();
    const one = await reconnect(later, first, 'chess');
    await later.clock.pass(60_000);
    expect(one.last('match_end')!.result).toMatchObject({ end_reason: 'disconnect', winner_id: first.id });
    expect((await reconnect(later, second, 'chess')).error).toBe('RECONNECT_EXPIRED');
  });

  it('makes the match void when nobody comes back (4.5)', async () => {
    const hall = await fixture();
    const { first, match } = await hall.match('chess');
    const later = await hall.restart();
    await later.clock.pass(60_000);
    expect((await later.arena.find(match))!.outcome).toEqual({ kind: 'void', reason: 'abandoned' });
    expect((await reconnect(later, first, 'chess')).error).toBe('RECONNECT_EXPIRED');
    expect(await later.storage.figures.of(first.id)).toEqual({});
  });
});
