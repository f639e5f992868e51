import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { SeatHolder } from '../../core/record.ts';
import { MOVE_TIMEOUT, player, QUEUE_WAIT, type TestAgent } from './fixture.ts';
import { closeAll, frame, fresh, move, pair, types } from './fixture-talk.ts';

afterEach(closeAll);

describe('transcripts', () => {
  const folder = new URL('./transcripts/', import.meta.url);
  for (const file of readdirSync(folder)) {
    const [title, ...lines] = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n');
    it(`${title!.slice(2)} (${file})`, () => run(lines));
  }

  async function run(lines: string[]): Promise<void> {
    let table = await fresh();
    const agents = new Map<string, TestAgent & { seen: number }>();
    for (const line of lines) {
      const [who, ...words] = line.split(' ');
      const agent = agents.get(who!);
      const rest = words.slice(1).join(' ');
      if (words[0] === 'connects') agents.set(who!, Object.assign(table.connect(who!, words[1]), { seen: 0 }));
      else if (line === 'server restarts') table = await table.restart();
      else if (line.endsWith(' s pass')) await table.clock.pass(Number(who) * 1000);
      else if (words[0] === '→') agent!.session.receive(rest);
      else if (words[0] === 'disconnects') agent!.session.close();
      else if (rest === 'its input') agent!.session.inputEnd();
      else if (rest === 'a binary frame') agent!.session.receive(undefined);
      else if (words[0] === 'is') expect(agent!.ended, line).toBe(rest === 'closed well');
      else if (rest.endsWith(' …')) expect(agent!.frames[agent!.seen++], line).toContain(rest.slice(0, -2));
      else expect(agent!.frames[agent!.seen++], line).toBe(rest);
      await table.settle();
    }
    for (const [name, { frames, seen }] of agents) expect(frames.slice(seen), `left over for ${name}`).toEqual([]);
  }
});

describe('moves', () => {
  it.each(['', '9', '04', ' 4', '4 ', 'four', '__proto__', `4${' '.repeat(60_000)}`])(
    '3.8 the token %.9s is an illegal move and loses',
    async (token) => {
      const { table, alice, bob } = await pair();
      alice.session.receive(move(token));
      await table.settle();
      expect(frame(alice)).toMatchObject({ winner: 1, outcome: 'loss', reason: 'forfeit: illegal move' });
      expect(frame(bob)).toMatchObject({ winner: 1, outcome: 'win', reason: 'forfeit: illegal move' });
    },
  );

  it('3.8 a move may come in a line of nearly 64 KiB', async () => {
    const { table, alice } = await pair();
    alice.session.receive(`${' '.repeat(65_000)}${move('4')}`);
    await table.settle();
    expect(frame(alice).observation.board[4]).toBe('X');
  });

  it('3.10 sixty-four early moves wait and further ones are dropped', async () => {
    const { table, alice, bob } = await pair('chess');
    const back = ['Nf6', 'Ng8', 'Nc6', 'Nb8'];
    for (let i = 0; i < 100; i++) bob.session.receive(move(i < 64 ? back[i % 2] : 'e5'));
    alice.session.receive(move('e4'));
    await table.settle();
    expect(frame(bob).observation.toMove).toBe(0);
    const waiting = 63;
    for (let i = 0; i < waiting; i++) {
      alice.session.receive(move(['Nf3', 'Ng1'][i % 2]));
      await table.settle();
      if (frame(alice).type === 'result') break;
    }
    expect(frame(alice).outcome).toBe('draw');
  });

  it('3.11 an early move that turns out illegal loses when its turn comes', async () => {
    const { table, alice, bob } = await pair();
    bob.session.receive(move('4'));
    await table.settle();
    expect(types(bob)).toEqual(['queued', 'hello', 'state']);
    alice.session.receive(move('4'));
    await table.settle();
    expect(frame(bob)).toMatchObject({ outcome: 'loss', reason: 'forfeit: illegal move' });
  });

  it('3.12 a clock that is started again sends no state', async () => {
    const { table, alice, bob } = await pair('chess');
    await table.clock.pass(120_000);
    await table.settle();
    expect(types(alice)).toEqual(['queued', 'hello', 'state']);
    alice.session.receive(move('e4'));
    await table.settle();
    expect(types(alice)).toEqual(['queued', 'hello', 'state', 'state']);
    await table.clock.pass(180_000);
    await table.settle();
    expect(frame(bob)).toMatchObject({ winner: 0, outcome: 'loss', reason: 'forfeit: move timeout' });
  });

  it('3.2 both players get the same observation', async () => {
    const { table, alice, bob } = await pair();
    alice.session.receive(move('0'));
    await table.settle();
    expect(frame(alice).observation).toEqual(frame(bob).observation);
    expect([frame(alice).yourTurn, frame(bob).yourTurn]).toEqual([false, true]);
  });

  it('3.7 a game without a board of its own sends the view with toMove and legal', async () => {
    const { table, alice, bob } = await pair('skill-gomoku');
    const { observation } = frame(alice);
    expect(observation).toMatchObject({ toMove: 0, energy: [3, 3], moveCount: 0 });
    expect(observation.legal).toContain('H8');
    alice.session.receive(move('H8'));
    await table.settle();
    expect(frame(bob)).toMatchObject({ yourTurn: true, observation: { moveCount: 1, toMove: 1 } });
  });

  it('5.4 random input never breaks a session, and nothing but a legal move changes the board', async () => {
    const { table, alice } = await pair();
    const noise = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.constantFrom('{"type":"move","move":["4"]}', '{"__proto__":{"type":"move"},"move":"4"}', '['.repeat(5000)),
      fc.record({ type: fc.constantFrom('join', 'x'), game: fc.string() }).map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(noise, (text) => alice.session.receive(text)),
      { numRuns: 100 },
    );
    await table.settle();
    expect(types(alice)).toEqual(['queued', 'hello', 'state']);
  });

  it('5.4 random tokens always end the match or move it on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.string(), fc.nat(8).map(String)), { minLength: 9 }), async (tokens) => {
        const { table, alice, bob } = await pair();
        for (const token of tokens) for (const agent of [alice, bob]) agent.session.receive(move(token));
        await table.clock.pass(MOVE_TIMEOUT);
        await table.settle();
        expect([frame(alice).type, frame(bob).type]).toEqual(['result', 'result']);
        expect(frame(alice).rating + frame(bob).rating).toBeCloseTo(3000, 6);
      }),
      { numRuns: 30 },
    );
  });
});

describe('waiting', () => {
  it('2.4 an account never meets itself, and its second connection waits behind', async () => {
    const table = await fresh();
    const first = table.connect('alice', 'ttt');
    const second = table.connect('alice', 'ttt');
    await table.settle();
    expect([types(first), types(second)]).toEqual([['queued'], ['queued']]);
    const bob = table.connect('bob', 'ttt');
    await table.settle();
    expect(types(first)).toEqual(['queued', 'hello', 'state']);
    expect(frame(bob, 1)).toMatchObject({ player: 1, opponent: 'alice' });
    expect(types(second)).toEqual(['queued']);
    const carol = table.connect('carol', 'ttt');
    await table.settle();
    expect(frame(carol, 1)).toMatchObject({ player: 1, opponent: 'alice' });
  });

  it('2.6 whoever disconnects while waiting is not waiting any more', async () => {
    const table = await fresh();
    table.connect('alice', 'ttt').session.close();
    const bob = table.connect('bob', 'ttt');
    await table.settle();
    expect(types(bob)).toEqual(['queued']);
    expect(table.arena.lobby.waiting('ttt').map(({ name }) => name)).toEqual(['bob']);
  });

  it('3.13 whoever disconnects while the match is being made loses it', async () => {
    const table = await fresh();
    const alice = table.connect('alice', 'ttt');
    const bob = table.connect('bob', 'ttt');
    // Both sit; their match is not stored yet.
    while (!table.arena.lobby.tables('ttt').some(({ status }) => status === 'begun')) await Promise.resolve();
    bob.session.close();
    await table.settle();
    expect(frame(alice)).toMatchObject({ outcome: 'win', reason: 'forfeit: connection closed' });
    expect(types(bob)).toEqual(['queued']);
  });

  it('2.5 the queue wait ends when the match begins', async () => {
    const { table, alice } = await pair('chess');
    await table.clock.pass(QUEUE_WAIT - 1);
    await table.settle();
    expect(types(alice)).not.toContain('error');
  });

  it('2.7 an agent of another protocol is met at the same table', async () => {
    const table = await fresh();
    const other = { ...player('loa-agent'), via: 'loa' };
    const holder: SeatHolder = { agent: other.id, name: other.name, kind: 'agent', via: 'loa' };
    table.arena.lobby.queue('ttt', {
      ...holder,
      begin: (match, seat) => void match.watch(seat, () => {}),
      dismiss: () => {},
    });
    const alice = table.connect('alice', 'ttt');
    await table.settle();
    expect(frame(alice, 1)).toEqual({ type: 'hello', player: 1, game: 'ttt', opponent: 'loa-agent' });
    const [match] = table.arena.live;
    match!.forfeit([0], 'left');
    await table.settle();
    expect(frame(alice)).toMatchObject({ winner: 1, outcome: 'win', reason: 'forfeit: left the match' });
  });
});
