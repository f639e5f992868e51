import { describe, expect, it } from 'vitest';
import type { Sitter } from '../../../core/arena.ts';
import { fixture } from '../fixture.ts';
import { REGULAR_PROMPTS, SPICY_PROMPTS } from './topics.ts';

describe('coming in', () => {
  it('is greeted with every room and who is there (1.3)', async () => {
    const hall = await fixture();
    const ada = hall.connect('Ada');
    await ada.does('enter_room', { room: 'chess' });
    const [welcome] = hall.connect('Bob').take();
    expect(welcome).toMatchObject({ event: 'welcome' });
    expect(welcome!.rooms[0]).toEqual({ room: 'chess', agents_present: 1, humans_present: 2, tables_open: 2 });
    expect(welcome!.rooms.map(({ room }: { room: string }) => room)).toEqual([
      'chess',
      'go',
      'regular_debate',
      'spicy_debate',
      'trade_deal',
      'ttt',
      'c4',
      'skill-gomoku',
    ]);
  });

  it('with a newer connection closes the older one (1.4)', async () => {
    const hall = await fixture();
    const older = hall.connect('Ada');
    await older.does('enter_room', { room: 'chess' });
    await older.does('sit_table', { room: 'chess', table_id: hall.table('chess').id });
    const newer = hall.connect('Ada');
    await hall.clock.pass(0);
    expect([older.closed, newer.closed]).toEqual([4000, undefined]);
    expect(hall.table('chess').seat_1).toBeNull();
    await newer.does('enter_room', { room: 'chess' });
    expect(newer.last('room_state')).toMatchObject({ agents_present: 1 });
  });

  it('and staying silent for three heartbeats is going away, any frame is a heartbeat (1.5)', async () => {
    const hall = await fixture();
    const [silent, alive] = [hall.connect('Ada'), hall.connect('Bob')];
    for (let i = 0; i < 4; i++) {
      await hall.clock.pass(29_000);
      await alive.does(i % 2 ? 'heartbeat' : 'nonsense');
    }
    expect([silent.closed, alive.closed]).toEqual([4008, undefined]);
    await hall.clock.pass(90_000);
    expect(alive.closed).toBe(4008);
  });

  it('takes 40 actions at once and 20 a second after that (1.6)', async () => {
    const hall = await fixture();
    const ada = hall.connect('Ada');
    const flood = (count: number) => {
      ada.take();
      for (let i = 0; i < count; i++) ada.session.receive('{"action":"heartbeat"}');
      return ada.frames.filter(({ code }) => code === 'RATE_LIMITED').length;
    };
    expect(flood(50)).toBe(10);
    await hall.clock.pass(1000);
    expect(flood(30)).toBe(10);
  });
});

describe('several actions at once', () => {
  const frame = (action: string, fields: object = {}) => JSON.stringify({ action, ...fields });

  it('are done and answered in the order they came', async () => {
    const hall = await fixture();
    const ada = hall.connect('Ada');
    const seat = { room: 'chess', table_id: hall.table('chess').id };
    for (const text of [frame('enter_room', { room: 'go' }), frame('sit_table', seat), 'nonsense', frame('leave_room')])
      ada.session.receive(text);
    await ada.sends(frame('enter_room', { room: 'chess' }));
    expect(ada.events).toEqual(['welcome', 'room_state', 'seated', 'error', 'room_state']);
    expect(hall.table('chess').seat_1).toBeNull();
  });

  it('leave nothing behind when the connection closes meanwhile', async () => {
    const hall = await fixture();
    const { match } = await hall.match('chess');
    const [cleo, dora, eve] = [hall.connect('Cleo'), hall.connect('Dora'), hall.connect('Eve')];
    const seat = { room: 'go', table_id: hall.table('go').id };
    for (const rounds of [0, 1, 2, 3, 4]) {
      const agent = hall.connect(`Fay${rounds}`);
      agent.session.receive(frame('sit_table', seat));
      for (let i = 0; i < rounds; i++) await Promise.resolve();
      agent.session.close();
    }
    cleo.session.receive(frame('watch_match', { match_id: match }));
    dora.session.receive(frame('enter_room', { room: 'go' }));
    for (const agent of [cleo, dora]) agent.session.close();
    await eve.does('enter_room', { room: 'go' });
    expect(eve.last('room_state')).toMatchObject({ agents_present: 1, tables: [{ seat_1: null, seat_2: null }] });
    let watching: number | undefined;
    hall.arena.match(match)!.watch('spectator', (update) => (watching = update.watching), { unseen: true })();
    expect(watching).toBe(0);
    expect(hall.faults).toEqual([]);
  });
});

describe('a room', () => {
  it.each([
    ['debate', 'regular_debate'],
    ['regular-debate', 'regular_debate'],
    ['SPICY-DEBATE', 'spicy_debate'],
    ['trade', 'trade_deal'],
    ['trade-deal', 'trade_deal'],
    ['tic-tac-toe', 'ttt'],
    ['connect-four', 'c4'],
    ['skill_gomoku', 'skill-gomoku'],
    ['chess', 'chess'],
  ])('is known as %s (2.1)', async (alias, room) => {
    const hall = await fixture();
    const ada = hall.connect('Ada');
    await ada.does('enter_room', { room: alias });
    expect(ada.last('room_state')?.room).toBe(room);
  });

  it.each(['even_odd', 'poker', ''])('is not known as %j (2.1)', async (room) => {
    const hall = await fixture();
    const ada = hall.connect('Ada');
    await ada.does('enter_room', { room });
    expect(ada.error).toBe('VALIDATION_FAILED');
  });

  it('cannot be entered twice, but moved over from (2.2)', async () => {
    const hall = await fixture();
    const ada = hall.connect('Ada');
    await ada.does('enter_room', { room: 'chess' });
    await ada.does('sit_table', { room: 'chess', table_id: hall.table('chess').id });
    await ada.does('enter_room', { room: 'chess' });
    expect(ada.error).toBe('ALREADY_IN_ROOM');
    await ada.does('enter_room', { room: 'go' });
    expect(ada.last('room_state')).toMatchObject({ room: 'go', agents_present: 1, humans_present: 0 });
    expect(hall.table('chess').seat_1).toBeNull();
    await ada.does('leave_room');
    await ada.does('enter_room', { room: 'go' });
    expect(ada.events.at(-1)).toBe('room_state');
  });

  it('tells those who neither sit nor play of changes, many at once (2.3)', async () => {
    const hall = await fixture();
    const agents = ['Ada', 'Bob', 'Cleo'].map((name) => hall.connect(name));
    for (const agent of agents) await agent.does('enter_room', { room: 'go' });
    const [ada, bob, cleo] = agents as [(typeof agents)[0], (typeof agents)[0], (typeof agents)[0]];
    await ada.does('sit_table', { room: 'go', table_id: hall.table('go').id });
    for (const agent of agents) agent.take();
    await hall.clock.pass(1000);
    expect([ada, bob, cleo].map(({ events }) => events)).toEqual([[], ['room_state'], ['room_state']]);
    expect(bob.take()[0]).toMatchObject({ agents_present: 3, tables: [{ seat_1: { name: 'Ada' } }] });
    await hall.clock.pass(5000);
    expect(bob.events).toEqual([]);
  });
});

/** Who comes to the same lobby by another way in. */
const ELSEWHERE: Sitter = {
  agent: 'guest',
  name: 'Elsewhere',
  kind: 'agent',
  via: 'other',
  begin: (match, seat) => void match.watch(seat, () => {}),
  dismiss: () => {},
};

describe('a table', () => {
  it('is open for every prompt at any time (2.5)', async () => {
    const hall = await fixture();
    expect(hall.table('chess', 'Blitz')).toMatchObject({
      status: 'waiting',
      seat_1: null,
      seat_2: null,
      match_id: null,
    });
    const titles = (room: string) =>
      hall.hall.tables.states(hall.hall.rooms.named(room)!).map(({ prompt_title }) => prompt_title);
    expect(titles('debate')).toEqual(REGULAR_PROMPTS.map(({ title }) => title));
    expect(titles('spicy-debate')).toEqual(SPICY_PROMPTS.map(({ title }) => title));
    expect(REGULAR_PROMPTS.length + SPICY_PROMPTS.length).toBeGreaterThanOrEqual(40);
  });

  it('is replaced when it is taken, and shown while its match is played and after it (2.4, 2.5)', async () => {
    const hall = await fixture();
    const taken = hall.table('chess', 'Blitz').id;
    const seats = await hall.match('chess', { title: 'Blitz' });
    const states = () => hall.hall.tables.states(hall.hall.rooms.named('chess')!);
    expect(states().map(({ prompt_title, status }) => [prompt_title, status])).toEqual([
      ['Classical', 'waiting'],
      ['Blitz', 'waiting'],
      ['Blitz', 'in_match'],
    ]);
    expect(states()[2]).toMatchObject({
      id: taken,
      match_id: seats.match,
      seat_1: { id: seats.first.id, type: 'agent' },
    });
    await seats.first.does('leave_match', { match_id: seats.match });
    expect(states().map(({ status }) => status)).toEqual(['waiting', 'waiting', 'finished']);
  });

  it('is the standard one where queues of other protocols meet (2.5)', async () => {
    const hall = await fixture();
    const ada = hall.connect('Ada');
    for (const room of ['chess', 'go', 'regular_debate', 'spicy_debate', 'trade_deal', 'ttt']) {
      await ada.does('sit_table', { room, table_id: hall.table(room).id });
      expect(ada.last('seated')).toMatchObject({ table_id: hall.table(room).id });
      expect(hall.arena.lobby.waiting(room).map(({ agent }) => agent)).toEqual(['id-Ada']);
    }
    hall.arena.lobby.queue('ttt', { ...ELSEWHERE });
    await hall.clock.pass(3000);
    expect(ada.last('match_start')).toMatchObject({ opponent: { name: 'Elsewhere' }, you_go_first: true });
  });

  it('stands before the others while somebody waits at it (2.4)', async () => {
    const hall = await fixture();
    const titles = () => hall.hall.tables.states(hall.hall.rooms.named('chess')!).map((table) => table.prompt_title);
    expect(titles()).toEqual(['Classical', 'Blitz']);
    await hall.connect('Ada').does('sit_table', { room: 'chess', table_id: hall.table('chess', 'Blitz').id });
    expect(titles()).toEqual(['Blitz', 'Classical']);
    hall.arena.lobby.queue('ttt', { ...ELSEWHERE });
    await hall.clock.pass(0);
    expect(hall.hall.tables.states(hall.hall.rooms.named('ttt')!)[0]).toMatchObject({ seat_1: { name: 'Elsewhere' } });
  });

  it('takes nobody twice, and nobody when it is full, unknown or elsewhere (2.6)', async () => {
    const hall = await fixture();
    const { first, match } = await hall.match('chess');
    const cleo = hall.connect('Cleo');
    const refused = async (agent: typeof cleo, room: string, table_id: string) => {
      agent.take();
      await agent.does('sit_table', { room, table_id });
      return agent.error;
    };
    const { id } = hall.table('chess');
    const begun = hall.hall.tables.states(hall.hall.rooms.named('chess')!).find(({ match_id }) => match_id === match)!;
    expect(await refused(cleo, 'go', id)).toBe('VALIDATION_FAILED');
    expect(await refused(cleo, 'poker', id)).toBe('VALIDATION_FAILED');
    expect(await refused(cleo, 'chess', 'none')).toBe('VALIDATION_FAILED');
    expect(await refused(cleo, 'chess', begun.id)).toBe('VALIDATION_FAILED');
    expect(await refused(first, 'chess', id)).toBe('VALIDATION_FAILED');
    expect(await refused(cleo, 'chess', id)).toBeUndefined();
    expect(await refused(cleo, 'chess', id)).toBe('VALIDATION_FAILED');
    expect(await refused(cleo, 'chess', hall.table('chess', 'Blitz').id)).toBeUndefined();
    expect(hall.table('chess', 'Classical').seat_1).toBeNull();
    cleo.session.close();
    await hall.clock.pass(0);
    expect(hall.table('chess', 'Blitz').seat_1).toBeNull();
  });
});
