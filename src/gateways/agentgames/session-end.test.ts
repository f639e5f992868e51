import { afterEach, describe, expect, it } from 'vitest';
import { MOVE_TIMEOUT, QUEUE_WAIT } from './fixture.ts';
import { care, closeAll, frame, fresh, move, pair, types } from './fixture-talk.ts';

afterEach(closeAll);

describe('the end', () => {
  it('4.2 the rating of an unrated match is the current one', async () => {
    const table = await fresh();
    table.arena.lobby.queue('ttt', {
      agent: 'bot:1',
      name: 'House bot',
      kind: 'bot',
      via: 'house',
      begin: (match, seat) => void match.watch(seat, () => {}),
      dismiss: () => {},
    });
    const alice = table.connect('alice', 'ttt');
    await table.settle();
    alice.session.receive(move('x'));
    await table.clock.pass(MOVE_TIMEOUT);
    await table.settle();
    expect(frame(alice)).toEqual({
      type: 'result',
      winner: 1,
      outcome: 'win',
      rating: 1500,
      reason: 'forfeit: move timeout',
    });
  });

  it('4.2 ratings are not rounded', async () => {
    const table = await fresh();
    for (let match = 0; match < 2; match++) {
      const alice = table.connect('alice', 'ttt');
      const bob = table.connect('bob', 'ttt');
      await table.settle();
      bob.session.close();
      await table.settle();
      const expected = 1 / (1 + 10 ** ((1484 - 1516) / 400));
      expect(frame(alice).rating).toBe(match === 0 ? 1516 : 1516 + 32 * (1 - expected));
    }
  });

  it('4.4 a void match is nobody’s and changes no rating', async () => {
    const { table, alice, bob } = await pair();
    table.arena.live[0]!.end(undefined, 'error', 'server');
    await table.settle();
    const result = { type: 'result', winner: -1, outcome: 'draw', rating: 1500, reason: 'void: error' };
    expect([frame(alice), frame(bob)]).toEqual([result, result]);
    expect(alice.ended).toBe(true);
  });

  it('4.5 nothing is said or heard after the result', async () => {
    const { table, alice, bob } = await pair();
    bob.session.close();
    await table.settle();
    const said = alice.frames.length;
    alice.session.receive(move('4'));
    alice.session.receive('{"type":"join","game":"ttt"}');
    alice.session.close();
    await table.settle();
    expect(alice.frames).toHaveLength(said);
    expect(table.arena.live).toEqual([]);
    expect(table.arena.lobby.waiting('ttt')).toEqual([]);
  });
});

describe('stops and crashes', () => {
  it('5.1 if neither returns the match is void and unrated', async () => {
    const { table } = await pair();
    const [match] = table.arena.live;
    const again = await table.restart();
    care(again);
    await again.clock.pass(QUEUE_WAIT);
    await again.settle();
    const result = await again.storage.matches.result(match!.id);
    expect(result?.outcome).toEqual({ kind: 'void', reason: 'abandoned' });
    expect(result?.effects).toEqual([]);
  });

  it('5.1 a join for another game, or a seat already taken, goes to the queue', async () => {
    const { table } = await pair();
    const again = await table.restart();
    care(again);
    const other = again.connect('alice', 'c4');
    expect(types(other)).toEqual(['queued']);
    const first = again.connect('alice', 'ttt');
    const second = again.connect('alice', 'ttt');
    await again.settle();
    expect(types(first)).toEqual(['queued', 'hello', 'state']);
    expect(types(second)).toEqual(['queued']);
  });

  it('5.2 one who returns and goes before the other came has lost nothing yet', async () => {
    const { table } = await pair();
    const [match] = table.arena.live;
    const again = await table.restart();
    care(again);
    const alice = again.connect('alice', 'ttt');
    await again.settle();
    alice.session.close();
    await again.clock.pass(QUEUE_WAIT);
    await again.settle();
    expect((await again.storage.matches.result(match!.id))?.outcome).toEqual({ kind: 'void', reason: 'abandoned' });
  });

  it('5.1 a match that was left is not resumed by joining again at once', async () => {
    const { table, alice, bob } = await pair();
    bob.session.close();
    const back = table.connect('bob', 'ttt');
    await table.settle();
    expect(frame(alice)).toMatchObject({ outcome: 'win' });
    expect(types(back)).toEqual(['queued']);
  });

  it('5.3 a stop forfeits nothing', async () => {
    const { table, alice, bob } = await pair();
    const waiting = table.connect('carol', 'ttt');
    table.arena.stop();
    alice.session.stop();
    alice.session.close();
    bob.session.stop();
    bob.session.close();
    await table.settle();
    expect(types(alice)).toEqual(['queued', 'hello', 'state']);
    expect(frame(waiting)).toEqual({ type: 'error', error: 'the server is stopping' });
    expect(await table.storage.matches.live()).toHaveLength(1);
    const dave = table.connect('dave', 'ttt');
    await table.settle();
    expect(frame(dave)).toEqual({ type: 'error', error: 'the server is stopping' });
  });
});

describe('a node that is gone', () => {
  it('5.8 may have begun a match for an agent that waits: it is found when agents are looked for again', async () => {
    const table = await fresh();
    table.parts.arena.callers.expect({ agent: 'id-alice', game: 'ttt', table: 'cup/1/1' }, () => {});
    const alice = table.connect('alice', 'ttt');
    await table.settle();
    const holder = (name: string, via: string) => ({ agent: `id-${name}`, name, kind: 'agent' as const, via });
    const beginning = { game: 'ttt', seats: [holder('alice', 'agentgames'), holder('zoe', 'web')] };
    await table.arena.begin(beginning, undefined, 60_000);
    await table.settle();
    expect(types(alice)).toEqual(['queued']);
    for (const _ of [1, 2]) {
      await alice.session.lookAgain();
      await table.settle();
      expect(types(alice)).toEqual(['queued', 'hello', 'state']);
    }
  });
});
