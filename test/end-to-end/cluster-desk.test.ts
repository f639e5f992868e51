import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Competition } from '../../src/competitions/competition.ts';
import { type Entry, replay } from '../../src/competitions/log.ts';
import { pairingsOf } from '../../src/competitions/state.ts';
import { arrangedAt } from '../../src/core/arranged.ts';
import type { Storage } from '../../src/core/storage.ts';
import { Actor, type Json } from '../../src/gateways/league/fixture.ts';
import { renewHostToken } from '../../src/gateways/web/host-token.ts';
import { openStorage } from '../../src/storage/open.ts';
import { ClawpolyAgent, greedy, join, request, type Ticket } from '../clawpoly-client.ts';
import { type TestCluster, testCluster } from '../cluster/nodes.ts';
import { loaPlayer, type TttPlayer } from '../ttt-players.ts';

const cluster = (await testCluster()) as TestCluster;
const LONG = 240_000;
const PLAYERS = 6;
const ENV = { CROSSPLAY_LEAGUES: `spring=${PLAYERS}`, CROSSPLAY_TIME_SCALE: '0.2', CROSSPLAY_PRIVATE_CALLS: 'yes' };
const stops: (() => unknown)[] = [];

/** Plays its seat of a room to the end, however often the connection ends. */
async function playRoom(url: string, ticket: Ticket, isOver: () => boolean): Promise<ClawpolyAgent> {
  for (;;) {
    const agent = new ClawpolyAgent(url, ticket, greedy);
    await agent.over().catch(() => {});
    if (agent.types.includes('agent:game_over') || isOver()) return agent;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** What became of a match, for whoever reads that it was not played to its end. */
async function storyOf({ matches }: Storage, id: string) {
  const [record, result] = await Promise.all([matches.load(id), matches.result(id)]);
  const seats = record?.seats.map(({ name, via }) => `${name} by ${via}`);
  return { id, seats, at: record?.at, entries: record?.entries, outcome: result?.outcome };
}

// Where PostgreSQL or NATS is not installed.
describe.skipIf(!cluster)('rooms, leagues and competitions, all led by one node', { timeout: LONG }, () => {
  let host = '';
  const entrances = () => Object.values(cluster.nodes).map(({ url }) => url);

  beforeAll(async () => {
    for (const name of ['a', 'b', 'c']) await cluster.start(name, ENV);
    const storage = await openStorage({ data: '', databaseUrl: cluster.databaseUrl });
    host = await renewHostToken(storage.documents);
    await storage.close();
  }, LONG);
  afterAll(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
    await cluster.stop();
  }, LONG);

  async function ask(method: string, path: string, token?: string, body?: object): Promise<Json> {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(`${cluster.nodes.b!.url}/api/v1/${path}`, init)).json();
  }

  async function deskOf(): Promise<string | undefined> {
    const client = new pg.Client(cluster.databaseUrl);
    await client.connect();
    const { rows } = await client.query(
      `select node from places join nodes on nodes.name = node where id = 'desk' and not gone`,
    );
    await client.end();
    return rows[0]?.node;
  }

  async function startRoom() {
    const settings = { gameSpeed: 'fast', maxPlayers: 3, turnLimit: 30 };
    const { body: room } = await request(entrances()[1]!, '/rooms', { body: settings });
    const tickets: Ticket[] = [];
    for (let nth = 0; nth < 3; nth++) {
      tickets.push(await join(entrances()[1]!, room.roomId, { name: `Agent ${nth + 1}` }));
    }
    let over = false;
    const playing = Promise.all(
      tickets.map((ticket, nth) => playRoom(entrances()[1 + (nth % 2)]!, ticket, () => over)),
    ).finally(() => {
      over = true;
    });
    const turns = async () => (await request(entrances()[1]!, `/rooms/${room.roomId}`)).body;
    return { playing, turns, roomId: room.roomId as string };
  }

  async function startLeague(): Promise<Actor[]> {
    const players: Actor[] = [];
    for (let nth = 0; nth < PLAYERS; nth++) {
      const player = await new Actor(entrances()[1 + (nth % 2)]!).listen();
      stops.push(() => player.close());
      await player.register();
      players.push(player);
    }
    return players;
  }

  async function startCompetition(): Promise<string> {
    const format = { type: 'round-robin', cycles: 2 };
    const opening = { name: 'Cup', game: 'ttt', format, noShowSeconds: 60 };
    const { id } = await ask('POST', 'competitions', host, opening);
    const players: TttPlayer[] = [];
    for (const [nth, name] of ['lola', 'lotte'].entries()) {
      const { apiKey } = await ask('POST', 'agents', undefined, { name });
      players.push(await loaPlayer(entrances()[1 + nth]!, apiKey));
      await ask('POST', `competitions/${id}/entries`, apiKey);
    }
    stops.push(() => Promise.all(players.map((player) => player.leave())));
    await ask('POST', `competitions/${id}/entries`, host, { count: 4 });
    await ask('POST', `competitions/${id}/start`, host);
    return id;
  }

  const decided = ({ rounds = [] }: Json): number =>
    rounds.flatMap(({ pairings }: Json) => pairings.filter(({ outcome }: Json) => outcome)).length;

  test('go on at another when that one is killed: nothing is lost, nothing is played twice', async () => {
    expect(await deskOf()).toBe('a');
    const [room, players, cup] = [await startRoom(), await startLeague(), await startCompetition()];
    const heard = () => players.reduce((sum, player) => sum + player.heard.length, 0);
    await expect.poll(heard).toBeGreaterThan(20);
    await expect.poll(async () => decided(await ask('GET', `competitions/${cup}`)) > 0).toBe(true);
    const { a } = cluster.nodes;
    delete cluster.nodes.a;
    const before = { heard: heard(), room: await room.turns() };
    expect(before.room.status).toBe('playing');
    await a!.stop('SIGKILL');

    await expect.poll(deskOf).toMatch(/^[bc]$/);
    const agents = await room.playing;
    const ends = agents.flatMap(({ frames }) => frames.filter(({ type }) => type === 'agent:game_over'));
    expect(ends.length).toBeGreaterThan(0);
    for (const { data } of ends) expect(data).toEqual(ends[0].data);
    await expect
      .poll(() => players.every((player) => player.of('LEAGUE_COMPLETED').length > 0), { timeout: LONG / 2 })
      .toBe(true);
    await expect.poll(async () => (await ask('GET', `competitions/${cup}`)).status, { timeout: LONG / 2 }).toBe('over');
    expect(heard()).toBeGreaterThan(before.heard);

    const { schedule } = await ask('GET', 'leagues/spring');
    expect(schedule).toHaveLength((PLAYERS * (PLAYERS - 1)) / 2);
    for (const player of players) {
      expect(player.problems).toEqual([]);
      const own = schedule.filter((match: Json) => [match.player_A_id, match.player_B_id].includes(player.id));
      for (const { match_id, result } of own) {
        expect(result.status).not.toBe('TECHNICAL_LOSS');
        const told = player.of('GAME_OVER').filter((message) => message.match_id === match_id);
        const results = new Set(
          told.map(({ game_result: { status, winner_player_id } }) => `${status} ${winner_player_id}`),
        );
        expect([...results]).toEqual([`${result.status} ${result.winner}`]);
      }
    }
    await checkCompetition(cup);
  });

  async function checkCompetition(id: string): Promise<void> {
    const storage = await openStorage({ data: '', databaseUrl: cluster.databaseUrl });
    try {
      const competition = (await storage.competitions.get(id)) as Competition;
      const log = (await storage.competitions.read(id)) as Entry[];
      const state = replay(competition, log);
      expect(log.filter(({ kind }) => kind === 'no-show')).toEqual([]);
      const played = pairingsOf(state).flatMap(({ id: pairing, matches }) =>
        matches.map((match) => ({ pairing, match })),
      );
      const stories = await Promise.all(played.map(({ match }) => storyOf(storage, match)));
      // All were connected all the time, each to a node that went on.
      expect(stories.filter(({ outcome }) => outcome?.kind !== 'over' || outcome.forfeit)).toEqual([]);
      expect(played).toHaveLength(2 * ((PLAYERS * (PLAYERS - 1)) / 2));
      const tables = new Set<string>();
      for (const { pairing, match } of played) {
        const { table } = (await storage.matches.load(match))!;
        expect(arrangedAt(table)).toMatchObject({ id, pairing });
        tables.add(table!);
      }
      expect(tables.size).toBe(played.length);
    } finally {
      await storage.close();
    }
  }
});
