import fastify, { type FastifyInstance } from 'fastify';
import { homeOf, testArena } from '../../../test/arena.ts';
import type { FakeClock } from '../../../test/clock.ts';
import { otherParts } from '../../../test/gateway-parts.ts';
import { type Accounts, createAccounts } from '../../accounts/accounts.ts';
import { readAnchors } from '../../core/anchors.ts';
import type { AnyGame } from '../../core/game.ts';
import type { LocalArena } from '../../core/local-arena.ts';
import { settleElo } from '../../core/settle/elo.ts';
import { settleSure } from '../../core/settle/glicko.ts';
import type { Storage } from '../../core/storage.ts';
import { loadGames } from '../../games/load.ts';
import { manifests } from '../../games/manifests.ts';
import { House } from '../../house/house.ts';
import type { Gateway, GatewayParts } from '../gateway.ts';
import { HeldSeats } from '../held/held-seats.ts';
import { Sockets } from '../sockets.ts';
import { httpGateway } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look at answers field by field
export type Body = any;
export interface Answer {
  status: number;
  body: Body;
  headers: { [name: string]: unknown };
}

export interface World {
  http: FastifyInstance;
  local: LocalArena;
  accounts: Accounts;
  held: HeldSeats;
  clock: FakeClock;
  storage: Storage;
  faults: unknown[];
  /** An agent with a key of its own. */
  agent(name: string): Promise<Caller>;
  /** The same storage under a new server; nobody was told. */
  crash(): Promise<World>;
  settle(): Promise<void>;
}

export const GRACE = 60_000;
const { games: allGames, bots } = await loadGames(manifests);

/** One account as it calls. */
export class Caller {
  world: World;
  readonly name: string;
  readonly key: string;
  constructor(world: World, name: string, key: string) {
    this.world = world;
    this.name = name;
    this.key = key;
  }

  async call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
    const { statusCode, headers, payload } = await this.world.http.inject({
      method,
      url: `/api/v1/${path}`,
      headers: { authorization: `Bearer ${this.key}` },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: statusCode, headers, body: JSON.parse(payload) };
  }

  async play(wish: object): Promise<Body> {
    return (await this.call('POST', 'play', wish)).body;
  }

  async look(id: string, query = ''): Promise<Body> {
    return (await this.call('GET', `play/${id}${query}`)).body;
  }

  move(id: string, move: object): Promise<Answer> {
    return this.call('POST', `play/${id}/moves`, move);
  }
}

/** The routes over an arena in memory, under a clock that only the test moves. */
export async function makeWorld(
  settings: {
    games?: AnyGame[];
    terms?: Parameters<typeof homeOf>[1];
    clock?: FakeClock;
    storage?: Storage;
    serial?: number;
    /** Plain HTTP unless another gateway of held seats is meant. */
    open?: (parts: GatewayParts) => Gateway;
  } = {},
): Promise<World> {
  const { games = allGames, terms, clock: known, storage: kept } = settings;
  const homes = Object.fromEntries(
    games.map((game) => [game.id, { ...homeOf(game, terms), size: Math.min(game.seats.max, 4) }]),
  );
  const { arena, local, clock, storage, faults } = await testArena(games, {
    homes,
    settles: [settleElo((game) => homes[game]!.rating), settleSure],
    ...(known && { clock: known }),
    ...(kept && { storage: kept }),
    serial: settings.serial ?? 0,
  });
  await local.restore();
  const fault = (error: unknown) => void faults.push(error);
  const accounts = createAccounts({ storage, clock });
  const house = new House({ arena, bots, clock, patience: undefined, fault });
  await house.start();
  let serial = settings.serial ?? 0;
  const newId = () => `play-${++serial}`;
  const held = new HeldSeats({
    ...{ arena, clock, store: storage.held, house, agents: accounts, scale: 1, grace: GRACE, newId, fault },
    anchors: (game) => readAnchors(storage.documents, game),
  });
  const http = fastify();
  const { documents, figures } = storage;
  const parts = {
    ...otherParts(),
    arena,
    accounts,
    clock,
    http,
    documents,
    figures,
    reads: storage.beside,
    house,
    held,
  };
  const gateway = (settings.open ?? httpGateway)({ ...parts, sockets: new Sockets() });
  await gateway.start?.();
  await held.start();
  await local.lobby.reopen();
  const settle = async () => {
    for (let i = 0; i < 10; i++) await clock.pass(0);
  };
  const world: World = {
    ...{ http, local, accounts, held, clock, storage, faults, settle },
    async agent(name) {
      const registered = await accounts.register(name);
      if ('error' in registered) throw new Error(registered.error);
      return new Caller(world, name, registered.apiKey);
    },
    async crash() {
      // What the old server would still do must not reach the storage.
      local.stop();
      held.stop();
      await settle();
      return makeWorld({ ...settings, clock, storage, serial: serial + 1000 });
    },
  };
  return world;
}

/** Two agents in one match of two: whoever sits first is first. */
export async function matched(world: World, game: string, wish: object = {}) {
  const callers = [await world.agent(`ann-${game}`), await world.agent(`bob-${game}`)] as const;
  const first = await callers[0].play({ game, ...wish });
  const second = await callers[1].play({ game, ...wish });
  return { ann: callers[0], bob: callers[1], a: first.id as string, b: second.id as string };
}
