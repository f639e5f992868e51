import { describe, expect, it } from 'vitest';
import { loadGames } from '../../src/games/load.ts';
import { manifests } from '../../src/games/manifests.ts';
import { ticTacToe } from '../../src/games/tic-tac-toe/rules.ts';
import { makeWorld } from '../../src/gateways/clawpoly/fixture.ts';
import { makeWorld as callers } from '../../src/gateways/http/fixture.ts';
import { Slots } from '../../src/gateways/league/calls/slots.ts';
import { Leagues } from '../../src/gateways/league/manager/leagues.ts';
import { site } from '../../src/gateways/web/fixture.ts';
import { House } from '../../src/house/house.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { testArena } from '../arena.ts';
import { fakeClock } from '../clock.ts';

const HOUR = 3_600_000;
const sitter = (agent: string) => ({
  agent,
  name: agent,
  kind: 'agent' as const,
  via: 'test',
  begin() {},
  dismiss() {},
});

describe('an account', () => {
  it('that queues again and again has a bounded number of seats, waiting and playing', async () => {
    const { arena } = await testArena([ticTacToe]);
    const { lobby } = arena;
    let seated = 0;
    let last: object = {};
    for (let i = 0; i < 400; i++) {
      last = await lobby.queue('ttt', sitter('mallory'));
      if ('table' in last) seated++;
      // Every other seat is in a match, so both kinds are counted.
      if (i % 2) await lobby.queue('ttt', sitter(`other-${i}`));
    }
    expect(seated).toBe(64);
    expect(last).toEqual({ refused: 'busy' });
    expect(await lobby.queue('ttt', sitter('alice'))).toHaveProperty('table');
  });

  it('plays few matches against the house at a time', async () => {
    const { arena, clock, faults } = await testArena([ticTacToe]);
    const { bots } = await loadGames(manifests);
    const house = new House({ arena, bots, clock, patience: 1000, fault: (error) => faults.push(error) });
    for (let i = 0; i < 60; i++) await arena.lobby.queue('ttt', sitter('mallory'));
    await clock.pass(2000);
    expect(await arena.live()).toHaveLength(16);
    await house.close();
  });
});

describe('an address', () => {
  it('has few matches open by calls, however many accounts it makes, and nobody elsewhere has fewer for it', async () => {
    const { held } = await callers({ games: [ticTacToe] });
    const play = (serial: number, address: string) =>
      held.play({ id: `a${serial}`, name: `A${serial}` }, 'http', { game: 'ttt', against: 'anyone' }, address);
    const plays = await Promise.all(Array.from({ length: 450 }, (_, i) => play(i, '203.0.113.9')));
    const refused = plays.filter((one) => 'error' in one);
    expect(refused).toHaveLength(50);
    expect(refused[0]).toMatchObject({ code: 'too-many', error: expect.stringMatching(/address/) });
    expect(await play(500, '203.0.113.10')).not.toHaveProperty('error');
    expect(await play(501, '127.0.0.1')).not.toHaveProperty('error');
  });

  it('plays few matches of people against bots at a time, however many people it invents', async () => {
    const { arena, clock, open } = await site();
    const sit = async (address: string, serial: number) => {
      const page = open(address);
      await page.said({ type: 'hello', secret: `${serial}`.padStart(32, '0') });
      await page.said({ type: 'sit', game: 'ttt', name: `Person ${serial}`, against: { bot: 'simple' } });
      await clock.pass(2500);
      return page.heard().at(-1);
    };
    let last: { type?: string } = {};
    for (let i = 0; i < 70; i++) last = await sit('203.0.113.9', i);
    expect(last).toEqual({ type: 'refused', reason: expect.stringMatching(/from your address/) });
    expect(arena.live).toHaveLength(64);
    await sit('203.0.113.10', 100);
    expect(arena.live).toHaveLength(65);
    arena.live[0]!.end(undefined, 'host', 'host');
    await clock.pass(10);
    await sit('203.0.113.9', 101);
    expect(arena.live).toHaveLength(65);
  });

  it('has few rooms that only bots play in at a time', async () => {
    const world = await makeWorld();
    const wish = { bots: 6, maxPlayers: 6, gameSpeed: 'very_slow', turnLimit: 1000 };
    const answers = [];
    for (let i = 0; i < 40; i++) answers.push((await world.call('/rooms', wish)).status);
    expect(answers.filter((status) => status === 201)).toHaveLength(8);
    expect(answers.at(-1)).toBe(429);
    expect((await world.call('/rooms', {})).status).toBe(201);
  });

  it('has few leagues open, and one that nobody enters ends by itself', async () => {
    const storage = await openSqlite(':memory:');
    const clock = fakeClock();
    const { arena } = await testArena([ticTacToe]);
    const parts = { documents: storage.documents, logs: storage.competitions, clock, fault: () => {} };
    const leagues = new Leagues({ ...parts, game: (id) => arena.game(id) });
    const open = (id: string, by?: string) => leagues.open({ id, players: 2, game: 'ttt', ...(by && { by }) });
    await open('HOSTS');
    for (let i = 0; i < 25; i++) expect(await open(`L${i}`, '192.0.2.1')).not.toHaveProperty('error');
    expect(await open('ONE-MORE', '192.0.2.1')).toMatchObject({ status: 429 });
    expect(await open('OTHERS', '192.0.2.2')).not.toHaveProperty('error');
    await leagues
      .get('L3')!
      .enter({ wanted: undefined, name: 'Ann', endpoint: null, reachedAt: null, account: null, via: 'league' });
    await clock.pass(HOUR);
    expect(leagues.all.map(({ id }) => id)).toEqual(['HOSTS', 'L3']);
    expect((await storage.documents.list('league')).map(({ id }) => id).sort()).toEqual(['HOSTS', 'L3']);
    await storage.close();
  });
});

it('a slow league leaves room for others: slots are shared between those who want them', async () => {
  const slots = new Slots(128);
  let slow = 0;
  const never = new Promise<void>(() => {});
  for (let i = 0; i < 256; i++) {
    void slots.run('slow', () => {
      slow++;
      return never;
    });
  }
  await slots.run('quick', async () => {});
  await Promise.all(Array.from({ length: 200 }, () => slots.run('quick', async () => {})));
  expect(slow).toBe(64);
});
