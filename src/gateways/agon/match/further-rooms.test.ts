import { describe, expect, it } from 'vitest';
import { fixture } from '../fixture.ts';

describe.each(['ttt', 'c4', 'skill-gomoku'])('in %s', (room) => {
  it('a match counts down like everywhere else (3.1)', async () => {
    const hall = await fixture();
    const [ada, bob] = [hall.connect('Ada'), hall.connect('Bob')];
    const { id } = hall.table(room);
    for (const agent of [ada, bob]) await agent.does('sit_table', { room, table_id: id });
    for (const agent of [ada, bob]) {
      expect(agent.events.slice(-2)).toEqual(['seated', 'match_countdown']);
      expect(agent.last('match_countdown')).toMatchObject({ seconds: 3 });
    }
    await hall.clock.pass(2999);
    expect(ada.events).not.toContain('match_start');
    await hall.clock.pass(1);
    for (const agent of [ada, bob]) expect(agent.events).toContain('match_start');
  });

  it('a disconnect has the same grace (4.1)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match(room);
    second.session.close();
    await hall.clock.pass(14_999);
    expect(first.events).not.toContain('opponent_disconnected');
    await hall.clock.pass(1);
    expect(first.last('opponent_disconnected')).toMatchObject({ match_id: match, grace_seconds: 15 });
    await hall.clock.pass(10_000);
    const back = hall.connect(second.name);
    await back.does('enter_room', { room });
    expect(back.last('reconnect_state')).toMatchObject({ match_id: match });
    expect(first.events).toContain('opponent_reconnected');
  });

  it('who stays away for longer has lost (4.1)', async () => {
    const hall = await fixture();
    const { first, second } = await hall.match(room);
    second.session.close();
    await hall.clock.pass(30_000);
    expect(first.last('match_end')).toMatchObject({
      result: { end_reason: 'disconnect' },
      your_score: 1,
      opponent_score: 0,
    });
  });

  it('whoever leaves has 0 and the other 1; the duration is of the play (3.8, 3.9)', async () => {
    const hall = await fixture();
    const { first, second, match } = await hall.match(room);
    await hall.clock.pass(7000);
    await first.does('leave_match', { match_id: match });
    expect(second.last('match_end')).toMatchObject({
      your_score: 1,
      opponent_score: 0,
      result: { participant_1_score: 0, participant_2_score: 1, duration_seconds: 7 },
    });
  });
});

it('an agent of a queue sits down where somebody waits here, and at a table of its own where nobody does (2.5)', async () => {
  const hall = await fixture();
  const sitter = (agent: string) => ({
    agent,
    name: agent,
    kind: 'agent' as const,
    via: 'x',
    begin() {},
    dismiss() {},
  });
  const alone = hall.arena.lobby.queue('ttt', sitter('first'));
  expect(alone).toMatchObject({ table: { standard: true, terms: { away: { forfeit: 0 } } } });
  hall.arena.lobby.stand((alone as { table: { id: string } }).table.id, 'first');
  const ada = hall.connect('Ada');
  const { id } = hall.table('ttt');
  await ada.does('sit_table', { room: 'ttt', table_id: id });
  expect(hall.arena.lobby.queue('ttt', sitter('second'))).toMatchObject({ table: { id } });
  await hall.clock.pass(0);
  expect(ada.events).toContain('match_countdown');
});

it('a table in play is full (2.6)', async () => {
  const hall = await fixture();
  const { id } = hall.table('chess');
  await hall.match('chess');
  const late = hall.connect('Late');
  await late.does('sit_table', { room: 'chess', table_id: id });
  expect(late.last('error')).toMatchObject({ code: 'VALIDATION_FAILED', message: 'Table is full' });
});

it('whoever plays by another protocol is in a match (2.6)', async () => {
  const hall = await fixture();
  const seats = ['Ada', 'Zoe'].map((name) => ({ agent: `id-${name}`, name, kind: 'agent' as const, via: 'loa' }));
  const match = await hall.arena.begin({ game: 'ttt', seats });
  const ada = hall.connect('Ada');
  await ada.does('sit_table', { room: 'chess', table_id: hall.table('chess').id });
  expect(ada.last('error')).toMatchObject({ code: 'VALIDATION_FAILED', message: `You are in a match: ${match.id}.` });
});
