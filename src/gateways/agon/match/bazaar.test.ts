import { describe, expect, it } from 'vitest';
import { type Fixture, type Frame, fixture, type Seats, type TestAgent } from '../fixture.ts';

const chatter = (count: number): string[] => Array.from({ length: count }, (_, i) => `Line ${i + 1}.`);

const ownState = (agent: TestAgent) => agent.last('trade_state_update') as unknown as Stocked;
interface Stocked {
  your_resources: { [resource: string]: number };
  your_goal: { resource: string; amount: number; points: number };
}

/** What one side lacks for its goal. */
const lacking = ({ your_resources, your_goal }: Stocked) => ({
  [your_goal.resource]: your_goal.amount - your_resources[your_goal.resource]!,
});

const does = async (agent: TestAgent, action: string, fields: object): Promise<string | undefined> => {
  agent.take();
  await agent.does(action, fields);
  return agent.error;
};

async function open(): Promise<Seats & { hall: Fixture; one: Stocked; two: Stocked }> {
  const hall = await fixture();
  const seats = await hall.match('trade');
  return { ...seats, hall, one: ownState(seats.first), two: ownState(seats.second) };
}

describe('the Bazaar', () => {
  it('tells each side its own stock and goal before the first turn (3.1, 6.3)', async () => {
    const { first, second, one, two } = await open();
    expect(first.events.slice(-3)).toEqual(['match_start', 'trade_state_update', 'turn_timer']);
    expect(second.events.slice(-2)).toEqual(['match_start', 'trade_state_update']);
    for (const { your_resources, your_goal } of [one, two]) {
      expect(Object.values(your_resources).reduce((sum, amount) => sum + amount)).toBe(14);
      expect(your_goal).toEqual({ resource: expect.any(String), amount: 8, points: 100 });
    }
  });

  it('moves goods when an offer is accepted, at anyone’s turn (6.1)', async () => {
    const { first, second, match, one, two } = await open();
    const offer = lacking(two);
    for (const agent of [first, second]) agent.take();
    await second.does('propose_trade', { match_id: match, offer: lacking(one), request: {} });
    expect(first.frames).toEqual([
      { event: 'trade_proposed', match_id: match, proposer_name: second.name, offer: lacking(one), request: {} },
    ]);
    expect(second.frames).toEqual(first.frames);
    await second.does('reject_trade', { match_id: match });
    expect(first.last('trade_rejected')).toEqual({
      event: 'trade_rejected',
      match_id: match,
      rejector_name: second.name,
    });
    await first.does('propose_trade', { match_id: match, offer, request: lacking(one) });
    for (const agent of [first, second]) agent.take();
    await second.does('accept_trade', { match_id: match });
    const [goal] = Object.keys(offer) as [string];
    const got = { ...two.your_resources, [goal]: 8 };
    for (const [resource, amount] of Object.entries(lacking(one))) got[resource]! -= amount;
    expect(second.frames).toEqual([{ event: 'trade_executed', match_id: match, your_resources: got }]);
    expect(first.frames[0]!.your_resources).not.toEqual(got);
  });

  it('answers with its own codes (6.2)', async () => {
    const { hall, first, second, match, one } = await open();
    const trade = { match_id: match };
    const some = { gold: 1 };
    const rich = { gold: 1000 };
    expect(await does(first, 'accept_trade', trade)).toBe('VALIDATION_FAILED');
    expect(first.last('error')!.message).toBe('No pending trade');
    expect(await does(first, 'reject_trade', trade)).toBe('VALIDATION_FAILED');
    expect(await does(first, 'propose_trade', { ...trade, offer: {}, request: { gold: 0 } })).toBe('CONTENT_BLOCKED');
    expect(await does(first, 'propose_trade', { ...trade, offer: rich, request: some })).toBe('CONTENT_BLOCKED');
    expect(first.last('error')!.message).toBe(`Insufficient gold: have ${one.your_resources.gold}, need 1000`);
    expect(await does(first, 'propose_trade', { ...trade, offer: { salt: 1 }, request: some })).toBe(
      'VALIDATION_FAILED',
    );
    expect(await does(first, 'propose_trade', { ...trade, offer: {}, request: rich })).toBeUndefined();
    expect(await does(second, 'propose_trade', { ...trade, offer: {}, request: some })).toBe('VALIDATION_FAILED');
    expect(second.last('error')!.message).toBe('A trade is already pending — accept, reject, or wait');
    expect(await does(first, 'accept_trade', trade)).toBe('VALIDATION_FAILED');
    expect(first.last('error')!.message).toBe('Cannot accept your own trade proposal');
    expect(await does(second, 'accept_trade', trade)).toBe('CONTENT_BLOCKED');
    expect(second.last('error')!.message).toMatch(/^Insufficient gold: have \d+, need 1000$/);
    expect(await does(second, 'reject_trade', trade)).toBeUndefined();
    expect(await does(hall.connect('Cleo'), 'accept_trade', trade)).toBe('NOT_IN_MATCH');
    const other = await hall.match('chess', { names: ['Eve', 'Fay'] });
    expect(await does(other.first, 'accept_trade', { match_id: other.match })).toBe('VALIDATION_FAILED');
  });

  it('tells of an open offer again to whoever comes back, and to whoever comes to watch (4.3, 5.1)', async () => {
    const { hall, first, second, match } = await open();
    await first.does('propose_trade', { match_id: match, offer: {}, request: { gold: 1 } });
    const offer = second.last('trade_proposed');
    expect(offer).toMatchObject({ proposer_name: first.name, offer: {}, request: { gold: 1 } });
    second.session.close();
    const again = hall.connect(second.name);
    await again.does('enter_room', { room: 'trade' });
    expect(again.events).toEqual(['welcome', 'reconnect_state', 'trade_state_update', 'trade_proposed', 'room_state']);
    expect(again.last('trade_proposed')).toEqual(offer);
    const cleo = hall.connect('Cleo');
    await cleo.does('watch_match', { match_id: match });
    expect(cleo.events).toEqual(['welcome', 'watching', 'trade_proposed']);
    await again.does('reject_trade', { match_id: match });
    expect(cleo.events.at(-1)).toBe('trade_rejected');
  });

  it('takes a trade that comes while the turn changes (6.1)', async () => {
    const { first, second, match } = await open();
    first.session.receive(JSON.stringify({ action: 'send_message', match_id: match, content: 'Your turn.' }));
    await second.does('propose_trade', { match_id: match, offer: {}, request: { gold: 1 } });
    expect(second.error).toBeUndefined();
    expect(first.events).toContain('trade_proposed');
    second.session.receive(JSON.stringify({ action: 'send_message', match_id: match, content: 'And yours.' }));
    await first.does('reject_trade', { match_id: match });
    expect(first.error).toBeUndefined();
    expect(second.last('trade_rejected')).toMatchObject({ rejector_name: first.name });
  });

  it('lets nobody speak twice, however fast (3.5)', async () => {
    const { first, match } = await open();
    const say = JSON.stringify({ action: 'send_message', match_id: match, content: 'Me again.' });
    first.session.receive(say);
    await first.sends(say);
    expect(first.error).toBe('NOT_YOUR_TURN');
  });

  it('is won by reaching the goal, scored at the tenth message (3.9)', async () => {
    const { hall, first, second, match, one } = await open();
    await second.does('propose_trade', { match_id: match, offer: lacking(one), request: {} });
    await first.does('accept_trade', { match_id: match });
    await hall.play({ first, second, match }, ...chatter(10));
    const { result } = first.last('match_end')!;
    expect(result).toMatchObject({
      end_reason: 'trade_scored',
      winner_id: first.id,
      participant_1_score: 100,
      total_messages: 10,
      trade_result: {
        participant_1: { goal: one.your_goal, progress: 1, goal_met: true },
        participant_2: { goal_met: false },
      },
      points_awarded: { [first.id]: 125, [second.id]: 50 },
    });
    expect(result.trade_result.participant_1.resources[one.your_goal.resource]).toBe(8);
    expect(second.last('match_end')!.your_score).toBe(result.participant_2_score);
  });

  it.each([
    ['is a draw when level and nobody watches', 0],
    ['is decided by the audience when level', 1],
  ])('%s (5.3)', async (_name, watchers) => {
    const { hall, first, second, match, one, two } = await open();
    const cleo = hall.connect('Cleo');
    if (watchers) await cleo.does('watch_match', { match_id: match });
    await first.does('propose_trade', { match_id: match, offer: lacking(two), request: lacking(one) });
    await second.does('accept_trade', { match_id: match });
    await hall.play({ first, second, match }, ...chatter(10));
    if (watchers) await cleo.does('vote', { match_id: match, participant_id: second.id });
    await hall.clock.pass(watchers ? 30_000 : 0);
    for (const agent of [first, second]) expect(agent.events.includes('voting_open')).toBe(watchers === 1);
    expect(first.last('match_end')!.result).toMatchObject({
      end_reason: 'trade_scored',
      winner_id: watchers ? second.id : null,
      participant_1_score: 100,
      participant_2_score: 100,
      total_votes: watchers,
    });
  });

  it('passes a missed turn without counting it, and is lost by the second in a row (3.4)', async () => {
    const { hall, first, second, match } = await open();
    await hall.wait(120_000, first, second);
    await second.does('send_message', { match_id: match, content: 'Anyone there?' });
    expect(first.last('opponent_message')).toMatchObject({ message_number: 1 });
    await hall.wait(90_000, first, second);
    expect(second.last('match_end')!.result).toMatchObject({
      end_reason: 'forfeit',
      winner_id: second.id,
      total_messages: 1,
      trade_result: { participant_1: { goal_met: false } },
    });
  });

  it('never lets the other side or the audience see a stock or a goal before the end (6.3)', async () => {
    const { hall, first, second, match, one, two } = await open();
    const cleo = hall.connect('Cleo');
    await cleo.does('watch_match', { match_id: match });
    await hall.play({ first, second, match }, 'What do you need?', 'That would be telling.');
    await first.does('propose_trade', { match_id: match, offer: {}, request: { gold: 1000 } });
    await second.does('accept_trade', { match_id: match });
    await second.does('reject_trade', { match_id: match });
    await first.does('propose_trade', { match_id: match, offer: lacking(two), request: {} });
    await second.does('accept_trade', { match_id: match });
    await hall.play({ first, second, match }, ...chatter(8));
    const untilEnd = (agent: TestAgent): Frame[] =>
      agent.frames.slice(
        0,
        agent.frames.findIndex(({ event }) => event === 'match_end'),
      );
    const mine = (agent: TestAgent) =>
      untilEnd(agent).flatMap((frame) => (frame.your_resources ? [frame.your_resources] : []));
    const stocks = { first: mine(first), second: mine(second) };
    const seen = (agent: TestAgent) =>
      untilEnd(agent)
        .map((frame) => JSON.stringify(frame))
        .join('\n');
    for (const stock of stocks.first) expect(seen(second)).not.toContain(JSON.stringify(stock));
    for (const stock of stocks.second) expect(seen(first)).not.toContain(JSON.stringify(stock));
    expect(seen(first)).not.toContain(JSON.stringify(two.your_goal));
    expect(seen(second)).not.toContain(JSON.stringify(one.your_goal));
    expect(seen(cleo)).not.toMatch(/resources|goal|stock|sides/);
    expect(cleo.events).toContain('trade_executed');
    expect(cleo.last('match_end')!.result.trade_result.participant_2.goal_met).toBe(true);
  });
});
