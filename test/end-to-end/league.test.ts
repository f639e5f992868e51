import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/cli/config.ts';
import { startReferee } from '../../src/cli/league/referee.ts';
import { Actor, type ActorOptions, type Json, type Style } from '../../src/gateways/league/fixture.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openStorage } from '../../src/storage/open.ts';
import { serve } from '../serving.ts';
import { readAnswer } from '../wire.ts';

const STYLES: Style[] = ['result', 'request', 'bare', 'post'];

const open: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

function folder(): string {
  const data = mkdtempSync(join(tmpdir(), 'crossplay-league-'));
  open.push({ stop: () => rmSync(data, { recursive: true, force: true }) });
  return data;
}

async function server(players: number, scale = 0.1): Promise<RunningServer> {
  const args = ['--port', '0', '--ssh-port', '0', '--data', folder(), '--log-level', 'error'];
  const more = ['--time-scale', String(scale), '--leagues', `cup=${players}`];
  const running = await startServer(readConfig([...args, ...more], {}));
  open.push(running);
  return running;
}

async function actor(url: string, options: ActorOptions): Promise<Actor> {
  const made = await new Actor(url, options).listen();
  open.push({ stop: () => made.close() });
  return made;
}

const league = (url: string): Promise<Json> => readAnswer(url, '/api/v1/leagues/cup');
const toss = () => (Math.random() < 0.5 ? 'even' : 'odd');

/** Checks a league that is over against what each of its players heard. */
function checkWhole(cup: Json, players: Actor[]): void {
  const count = players.length;
  expect(cup).toMatchObject({ status: 'COMPLETED', matches_completed: (count * (count - 1)) / 2 });
  for (const row of cup.standings) {
    expect(row.played).toBe(count - 1);
    expect(row.points).toBe(3 * row.wins + row.draws);
  }
  const given = cup.standings.reduce((sum: number, { points }: Json) => sum + points, 0);
  const worth: { [status: string]: number } = { WIN: 3, DRAW: 2 };
  expect(given).toBe(cup.schedule.reduce((sum: number, { result }: Json) => sum + worth[result.status]!, 0));
  for (const player of players) {
    expect(player.problems).toEqual([]);
    expect(player.of('GAME_ERROR')).toEqual([]);
    for (const type of ['GAME_INVITATION', 'CHOOSE_PARITY_CALL', 'GAME_OVER']) {
      expect(player.of(type), `${player.id} ${type}`).toHaveLength(count - 1);
    }
    const rounds = cup.total_rounds;
    expect(player.of('ROUND_ANNOUNCEMENT').map(({ round_id }) => round_id)).toEqual(
      Array.from({ length: rounds }, (_, i) => i + 1),
    );
    expect(player.of('ROUND_COMPLETED').map(({ next_round_id }) => next_round_id)).toEqual([
      ...Array.from({ length: rounds - 1 }, (_, i) => i + 2),
      null,
    ]);
    expect(player.of('LEAGUE_STANDINGS_UPDATE').at(-1).standings).toEqual(cup.standings);
    const [completed] = player.of('LEAGUE_COMPLETED');
    expect(completed.champion.player_id).toBe(cup.standings[0].player_id);
    expect(completed.final_standings).toEqual(
      cup.standings.map(({ rank, player_id, points }: Json) => ({ rank, player_id, points })),
    );
    expectOrder(player);
  }
}

/** Within each round: announcement, invitation, choice, result, standings, the round’s end. */
function expectOrder(player: Actor): void {
  const order = [
    'ROUND_ANNOUNCEMENT',
    'GAME_INVITATION',
    'CHOOSE_PARITY_CALL',
    'GAME_OVER',
    'LEAGUE_STANDINGS_UPDATE',
    'ROUND_COMPLETED',
    'LEAGUE_COMPLETED',
  ];
  let last = -1;
  for (const { message_type } of player.heard) {
    const place = order.indexOf(message_type);
    if (message_type === 'ROUND_ANNOUNCEMENT') last = -1;
    expect(place, `${player.id} ${message_type}`).toBeGreaterThan(last);
    last = place;
  }
}

const tossing = (message: Json) =>
  message.message_type === 'CHOOSE_PARITY_CALL'
    ? {
        protocol: 'league.v2',
        message_type: 'CHOOSE_PARITY_RESPONSE',
        sender: `player:${message.player_id}`,
        timestamp: new Date().toISOString(),
        conversation_id: message.conversation_id,
        match_id: message.match_id,
        player_id: message.player_id,
        parity_choice: toss(),
      }
    : undefined;

describe('whole leagues over HTTP', () => {
  test.each([4, 5, 8])('%i players of every reply style play a round robin', async (count) => {
    const { url } = await server(count, 0.2);
    const players: Actor[] = [];
    for (let i = 0; i < count; i++) {
      const player = await actor(url, { style: STYLES[i % STYLES.length]!, answer: tossing });
      await player.register();
      players.push(player);
    }
    await Promise.all(players.map((one) => one.hears('LEAGUE_COMPLETED')));
    checkWhole(await league(url), players);
  });

  test('two leagues at once, whose matches have the same ids, do not mix, also for answers by POST', async () => {
    const { url } = await server(3, 0.2);
    const body = JSON.stringify({ league_id: 'plate', players: 3 });
    expect((await fetch(`${url}/api/v1/leagues`, { method: 'POST', body })).status).toBe(201);
    const players: Actor[] = [];
    for (let i = 0; i < 6; i++) {
      const player = await actor(url, { style: 'post' });
      await player.register({ league_id: i % 2 ? 'plate' : 'cup' });
      players.push(player);
    }
    await Promise.all(players.map((one) => one.hears('LEAGUE_COMPLETED')));
    for (const player of players) {
      expect(player.problems).toEqual([]);
      expect(new Set(player.heard.map(({ league_id }) => league_id).filter(Boolean)).size).toBe(1);
      expect(player.of('GAME_OVER')).toHaveLength(2);
    }
  });

  test('an external referee runs every match of a league of five', async () => {
    const { url } = await server(5, 0.2);
    const referee = await startReferee({ server: url, name: 'Ref', most: 2, timeScale: 0.2 });
    open.push({ stop: () => referee.close() });
    const players: Actor[] = [];
    for (let i = 0; i < 5; i++) {
      // Answers that come by themselves go to the server, not to the referee: those players answer in the reply here.
      const player = await actor(url, { style: STYLES[i % 3]!, answer: tossing });
      await player.register();
      players.push(player);
    }
    await Promise.all([...players.map((one) => one.hears('LEAGUE_COMPLETED')), referee.over]);
    const cup = await league(url);
    checkWhole(cup, players);
    expect(cup.schedule.every(({ referee_id }: Json) => referee_id === 'REF01')).toBe(true);
  });

  test('absent, silent, wrong, crashing and flapping players: the league ends, and the sound ones win', async () => {
    const { url } = await server(6, 0.02);
    const on = (type: string, behaviour: 'hang' | 'crash') => (message: Json) =>
      message.message_type === type ? behaviour : undefined;
    let calls = 0;
    const behaviours: ActorOptions['answer'][] = [
      tossing,
      on('GAME_INVITATION', 'crash'),
      on('CHOOSE_PARITY_CALL', 'hang'),
      (message) =>
        message.message_type === 'CHOOSE_PARITY_CALL'
          ? { message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: 3 }
          : undefined,
      () => (calls++ % 2 ? 'crash' : undefined),
      tossing,
    ];
    const players: Actor[] = [];
    for (const answer of behaviours) {
      const player = await actor(url, { ...(answer && { answer }) });
      await player.register();
      players.push(player);
    }
    await players[0]!.hears('LEAGUE_COMPLETED');
    const cup = await league(url);
    expect(cup.matches_completed).toBe(15);
    for (const row of cup.standings) expect(row.played).toBe(5);
    const points = (id: string) => cup.standings.find((row: Json) => row.player_id === id).points;
    for (const sound of ['P01', 'P06'])
      for (const bad of ['P02', 'P03', 'P04']) expect(points(sound)).toBeGreaterThan(points(bad));
  }, 120_000);
});

test('killing the server in the middle of a round, three times: every match is played exactly once', async () => {
  const data = folder();
  const port = String(20_000 + Math.floor(Math.random() * 20_000));
  const env = { CROSSPLAY_DATA: data, CROSSPLAY_LEAGUES: 'cup=6', CROSSPLAY_TIME_SCALE: '0.1', PORT: port };
  let serving = await serve(env);
  const players: Actor[] = [];
  let choices = 0;
  let killAt = 5;
  let kill = (): void => {};
  const counting = (message: Json) => {
    if (message.message_type === 'CHOOSE_PARITY_CALL' && ++choices === killAt) kill();
    return tossing(message);
  };
  for (let i = 0; i < 6; i++) {
    const player = await actor(serving.url, { style: STYLES[i % STYLES.length]!, answer: counting });
    players.push(player);
  }
  for (let kills = 0; kills < 3; kills++) {
    const killed = new Promise<void>((resolve) => {
      kill = resolve;
    });
    if (kills === 0) for (const player of players) await player.register();
    await killed;
    await serving.stop('SIGKILL');
    killAt = choices + 6;
    serving = await serve(env);
  }
  open.push({ stop: () => serving.stop() });
  await Promise.all(players.map((one) => one.hears('LEAGUE_COMPLETED')));
  const cup = await league(serving.url);
  expect(cup).toMatchObject({ status: 'COMPLETED', matches_completed: 15 });
  for (const row of cup.standings) expect(row.played).toBe(5);
  expect(await serving.stop()).toBe(0);
  open.pop();
  const storage = await openStorage({ data });
  const finished = await storage.matches.list({ over: true, limit: 100 });
  expect(finished).toHaveLength(15);
  expect(finished.every(({ result }) => result!.outcome.kind === 'over')).toBe(true);
  expect(
    new Set(
      finished.map(({ seats }) =>
        seats
          .map(({ agent }) => agent)
          .sort()
          .join(),
      ),
    ).size,
  ).toBe(15);
  expect(await storage.matches.live()).toEqual([]);
  await storage.close();
}, 120_000);
