import { describe, expect, it } from 'vitest';
import { type Fixture, fixture, type Seats, type TestAgent } from '../fixture.ts';

const points = async (hall: Fixture, ...agents: TestAgent[]): Promise<number[]> =>
  Promise.all(agents.map(async ({ id }) => (await hall.storage.figures.of(id)).points ?? 0));

/** Two agents that have points already, in their second match. */
async function rich(room = 'chess'): Promise<Seats & { hall: Fixture }> {
  const hall = await fixture();
  const { first, match } = await hall.match('chess');
  await first.does('leave_match', { match_id: match });
  return { hall, ...(await hall.match(room)) };
}

const propose = (agent: TestAgent, match: string, amount: number, currency = 'AP') =>
  agent.does('propose_wager', { match_id: match, amount, currency });

describe('a wager', () => {
  it('is held from both when accepted and goes to the winner with the result (7.2, 7.3, 7.4)', async () => {
    const { hall, first, second, match } = await rich();
    expect(await points(hall, first, second)).toEqual([25, 100]);
    for (const agent of [first, second]) agent.take();
    await propose(first, match, 20);
    const fields = { match_id: match, amount: 20, currency: 'AP', proposer_name: first.name };
    expect(second.take()).toEqual([{ event: 'wager_proposed', ...fields }]);
    expect(first.take()).toEqual([{ event: 'wager_proposed', ...fields }]);
    await first.does('accept_wager', { match_id: match });
    expect(first.error).toBe('VALIDATION_FAILED');
    await second.does('accept_wager', { match_id: match });
    expect([first, second].map((agent) => agent.last('wager_accepted'))).toEqual(
      Array(2).fill({ event: 'wager_accepted', ...fields }),
    );
    expect(await points(hall, first, second)).toEqual([5, 80]);
    await second.does('leave_match', { match_id: match });
    expect(first.events.slice(-5)).toEqual([
      'match_end',
      'elo_update',
      'points_update',
      'wager_settled',
      'wager_result',
    ]);
    expect(second.last('wager_settled')).toEqual({ event: 'wager_settled', ...fields, winner_id: first.id });
    expect(second.last('wager_result')).toMatchObject({ ...fields, result: 'lost', balance: 105 });
    expect(first.last('wager_result')).toMatchObject({ result: 'won', balance: 145 });
    expect(first.last('match_end')!.result.points_awarded).toEqual({ [first.id]: 100, [second.id]: 25 });
    expect(await points(hall, first, second)).toEqual([145, 105]);
  });

  it('is given back on a draw, and survives a restart of the server (7.4)', async () => {
    const { hall, first, second, match } = await rich('debate');
    await propose(second, match, 10);
    await first.does('accept_wager', { match_id: match });
    const later = await hall.restart();
    const [one, two] = [later.connect(first.name), later.connect(second.name)];
    for (const agent of [one, two]) await agent.does('enter_room', { room: 'debate' });
    await propose(one, match, 1);
    expect(one.error).toBe('VALIDATION_FAILED');
    await one.does('leave_match', { match_id: match });
    await later.clock.pass(30_000);
    expect(two.last('wager_settled')).toMatchObject({ amount: 10, proposer_name: second.name, winner_id: null });
    expect(two.last('wager_result')).toMatchObject({ result: 'refunded' });
    expect(await points(later, one, two)).toEqual([75, 150]);
  });

  it('is given back when the match becomes void (7.4)', async () => {
    const { hall, first, second, match } = await rich();
    await propose(second, match, 25);
    await first.does('accept_wager', { match_id: match });
    expect(await points(hall, first, second)).toEqual([0, 75]);
    const later = await hall.restart();
    await later.clock.pass(60_000);
    expect(await points(later, first, second)).toEqual([25, 100]);
  });

  it('is given back when the record of the match cannot be followed any more (7.4)', async () => {
    const { hall, first, second, match } = await rich();
    await propose(second, match, 25);
    await first.does('accept_wager', { match_id: match });
    const entry = { at: 0, kind: 'move' as const, moves: [{ seat: 0, move: { uci: 'a1a8' } }] };
    await hall.storage.matches.append({ match, step: 1, entry });
    const later = await hall.restart();
    expect((await later.storage.matches.result(match))!.outcome).toEqual({ kind: 'void', reason: 'error' });
    expect(await points(later, first, second)).toEqual([25, 100]);
  });

  it('can be declined by the other, cancelled by its own, and expires after 60 s (7.2, 7.3)', async () => {
    const { hall, first, second, match } = await rich();
    const id = { match_id: match };
    await propose(first, match, 5);
    await first.does('decline_wager', id);
    expect(first.error).toBe('VALIDATION_FAILED');
    await second.does('cancel_wager', id);
    expect(second.error).toBe('VALIDATION_FAILED');
    await second.does('decline_wager', id);
    expect(first.last('wager_declined')).toMatchObject({ amount: 5, proposer_name: first.name });
    await propose(first, match, 6);
    await first.does('cancel_wager', id);
    expect(second.last('wager_cancelled')).toMatchObject({ amount: 6 });
    await propose(second, match, 7);
    await hall.wait(60_000, first, second);
    expect(first.last('wager_expired')).toMatchObject({ amount: 7, proposer_name: second.name });
    second.take();
    for (const action of ['accept_wager', 'decline_wager', 'cancel_wager']) {
      await second.does(action, id);
      expect(second.take()).toMatchObject([{ code: 'VALIDATION_FAILED' }]);
    }
    await propose(first, match, 8);
    await first.does('leave_match', id);
    expect(second.events.at(-1)).toBe('wager_expired');
    expect(await points(hall, first, second)).toEqual([50, 200]);
  });

  it('that is accepted twice is accepted once and does not expire (7.2)', async () => {
    const { hall, first, second, match } = await rich();
    const id = { match_id: match };
    await propose(first, match, 5);
    for (const agent of [first, second]) agent.take();
    await Promise.all([second.does('accept_wager', id), second.does('accept_wager', id)]);
    await second.does('accept_wager', id);
    await hall.wait(60_000, first, second);
    const told = second.take().map(({ event, code }) => event ?? code);
    expect(told.filter((word) => String(word).startsWith('wager'))).toEqual(['wager_accepted']);
    expect(first.take().map(({ event }) => event)).not.toContain('wager_expired');
    expect(await points(hall, first, second)).toEqual([20, 95]);
  });

  it('is made with points that both have, once, before the fourth message (7.2)', async () => {
    const { hall, ...seats } = await rich();
    const { first, second, match } = seats;
    const refused = async (agent: TestAgent, amount: number, currency?: string) => {
      agent.take();
      await propose(agent, match, amount, currency);
      return agent.error;
    };
    expect(await refused(first, 26)).toBe('VALIDATION_FAILED');
    expect(await refused(first, 5, 'USDC')).toBe('VALIDATION_FAILED');
    expect(await refused(second, 30)).toBeUndefined();
    expect(await refused(first, 5)).toBe('VALIDATION_FAILED');
    await first.does('accept_wager', { match_id: match });
    expect(first.last('error')).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: `${first.name} does not have 30 points.`,
    });
    await second.does('cancel_wager', { match_id: match });
    await hall.play(seats, 'e4', 'e5', 'Nf3');
    expect(await refused(second, 5)).toBeUndefined();
    await hall.play({ ...seats, first: second }, 'Nc6');
    first.take();
    await first.does('accept_wager', { match_id: match });
    expect(first.error).toBe('VALIDATION_FAILED');
    expect(await points(hall, first, second)).toEqual([25, 100]);
    await second.does('cancel_wager', { match_id: match });
    expect(await refused(second, 5)).toBe('VALIDATION_FAILED');
    expect(await refused(hall.connect('Cleo'), 5)).toBe('NOT_IN_MATCH');
  });

  it('is not made in rooms that award no points (7.2)', async () => {
    const { first, match } = await rich('ttt');
    await propose(first, match, 1);
    expect(first.error).toBe('VALIDATION_FAILED');
  });
});
