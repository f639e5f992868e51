import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, type ExpectStatic, test } from 'vitest';
import type { Competition } from '../../src/competitions/competition.ts';
import { pair } from '../../src/competitions/formats/index.ts';
import { applyAll, begin, type Entry, replay } from '../../src/competitions/log.ts';
import { noShow } from '../../src/competitions/no-shows.ts';
import { standings } from '../../src/competitions/standings.ts';
import { dueMatches, pairingsOf, type State, seededOf } from '../../src/competitions/state.ts';
import { arrangedAt } from '../../src/core/arranged.ts';
import type { Storage } from '../../src/core/storage.ts';
import { renewHostToken } from '../../src/gateways/web/host-token.ts';
import { openStorage } from '../../src/storage/open.ts';
import { ClawpolyAgent, greedy, type Ticket } from '../clawpoly-client.ts';
import { startPostgres } from '../postgres.ts';
import { serve } from '../serving.ts';
import { agentgamesPlayer, agonPlayer, leaguePlayer, loaPlayer, type TttPlayer } from '../ttt-players.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;
type Where = { data: string; databaseUrl: string | undefined };

/** Whoever sits first wins when everybody takes the first free cell, so a straight run can be computed. */
const FORMATS = [
  { type: 'round-robin' },
  { type: 'swiss', rounds: 3, bestOf: 3 },
  { type: 'knockout', thirdPlace: true },
  { type: 'double-knockout' },
  { type: 'gauntlet', cycles: 2 },
];
/** All run at once; while one of them has not been struck so often, another kill comes. */
const KILLS_OF_EACH = 2;
const PLAYERS = ['lola', 'abel', 'agnes', 'liga', 'mute'];

/** A straight run of the same seed, without a server. */
function straightRun(competition: Competition, log: Entry[], mute: string): State {
  const opened = log.filter(({ kind }) => kind === 'entered' || kind === 'closed');
  let state = applyAll(competition, begin(), opened) as State;
  const take = (entries: Entry[]): void => {
    state = applyAll(competition, state, entries) as State;
  };
  for (;;) {
    const next = pair(competition.format, seededOf(state), pairingsOf(state), competition.seed);
    if (!Array.isArray(next)) return state;
    take([{ at: 0, kind: 'paired', round: next[0]!.round, pairings: next }]);
    for (let [due] = dueMatches(state); due; [due] = dueMatches(state)) {
      const { id } = due.pairing;
      if (due.seats.includes(mute)) take(noShow(state, id, [mute], 0));
      else {
        const over = { match: '', agents: due.seats, ranks: [1, 2], reason: '' };
        take([{ at: 0, kind: 'result', pairing: id, game: due.game, ...over }]);
      }
    }
  }
}

const tableOf = ({ format, seed }: Competition, state: State) =>
  standings(format, seededOf(state), pairingsOf(state), seed);

async function killAndGoOn(expect: ExpectStatic, where: Where): Promise<void> {
  const storage = await openStorage(where);
  const host = await renewHostToken(storage.documents);
  await storage.close();
  const env = {
    CROSSPLAY_LEAGUES: 'cup=9:ttt',
    CROSSPLAY_TIME_SCALE: '0.5',
    ...(where.databaseUrl ? { DATABASE_URL: where.databaseUrl } : { CROSSPLAY_DATA: where.data }),
  };
  let server = await serve(env);
  const ask = async (method: string, path: string, token?: string, body?: object): Promise<Json> => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(`${server.url}/api/v1/${path}`, init)).json();
  };
  const register = (name: string) => ask('POST', 'agents', undefined, { name });
  const claw = (await register('claw')).apiKey as string;
  const fields: { keys: string[]; mute: string }[] = [];
  for (const { type } of FORMATS) {
    const accounts: Json[] = [];
    for (const name of PLAYERS) accounts.push(await register(`${name} ${type}`));
    fields.push({ keys: accounts.map(({ apiKey }) => apiKey), mute: accounts.at(-1).agentId });
  }

  // An agent of league.v2 is an address, and stays where it is.
  const ligas: TttPlayer[] = [];
  for (const { keys } of fields) ligas.push(await leaguePlayer(server.url, keys[3]!, 'cup'));
  let players: { leave(): unknown }[] = [];
  const { roomId } = await ask('POST', 'rooms', undefined, {});
  const ticket = (await ask('POST', `rooms/${roomId}/join`, claw, { name: 'claw' })) as Ticket;
  const connect = async () => {
    players = [new ClawpolyAgent(server.url, ticket, greedy)];
    for (const { keys } of fields) {
      players.push(
        await loaPlayer(server.url, keys[0]!),
        agentgamesPlayer(server.url, keys[1]!),
        await agonPlayer(server.url, keys[2]!),
      );
    }
  };
  await connect();

  const open = async (entrants: string[], bots: number, opening: object): Promise<string> => {
    const { id } = await ask('POST', 'competitions', host, { noShowSeconds: 12, ...opening });
    for (const key of entrants) await ask('POST', `competitions/${id}/entries`, key);
    if (bots > 0) await ask('POST', `competitions/${id}/entries`, host, { count: bots });
    await ask('POST', `competitions/${id}/start`, host);
    return id;
  };
  const look = (id: string): Promise<Json> => ask('GET', `competitions/${id}`);
  const decided = ({ rounds }: Json): number =>
    rounds.flatMap(({ pairings }: Json) => pairings.filter(({ outcome }: Json) => outcome)).length;
  // Beside what can be computed: what the dice say, among bots and an agent of Clawpoly.
  const heats = { type: 'heats', seats: 4 };
  const byDice = [
    await open([claw], 7, { name: 'heats', game: 'clawpoly', options: { turnLimit: 3 }, format: heats }),
    await open([], 6, { name: 'arena', game: 'ttt', format: { type: 'arena', minutes: 1 } }),
  ];
  const ids: string[] = [];
  for (const [i, format] of FORMATS.entries()) {
    ids.push(await open(fields[i]!.keys, 0, { name: format.type, game: 'ttt', format }));
  }
  const kills = new Map(ids.map((id) => [id, 0]));
  const underWay = async (): Promise<Json[]> => {
    const all: Json[] = await Promise.all(ids.map(look));
    return all.filter(({ status }) => status !== 'over');
  };
  const lacking = (now: Json[]): boolean => now.some(({ id }) => kills.get(id)! < KILLS_OF_EACH);
  for (let now = await underWay(); lacking(now); now = await underWay()) {
    const { id } = now.find((one) => kills.get(one.id)! < KILLS_OF_EACH);
    const enough = decided(await look(id)) + 1 + Math.floor(Math.random() * 2);
    const ripe = async () => {
      const { status, ...shown } = await look(id);
      return status === 'over' || decided(shown) >= enough;
    };
    await expect.poll(ripe, { timeout: 60_000, interval: 5 }).toBe(true);
    for (const struck of await underWay()) kills.set(struck.id, kills.get(struck.id)! + 1);
    await server.stop('SIGKILL');
    for (const player of players) await player.leave();
    server = await serve(env);
    await connect();
  }
  for (const id of [...ids, ...byDice]) {
    await expect.poll(async () => (await look(id)).status, { timeout: 120_000 }).toBe('over');
  }
  const shown = await Promise.all(ids.map(async (id) => (await look(id)).standings));
  for (const player of [...players, ...ligas]) await player.leave();
  expect(await server.stop()).toBe(0);

  const after = await openStorage(where);
  try {
    for (const [i, id] of ids.entries()) {
      const competition = (await after.competitions.get(id)) as Competition;
      const log = (await after.competitions.read(id)) as Entry[];
      expect(shown[i]).toEqual(tableOf(competition, straightRun(competition, log, fields[i]!.mute)));
    }
    for (const id of [...ids, ...byDice]) await nothingTwice(expect, after, id);
    // No table was played at twice.
    const played = (await after.matches.list({ over: true, limit: 2000 })).map((match) => match.id);
    const tables = await Promise.all(played.map(async (id) => (await after.matches.load(id))!.table));
    const arranged = tables.filter((table) => arrangedAt(table));
    expect(new Set(arranged).size).toBe(arranged.length);
  } finally {
    await after.close();
  }
}

/** Every round is the one that follows from what was known before; every pairing has its outcome, every match counts once, where it belongs. */
async function nothingTwice(expect: ExpectStatic, storage: Storage, id: string): Promise<void> {
  const competition = (await storage.competitions.get(id)) as Competition;
  const log = (await storage.competitions.read(id)) as Entry[];
  const state = replay(competition, log);
  expect(state.status).toBe('over');
  for (const [i, entry] of log.entries()) {
    if (entry.kind !== 'paired') continue;
    const before = replay(competition, log.slice(0, i));
    expect(entry.pairings).toEqual(pair(competition.format, seededOf(before), pairingsOf(before), competition.seed));
  }
  const results = log.filter((entry) => entry.kind === 'result');
  expect(new Set(results.map(({ match }) => match)).size).toBe(results.length);
  for (const { id: pairing, outcome, matches } of pairingsOf(state)) {
    expect(outcome).not.toBeNull();
    for (const match of matches) {
      const record = await storage.matches.load(match);
      expect(arrangedAt(record!.table)).toMatchObject({ id, pairing });
    }
  }
}

describe('competitions of five protocols, one agent of which never comes, go on after each kill to the standings of a straight run', () => {
  const data = mkdtempSync(join(tmpdir(), 'crossplay-killed-'));
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  test.concurrent('on SQLite', ({ expect }) => killAndGoOn(expect, { data, databaseUrl: undefined }), 400_000);

  test.concurrent('on PostgreSQL', async ({ expect, skip }) => {
    skip(!postgres, 'PostgreSQL: no server found');
    await killAndGoOn(expect, { data, databaseUrl: postgres!.url });
  }, 400_000);
});
