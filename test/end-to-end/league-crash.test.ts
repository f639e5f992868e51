import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningReferee, startReferee } from '../../src/cli/league/referee.ts';
import { Actor, type ActorOptions, type Json } from '../../src/gateways/league/fixture.ts';
import { serve } from '../serving.ts';

const PLAYERS = 8;
const ROUNDS = PLAYERS - 1;
const KILLS = 4;
const SCALE = 0.1;

/** One answers with results and goes by our method names; the other with requests of its own, and knows message types alone. */
const DIALECTS: ActorOptions[] = [{}, { style: 'request', knows: (method) => method === method.toUpperCase() }];

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

test('9.7 a league of eight plays through kills and stops; everyone hears every result and the end, without contradiction', async () => {
  const data = mkdtempSync(join(tmpdir(), 'crossplay-league-'));
  const start = async (port: number) =>
    serve({
      PORT: String(port),
      CROSSPLAY_DATA: data,
      CROSSPLAY_LEAGUES: `spring=${PLAYERS}`,
      CROSSPLAY_TIME_SCALE: String(SCALE),
    });
  const port = await freePort();
  let server = await start(port);
  const players: Actor[] = [];
  const referees: RunningReferee[] = [];
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    for (const one of [...players, ...referees]) await one.close();
    rmSync(data, { recursive: true });
  });

  for (let i = 0; i < 2; i++) {
    referees.push(
      await startReferee({
        server: `${server.url}/mcp`,
        name: `Outside ${i}`,
        league: 'spring',
        most: 1,
        timeScale: SCALE,
      }),
    );
  }
  for (let i = 0; i < PLAYERS; i++) {
    const player = await new Actor(server.url, { ...DIALECTS[i % 2] }).listen();
    players.push(player);
    await player.register();
  }

  const heard = () => players.reduce((sum, player) => sum + player.heard.length, 0);
  const isOver = () => players.every((player) => player.of('LEAGUE_COMPLETED').length > 0);
  for (let kill = 0; kill < KILLS && !isOver(); kill++) {
    const enough = heard() + 20 + Math.floor(Math.random() * 60);
    await expect.poll(() => isOver() || heard() >= enough, { timeout: 60_000, interval: 1 }).toBe(true);
    await server.stop(kill % 2 ? 'SIGTERM' : 'SIGKILL');
    server = await start(port);
  }
  await expect.poll(isOver, { timeout: 120_000 }).toBe(true);

  const { schedule, standings } = (await (await fetch(`${server.url}/api/v1/leagues/spring`)).json()) as Json;
  expect(schedule).toHaveLength((PLAYERS / 2) * ROUNDS);
  for (const player of players) {
    expect(player.problems).toEqual([]);
    const own = schedule.filter((match: Json) => [match.player_A_id, match.player_B_id].includes(player.id));
    expect(own).toHaveLength(ROUNDS);
    for (const { match_id, result } of own) {
      const told = player.of('GAME_OVER').filter((message) => message.match_id === match_id);
      const results = new Set(
        told.map(({ game_result }) => JSON.stringify([game_result.status, game_result.winner_player_id])),
      );
      expect([...results]).toEqual([JSON.stringify([result.status, result.winner])]);
    }
    const rounds = Array.from({ length: ROUNDS }, (_, i) => i + 1);
    for (const type of ['ROUND_COMPLETED', 'LEAGUE_STANDINGS_UPDATE']) {
      expect([...new Set(player.of(type).map(({ round_id }) => round_id))].sort((a, b) => a - b)).toEqual(rounds);
    }
    for (const { champion } of player.of('LEAGUE_COMPLETED')) expect(champion.player_id).toBe(standings[0].player_id);
  }
  expect(schedule.filter(({ referee_id }: Json) => referee_id !== null).length).toBeGreaterThan(0);
}, 240_000);
