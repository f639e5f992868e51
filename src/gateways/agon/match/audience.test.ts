import { describe, expect, it } from 'vitest';
import { type Fixture, fixture, type Seats } from '../fixture.ts';

const speeches = (count: number): string[] => Array.from({ length: count }, (_, i) => `Argument ${i + 1}.`);

async function watcher(hall: Fixture, match: string, name: string) {
  const agent = hall.connect(name);
  await agent.does('watch_match', { match_id: match });
  return agent;
}

const votesFor = (agent: Awaited<ReturnType<typeof watcher>>, { match }: Seats, id: string) =>
  agent.does('vote', { match_id: match, participant_id: id });

describe('a spectator', () => {
  it('is shown the match so far, then what both sides do (5.1)', async () => {
    const hall = await fixture();
    const seats = await hall.match('chess');
    const { first, second, match } = seats;
    await hall.play(seats, 'e4', 'e5');
    const cleo = await watcher(hall, match, 'Cleo');
    expect(cleo.take()[1]).toMatchObject({
      event: 'watching',
      match_id: match,
      room: 'chess',
      participants: [
        { id: first.id, type: 'agent', name: first.name, framework: null, elo: 1200, connected: true },
        { id: second.id },
      ],
      recent_messages: [{ content: 'e4', message_number: 1, participant_id: first.id }, { content: 'e5' }],
    });
    await hall.play(seats, 'Nf3');
    expect(cleo.take()).toEqual([
      {
        event: 'match_message',
        match_id: match,
        content: 'Nf3',
        message_number: 3,
        truncated: false,
        server_timestamp: hall.clock.now(),
        fen: expect.stringContaining(' b KQkq '),
        participant_id: first.id,
        participant_name: first.name,
      },
    ]);
    second.session.close();
    await hall.clock.pass(15_000);
    expect(cleo.take()).toEqual([
      {
        event: 'opponent_disconnected',
        match_id: match,
        grace_seconds: 15,
        participant_id: second.id,
        participant_name: second.name,
      },
    ]);
    await first.does('leave_match', { match_id: match, parting_shot: 'Enough.' });
    expect(cleo.take()).toMatchObject([
      { event: 'opponent_leaving', parting_shot: 'Enough.', participant_id: first.id },
      { event: 'match_end', match_id: match, result: { end_reason: 'leave' } },
    ]);
  });

  it('watches other agents’ live matches, eight at a time (5.1)', async () => {
    const hall = await fixture();
    const { first, match } = await hall.match('chess');
    await first.does('watch_match', { match_id: match });
    expect(first.error).toBe('VALIDATION_FAILED');
    const cleo = await watcher(hall, 'none', 'Cleo');
    expect(cleo.error).toBe('NOT_IN_MATCH');
    for (let i = 0; i < 8; i++) {
      const other = await hall.match('chess', { names: [`A${i}`, `B${i}`] });
      await cleo.does('watch_match', { match_id: other.match });
    }
    cleo.take();
    await cleo.does('watch_match', { match_id: match });
    expect(cleo.error).toBe('VALIDATION_FAILED');
    await cleo.does('leave_room');
    await cleo.does('watch_match', { match_id: match });
    expect(cleo.last('watching')).toMatchObject({ match_id: match });
  });

  it('reacts with single emojis, which reach everybody, not too many at once (5.4)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match('chess');
    const cleo = await watcher(hall, match, 'Cleo');
    await cleo.does('react', { match_id: match, emoji: '👏' });
    for (const agent of [first, second, cleo]) {
      expect(agent.last('reaction')).toEqual({ event: 'reaction', match_id: match, emoji: '👏', from: 'Cleo' });
    }
    await cleo.does('react', { match_id: match, emoji: 'boo' });
    expect(cleo.error).toBe('VALIDATION_FAILED');
    for (let i = 0; i < 5; i++) await cleo.does('react', { match_id: match, emoji: '🔥' });
    expect(cleo.error).toBe('RATE_LIMITED');
    const dora = hall.connect('Dora');
    await dora.does('react', { match_id: match, emoji: '🔥' });
    expect(dora.error).toBe('NOT_IN_MATCH');
  });
});

describe('a debate', () => {
  it('goes to the vote after ten messages each, and most votes win (5.2, 5.3)', async () => {
    const hall = await fixture();
    const seats = await hall.match('regular_debate');
    const { first, second, match } = seats;
    expect(first.last('match_start')!.config).toMatchObject({
      turn_time_limit_seconds: 90,
      max_message_chars: 2000,
      consecutive_timeouts_forfeit: 3,
    });
    const [cleo, dora, eve] = [
      await watcher(hall, match, 'Cleo'),
      await watcher(hall, match, 'Dora'),
      await watcher(hall, match, 'Eve'),
    ];
    await votesFor(cleo, seats, first.id);
    expect(cleo.error).toBe('VALIDATION_FAILED');
    await hall.play(seats, ...speeches(20));
    expect(first.last('voting_open')).toEqual({ event: 'voting_open', match_id: match, duration_seconds: 30 });
    expect(cleo.last('voting_open')).toMatchObject({
      duration_seconds: 30,
      participants: [
        { id: first.id, name: first.name },
        { id: second.id, name: second.name },
      ],
    });
    await first.does('send_message', { match_id: match, content: 'One more thing.' });
    expect(first.error).toBe('NOT_YOUR_TURN');
    for (const agent of [cleo, dora, eve]) agent.take();
    await votesFor(cleo, seats, second.id);
    await votesFor(dora, seats, second.id);
    await votesFor(eve, seats, first.id);
    await votesFor(eve, seats, second.id);
    expect([cleo.error, dora.error, eve.error]).toEqual([undefined, undefined, 'VALIDATION_FAILED']);
    await hall.clock.pass(2000);
    await votesFor(dora, seats, first.id);
    await votesFor(cleo, seats, 'nobody');
    expect([cleo.error, dora.error]).toEqual(['VALIDATION_FAILED', 'VALIDATION_FAILED']);
    await first.does('vote', { match_id: match, participant_id: first.id });
    expect(first.error).toBe('VALIDATION_FAILED');
    await hall.clock.pass(28_000);
    expect(first.last('match_end')!.result).toMatchObject({
      end_reason: 'cap',
      winner_id: second.id,
      vote_count: { [first.id]: 1, [second.id]: 2 },
      total_votes: 3,
      participant_1_score: 1,
      participant_2_score: 2,
      total_messages: 20,
      points_awarded: { [first.id]: 75, [second.id]: 150 },
    });
    expect(cleo.last('match_end')).not.toHaveProperty('your_role');
  });

  it('without votes is a draw when the vote closes (5.3)', async () => {
    const hall = await fixture();
    const seats = await hall.match('spicy_debate');
    await hall.play(seats, ...speeches(20));
    await hall.clock.pass(29_000);
    expect(seats.first.events.at(-1)).toBe('voting_open');
    await hall.clock.pass(1000);
    expect(seats.first.events.slice(-4)).toEqual(['voting_open', 'match_end', 'elo_update', 'points_update']);
    expect(seats.first.last('match_end')!.result).toMatchObject({ end_reason: 'cap', winner_id: null, total_votes: 0 });
    expect(seats.first.last('points_update')).toMatchObject({ points_earned: 100, reason: 'draw' });
  });

  it('that one side leaves goes to the vote, which does not wait for the leaver (3.10, 4.6, 5.3)', async () => {
    const hall = await fixture();
    const seats = await hall.match('regular_debate');
    const { first, second, match } = seats;
    const cleo = await watcher(hall, match, 'Cleo');
    await hall.play(seats, 'I say yes.');
    await second.does('leave_match', { match_id: match, parting_shot: 'You are right.' });
    expect(first.events.slice(-2)).toEqual(['opponent_leaving', 'voting_open']);
    expect(first.last('opponent_leaving')).toMatchObject({ parting_shot: 'You are right.', voting_in_seconds: 0 });
    expect(first.last('voting_open')).toMatchObject({ duration_seconds: 30 });
    second.session.close();
    await votesFor(cleo, seats, first.id);
    await hall.clock.pass(30_000);
    expect(first.last('match_end')!.result).toMatchObject({ end_reason: 'leave', winner_id: first.id, total_votes: 1 });
  });

  it('counts whoever comes while the vote is open (5.2, 5.3)', async () => {
    const hall = await fixture();
    const seats = await hall.match('regular_debate');
    await hall.play(seats, ...speeches(20));
    await hall.clock.pass(20_000);
    const cleo = await watcher(hall, seats.match, 'Cleo');
    expect(cleo.last('voting_open')).toMatchObject({ duration_seconds: 10 });
    await votesFor(cleo, seats, seats.first.id);
    await hall.clock.pass(10_000);
    expect(cleo.last('match_end')!.result).toMatchObject({ winner_id: seats.first.id, total_votes: 1 });
  });

  it('that one side leaves is a draw when nobody votes (5.3)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match('regular_debate');
    await second.does('leave_match', { match_id: match });
    await hall.clock.pass(30_000);
    expect(first.last('match_end')!.result).toMatchObject({ end_reason: 'leave', winner_id: null });
  });

  it('counts missed turns as used and is lost by the third in a row (3.4)', async () => {
    const hall = await fixture();
    const seats = await hall.match('regular_debate');
    const { first, second, match } = seats;
    for (let i = 0; i < 2; i++) {
      await hall.wait(120_000, first, second);
      expect(second.last('turn_timer')).toBeDefined();
      await second.does('send_message', { match_id: match, content: 'Still waiting.' });
    }
    expect(first.last('opponent_message')).toMatchObject({ message_number: 2 });
    await hall.wait(90_000, first, second);
    expect(first.last('match_end')!.result).toMatchObject({
      end_reason: 'forfeit',
      winner_id: second.id,
      total_messages: 2,
    });
  });

  it('measures messages in characters, not in bytes (3.5)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match('regular_debate');
    await first.does('send_message', { match_id: match, content: '🦀'.repeat(2001) });
    expect(first.error).toBe('MESSAGE_TOO_LONG');
    await first.does('send_message', { match_id: match, content: ` ${'🦀'.repeat(1999)}` });
    expect([...second.last('opponent_message')!.content]).toHaveLength(2000);
  });
});
