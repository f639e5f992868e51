import type { IncomingMessage } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import { arrived } from '../../../test/afar.ts';
import { testArena } from '../../../test/arena.ts';
import type { FakeClock } from '../../../test/clock.ts';
import { otherParts } from '../../../test/gateway-parts.ts';
import { type Accounts, createAccounts } from '../../accounts/accounts.ts';
import type { Arena as Contract } from '../../core/arena.ts';
import type { AnyGame } from '../../core/game.ts';
import type { LocalArena as Arena } from '../../core/local-arena.ts';
import type { PurseDesk } from '../../core/purse-desk.ts';
import { settleElo } from '../../core/settle/elo.ts';
import type { Storage } from '../../core/storage.ts';
import { clawpolyBots } from '../../games/clawpoly/bots.ts';
import { diceOf } from '../../games/clawpoly/rules.scene.ts';
import { clawpoly } from '../../games/clawpoly/rules.ts';
import type { State } from '../../games/clawpoly/state.ts';
import { House } from '../../house/house.ts';
import type { Gateway } from '../gateway.ts';
import type { Endpoint, Sockets, Wire, WireEvents } from '../sockets.ts';
import { clawpolyGateway } from './server.ts';
import { clawpolySettle } from './settle.ts';
import { entryFeesNote, STAKES, settleEntryFees } from './stakes.ts';
import { ELO, homes } from './terms.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look at frames field by field
export type Frame = any;

/** One connection as its client sees it. */
export class Client {
  readonly frames: Frame[] = [];
  readonly events: WireEvents;
  closed: number | undefined;
  #read = 0;

  constructor(open: (wire: Wire) => WireEvents) {
    this.events = open({
      send: (text) => {
        if (this.closed === undefined) this.frames.push(JSON.parse(text));
      },
      belongTo() {},
      charge: () => true,
      isBehind: false,
      onceTaken() {},
      close: (code) => {
        this.closed ??= code;
      },
    });
  }

  say(type: string, data?: object): void {
    this.raw(JSON.stringify(data ? { type, data } : { type }));
  }

  raw(text: string | undefined): void {
    this.events.receive(text);
  }

  leave(): void {
    this.closed ??= 1006;
    this.events.closed();
  }

  /** What came and was not looked at; it counts as looked at now. */
  unread(): Frame[] {
    const unread = this.frames.slice(this.#read);
    this.#read = this.frames.length;
    return unread;
  }

  get types(): string[] {
    return this.frames.map(({ type }) => type);
  }

  last(type?: string): Frame {
    return type === undefined ? this.frames.at(-1) : this.frames.findLast((frame) => frame.type === type);
  }
}

export interface Seated {
  agentToken: string;
  playerId: string;
  roomId: string;
  roomCode: string;
}

export interface World {
  arena: Arena;
  /** The arena as gateways know it. */
  contract: Contract;
  clock: FakeClock;
  storage: Storage;
  accounts: Accounts;
  faults: unknown[];
  http: FastifyInstance;
  gateway: Gateway;
  call(path: string, body?: object, key?: string): Promise<{ status: number; body: Frame }>;
  /** @returns the status when the upgrade is refused */
  open(path: string, query: { [name: string]: string }): Promise<Client | number>;
  agent(seated: Seated): Promise<Client>;
  spectator(roomCode: string, ownerToken?: string): Promise<Client>;
  /** Everything under way has happened. */
  settle(): Promise<void>;
  /** The same storage under a new server. */
  restart(): Promise<World>;
}

interface Settings {
  game?: AnyGame;
  clock?: FakeClock;
  storage?: Storage;
  purse?: PurseDesk;
}

/** The game from a given state on, with dice that fall by the number of the decision. */
export const staged = (state: State, dice: { [decision: number]: number[] } = {}): AnyGame => ({
  ...clawpoly,
  start: () => state,
  play: (before, moves) => clawpoly.play(before, moves, diceOf(...(dice[(before as State).decision] ?? []))),
});

/** The gateway over an arena in memory, under a clock that only the test moves, without a socket. */
export async function makeWorld(settings: Settings = {}): Promise<World> {
  const { game = clawpoly, purse, ...kept } = settings;
  const {
    arena: contract,
    local: arena,
    clock,
    storage,
    faults,
  } = await testArena([game], {
    ...kept,
    homes,
    settles: [settleElo(() => ELO), clawpolySettle([game]), settleEntryFees()],
    notes: { [STAKES]: entryFeesNote },
  });
  const fault = (error: unknown) => faults.push(error);
  const accounts = createAccounts({ storage, clock });
  const house = new House({ arena: contract, bots: { clawpoly: clawpolyBots }, clock, patience: undefined, fault });
  await arena.restore();
  await house.start();
  const http = fastify({ trustProxy: 'loopback' });
  const endpoints = new Map<string, Endpoint<unknown>>();
  const sockets = {
    add: (path: string, endpoint: Endpoint<unknown>) => endpoints.set(path, endpoint),
  } as unknown as Sockets;
  const gateway = clawpolyGateway({
    ...otherParts(),
    arena: contract,
    accounts,
    documents: storage.documents,
    figures: storage.figures,
    reads: storage.beside,
    clock,
    http,
    sockets,
    house,
    purse,
  });
  http.setErrorHandler(async (error: { statusCode?: number; message: string }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ error: error.message }),
  );
  await gateway.start!();
  await arrived();

  const settle = async () => {
    for (let i = 0; i < 4; i++) await clock.pass(0);
  };
  const open = async (path: string, query: { [name: string]: string }): Promise<Client | number> => {
    const endpoint = endpoints.get(path)!;
    const url = new URL(`http://host${path}?${new URLSearchParams(query)}`);
    const guest = await endpoint.admit({} as IncomingMessage, url);
    const refused = guest as { refuse?: { status: number } };
    if (refused.refuse) return refused.refuse.status;
    const client = new Client((wire) => endpoint.open(wire, guest));
    await arrived();
    return client;
  };
  return {
    arena,
    contract,
    clock,
    storage,
    accounts,
    faults,
    http,
    gateway,
    async call(path, body, key) {
      const reply = await http.inject({
        method: body ? 'POST' : 'GET',
        url: `/api/v1${path}`,
        ...(body && { payload: body }),
        ...(key && { headers: { authorization: `Bearer ${key}` } }),
      });
      return { status: reply.statusCode, body: reply.json() };
    },
    open,
    agent: async ({ roomId, agentToken }) => (await open('/ws/agent', { roomId, agentToken })) as Client,
    spectator: async (roomCode, ownerToken) =>
      (await open('/ws/spectator', { roomCode, ...(ownerToken && { ownerToken }) })) as Client,
    settle,
    async restart() {
      arena.stop();
      await gateway.stop();
      await settle();
      return makeWorld({ ...settings, clock, storage });
    },
  };
}

export interface Table {
  room: Frame;
  seats: Seated[];
  agents: Client[];
}

/** A room whose game is on, with everyone connected before it began. */
export async function seat(world: World, count: number, wish: object = {}): Promise<Table> {
  const { body: room } = await world.call('/rooms', { maxPlayers: count, gameSpeed: 'instant', ...wish });
  const seats: Seated[] = [];
  const agents: Client[] = [];
  for (let i = 0; i < count; i++) {
    const { body } = await world.call(`/rooms/${room.roomId}/join`, { name: `Agent ${i + 1}` });
    seats.push(body);
    agents.push(await world.agent(body));
  }
  await world.settle();
  return { room, seats, agents };
}

/** Everyone at a table of a game that goes on from that state. */
export async function stage(
  state: State,
  dice: { [decision: number]: number[] } = {},
  wish: object = {},
): Promise<World & Table> {
  const world = await makeWorld({ game: staged(state, dice) });
  const table = await seat(world, state.players.length, wish);
  for (const agent of table.agents) agent.unread();
  return { ...world, ...table };
}
