import { Compile } from 'typebox/compile';
import { contractOf } from '../../../test/afar.ts';
import { type FakeClock, fakeClock } from '../../../test/clock.ts';
import type { GameHome } from '../../core/arena.ts';
import { LocalArena as Arena } from '../../core/local-arena.ts';
import type { PurseDesk } from '../../core/purse-desk.ts';
import { settleElo } from '../../core/settle/elo.ts';
import type { Storage } from '../../core/storage.ts';
import { bazaar } from '../../games/bazaar/rules.ts';
import { chess } from '../../games/chess/rules.ts';
import { connectFour } from '../../games/connect-four/rules.ts';
import { regularDebate, spicyDebate } from '../../games/debate/rules.ts';
import { evenOdd } from '../../games/even-odd/rules.ts';
import { go } from '../../games/go/rules.ts';
import { ALIASES } from '../../games/manifests.ts';
import { skillGomoku } from '../../games/skill-gomoku/rules.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { openSqlite } from '../../storage/sqlite.ts';
import type { TableState } from './protocol.ts';
import { Hall, VIA } from './rooms/hall.ts';
import { Session } from './session.ts';
import { settlePoints } from './settle/points.ts';
import { settleWager, WAGER, wagerNote } from './settle/wager.ts';
import { homes, pointGames } from './terms.ts';

const GAMES = [chess, go, regularDebate, spicyDebate, bazaar, ticTacToe, connectFour, skillGomoku, evenOdd];

/** Terms like those of games whose home is elsewhere: an illegal move loses, and so does going away. */
const strict: GameHome = {
  options: {},
  size: 2,
  rating: { start: 1500, k: 32 },
  terms: {
    clock: { each: 15_000 },
    illegal: 1,
    late: 'forfeit',
    away: { pause: 0, tell: 0, forfeit: 0, restart: 60_000 },
    seating: 'arrival',
    rated: true,
  },
};

export interface Frame {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into frames of every shape
  [field: string]: any;
}

/** An agent in a test: what it was sent, and with which code we hung up. */
export class TestAgent {
  readonly id: string;
  readonly name: string;
  readonly session: Session;
  readonly frames: Frame[] = [];
  closed: number | undefined;
  readonly #clock: FakeClock;

  constructor(hall: Hall, clock: FakeClock, name: string) {
    this.id = `id-${name}`;
    this.name = name;
    this.#clock = clock;
    this.session = new Session(
      hall,
      { id: this.id, name },
      {
        send: (text) => this.frames.push(JSON.parse(text)),
        belongTo() {},
        charge: () => true,
        isBehind: false,
        onceTaken() {},
        close: (code) => {
          this.closed = code;
        },
      },
    );
  }

  async does(action: string, fields: object = {}): Promise<void> {
    await this.sends(JSON.stringify({ action, ...fields }));
  }

  async sends(text: string | undefined): Promise<void> {
    this.session.receive(text);
    await this.#clock.pass(0);
  }

  /** The frames since the last look. */
  take(): Frame[] {
    return this.frames.splice(0);
  }

  last(event: string): Frame | undefined {
    return this.frames.findLast((frame) => frame.event === event);
  }

  get events(): string[] {
    return this.frames.map(({ event }) => event);
  }

  /** The code of the latest error. */
  get error(): string | undefined {
    return this.last('error')?.code;
  }
}

export interface Seats {
  first: TestAgent;
  second: TestAgent;
  match: string;
}

export class Fixture {
  readonly arena: Arena;
  readonly hall: Hall;
  readonly clock: FakeClock;
  readonly storage: Storage;
  readonly faults: unknown[] = [];

  readonly #purse: PurseDesk | undefined;

  constructor(storage: Storage, clock: FakeClock, seed: string, purse?: PurseDesk) {
    this.#purse = purse;
    this.storage = storage;
    this.clock = clock;
    let serial = 0;
    const born = clock.ticks();
    this.arena = new Arena({
      games: GAMES,
      aliases: ALIASES,
      homes: { ...homes, ttt: strict, c4: strict, 'skill-gomoku': strict, even_odd: strict },
      storage,
      clock,
      settles: [settleElo((game) => this.arena.home(game).rating), settlePoints(pointGames), settleWager()],
      notes: { [WAGER]: wagerNote(pointGames, VIA) },
      newId: () => `id-${born}-${++serial}`,
      newSeed: () => seed.repeat(32),
      validator: (schema) => {
        const validator = Compile(schema);
        return (value) => validator.Check(value);
      },
      fault: (error) => this.faults.push(error),
    });
    this.hall = new Hall({
      arena: contractOf(this.arena, { storage, clock, fault: (error) => this.faults.push(error) }),
      clock,
      figures: storage.figures,
      documents: storage.documents,
      purse,
      timeScale: 1,
      fault: (error) => this.faults.push(error),
      humans: (room) => (room === 'chess' ? 2 : 0),
    });
  }

  connect(name: string): TestAgent {
    return new TestAgent(this.hall, this.clock, name);
  }

  /** The first table of a room that is about this. */
  table(room: string, title?: string): TableState {
    const states = this.hall.tables.states(this.hall.rooms.named(room)!);
    return states.find(
      ({ status, prompt_title }) => status === 'waiting' && (title === undefined || prompt_title === title),
    )!;
  }

  /** Two agents at a table whose match has started; the first is the one that goes first. */
  async match(
    room: string,
    { title, names = ['Ada', 'Bob'] }: { title?: string; names?: [string, string] } = {},
  ): Promise<Seats> {
    const agents = names.map((name) => this.connect(name));
    const { id } = this.table(room, title);
    for (const agent of agents) {
      await agent.does('enter_room', { room });
      await agent.does('sit_table', { room, table_id: id });
    }
    await this.clock.pass(3000);
    const [a, b] = agents as [TestAgent, TestAgent];
    const start = a.last('match_start')!;
    const [first, second] = start.you_go_first ? [a, b] : [b, a];
    return { first, second, match: start.match_id as string };
  }

  /** Lets time pass while these agents send their heartbeats. */
  async wait(ms: number, ...alive: TestAgent[]): Promise<void> {
    for (let left = ms; left > 0; left -= 30_000) {
      for (const agent of alive) await agent.does('heartbeat');
      await this.clock.pass(Math.min(left, 30_000));
    }
  }

  /** Says the contents in turn, the first side first. */
  async play({ first, second, match }: Seats, ...contents: string[]): Promise<void> {
    for (const [i, content] of contents.entries()) {
      await (i % 2 ? second : first).does('send_message', { match_id: match, content });
    }
  }

  /** The same storage under a new server, as after a crash. */
  async restart(): Promise<Fixture> {
    this.arena.stop();
    this.hall.stop();
    const again = new Fixture(this.storage, this.clock, '17', this.#purse);
    await again.arena.restore();
    await again.hall.start();
    return again;
  }
}

export async function fixture(seed = '17', money?: { storage: Storage; purse: PurseDesk }): Promise<Fixture> {
  const made = new Fixture(money?.storage ?? (await openSqlite(':memory:')), fakeClock(), seed, money?.purse);
  await made.hall.start();
  return made;
}
