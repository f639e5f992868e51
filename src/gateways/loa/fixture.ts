import { homeOf, testArena } from '../../../test/arena.ts';
import type { FakeClock } from '../../../test/clock.ts';
import type { AnyGame } from '../../core/game.ts';
import type { LocalArena as Arena } from '../../core/local-arena.ts';
import type { Storage } from '../../core/storage.ts';
import { loadGames } from '../../games/load.ts';
import { manifests } from '../../games/manifests.ts';
import { AgentLines } from './agent-lines.ts';
import { Frames } from './frames.ts';
import { Session, type SessionParts } from './session.ts';
import { homeOf as homeHere } from './terms.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look at frames field by field
export type Frame = any;

/** One connection as its client sees it: what was sent to it, in order. */
export class Client {
  readonly texts: string[] = [];
  readonly session: Session;
  closed: number | undefined;
  #read = 0;
  #arrived: (() => void) | undefined;

  constructor(parts: SessionParts) {
    this.session = new Session(parts, {
      send: (text) => {
        this.texts.push(text);
        this.#arrived?.();
      },
      belongTo() {},
      charge: () => true,
      close: (code) => {
        this.closed = code;
      },
    });
  }

  get frames(): Frame[] {
    return this.texts.map((text) => JSON.parse(text));
  }

  say(message: unknown): void {
    this.session.receive(typeof message === 'string' ? message : JSON.stringify(message));
  }

  async nextText(): Promise<string> {
    while (this.#read >= this.texts.length) {
      await new Promise<void>((arrived) => {
        this.#arrived = arrived;
      });
    }
    return this.texts[this.#read++]!;
  }

  async next(): Promise<Frame> {
    return JSON.parse(await this.nextText());
  }

  /** Frames up to and with the next of that type. */
  async until(type: string): Promise<Frame[]> {
    const seen = [await this.next()];
    while (seen.at(-1).type !== type) seen.push(await this.next());
    return seen;
  }

  async last(type: string): Promise<Frame> {
    return (await this.until(type)).at(-1);
  }

  /** What came and was not looked at; it counts as looked at now. */
  unread(): Frame[] {
    const texts = this.texts.slice(this.#read);
    this.#read = this.texts.length;
    return texts.map((text) => JSON.parse(text));
  }
}

export interface World {
  arena: Arena;
  clock: FakeClock;
  storage: Storage;
  faults: unknown[];
  parts: SessionParts;
  /** A connection that has not said who it is. */
  connect(): Client;
  /** A connection of the agent whose key is `key-NAME`; `authenticated` is read. */
  agent(name: string): Promise<Client>;
  /** Everything under way has happened. */
  settle(): Promise<void>;
  /** The same storage under a new server. */
  restart(): Promise<World>;
}

const { games: allGames } = await loadGames(manifests);
const atHome = new Set(manifests.filter(({ home }) => home === 'loa').map(({ id }) => id));

/** Like the terms of a game at home elsewhere, where an illegal move loses. */
const strict = (game: AnyGame) =>
  homeOf(game, { illegal: 1, away: { pause: 0, tell: 0, forfeit: 0, restart: 60_000 } });

/** Sessions over an arena in memory, under a clock that only the test moves. */
export async function makeWorld(
  settings: { games?: AnyGame[]; clock?: FakeClock; storage?: Storage; countdown?: number; timeScale?: number } = {},
): Promise<World> {
  const { games = allGames, countdown, timeScale = 1, ...kept } = settings;
  const homes = Object.fromEntries(
    games.map((game) => {
      if (atHome.has(game.id)) return [game.id, homeHere(game)];
      const home = strict(game);
      return [game.id, countdown === undefined ? home : { ...home, terms: { ...home.terms, countdown } }];
    }),
  );
  const { arena: contract, local: arena, clock, storage, faults } = await testArena(games, { ...kept, homes });
  await arena.restore();
  const frames = new Frames(contract, timeScale);
  const parts: SessionParts = {
    arena: contract,
    clock,
    frames,
    lines: new AgentLines({ arena: contract, frames, fault: (error) => faults.push(error) }),
    identify: async (key) => (key.startsWith('key-') ? { id: `id-${key.slice(4)}`, name: key.slice(4) } : undefined),
    fault: (error) => faults.push(error),
  };
  const settle = async () => {
    for (let i = 0; i < 20; i++) await clock.pass(0);
  };
  return {
    arena,
    clock,
    storage,
    faults,
    parts,
    connect: () => new Client(parts),
    async agent(name) {
      const client = new Client(parts);
      client.say({ type: 'authenticate', token: `key-${name}` });
      await client.last('authenticated');
      return client;
    },
    settle,
    async restart() {
      arena.stop();
      await settle();
      return makeWorld({ ...settings, clock, storage });
    },
  };
}

/** Agents of these names, matched in that game; each has read up to its `matched`. */
export async function matchUp(world: World, gameType: string, names: string[]) {
  const clients: Client[] = [];
  for (const name of names) {
    const client = await world.agent(name);
    client.say({ type: 'join_queue', gameType });
    clients.push(client);
  }
  const matched = await Promise.all(clients.map((client) => client.last('matched')));
  return { clients, gameId: matched[0].gameId as string };
}

/** Everything of a match up to now is read by everybody. */
export async function catchUp(world: World, clients: Client[]): Promise<void> {
  await world.settle();
  for (const client of clients) client.unread();
}

export const submit = (client: Client, gameId: string, move: unknown): void =>
  client.say({ type: 'submit_move', gameId, move });
