import { Compile } from 'typebox/compile';
import { contractOf } from '../../../test/afar.ts';
import { type FakeClock, fakeClock } from '../../../test/clock.ts';
import type { GameHome } from '../../core/arena.ts';
import type { AnyGame } from '../../core/game.ts';
import { LocalArena as Arena } from '../../core/local-arena.ts';
import { settleElo } from '../../core/settle/elo.ts';
import type { Storage } from '../../core/storage.ts';
import { chess } from '../../games/chess/rules.ts';
import { connectFour } from '../../games/connect-four/rules.ts';
import { echo } from '../../games/echo/rules.ts';
import { go } from '../../games/go/rules.ts';
import { ALIASES } from '../../games/manifests.ts';
import { skillGomoku } from '../../games/skill-gomoku/rules.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { openSqlite } from '../../storage/sqlite.ts';
import { isPlayable, Observations } from './notation.ts';
import { type Line, type Player, Session, type SessionParts } from './session.ts';
import { homeOf } from './terms.ts';

export const QUEUE_WAIT = 120_000;
export const MOVE_TIMEOUT = 15_000;

const GAMES: AnyGame[] = [ticTacToe, connectFour, chess, go, skillGomoku, echo];

const ours = homeOf(ticTacToe, { moveTimeout: MOVE_TIMEOUT, queueWait: QUEUE_WAIT });

/** Terms like those of a game whose home is elsewhere: an illegal move may be tried again. */
const forgiving: GameHome = {
  ...ours,
  rating: { start: 1200, k: 32 },
  terms: {
    clock: { each: 60_000, first: 120_000 },
    late: 'again',
    strikes: { out: 2 },
    away: { pause: 30_000, tell: 15_000, forfeit: 30_000, restart: 30_000 },
    seating: 'arrival',
    rated: true,
  },
};

const HOMES: { [game: string]: GameHome } = {
  ttt: ours,
  c4: ours,
  chess: forgiving,
  go: forgiving,
  'skill-gomoku': forgiving,
  echo: forgiving,
};

/** An agent in a test: what it was sent, and whether we hung up. */
export interface TestAgent {
  session: Session;
  frames: string[];
  ended: boolean | undefined;
}

export interface Fixture {
  arena: Arena;
  clock: FakeClock;
  storage: Storage;
  parts: SessionParts;
  faults: unknown[];
  /** An agent that comes in, with the game named out of band if given. */
  connect(name: string, game?: string): TestAgent;
  /** Lets everything under way finish. */
  settle(): Promise<void>;
  /** The same storage under a new server, as after a crash. */
  restart(): Promise<Fixture>;
}

export const player = (name: string): Player => ({ id: `id-${name}`, name });

export async function fixture(storage?: Storage, clock: FakeClock = fakeClock()): Promise<Fixture> {
  const store = storage ?? (await openSqlite(':memory:'));
  const faults: unknown[] = [];
  let serial = 0;
  const arena: Arena = new Arena({
    games: GAMES,
    aliases: ALIASES,
    homes: HOMES,
    storage: store,
    clock,
    settles: [settleElo((game) => arena.home(game).rating)],
    newId: () => `match-${++serial}-${storage ? 'again' : 'first'}`,
    newSeed: () => '17'.repeat(32),
    validator: (schema) => {
      const validator = Compile(schema);
      return (value) => validator.Check(value);
    },
    fault: (error) => faults.push(error),
  });
  const contract = contractOf(arena, { storage: store, clock, fault: (error) => faults.push(error) });
  const parts: SessionParts = {
    arena: contract,
    clock,
    games: new Map(contract.games.filter(isPlayable).map((game) => [game.id, game])),
    observations: new Observations(),
    queueWait: QUEUE_WAIT,
    left: new WeakSet(),
    open: new Set(),
    fault: (error) => faults.push(error),
  };
  return {
    arena,
    clock,
    storage: store,
    parts,
    faults,
    connect(name, game) {
      const agent: Omit<TestAgent, 'session'> = { frames: [], ended: undefined };
      const line: Line = {
        send: (frame) => agent.frames.push(frame),
        end(well) {
          agent.ended = well;
        },
      };
      return Object.assign(agent, { session: new Session(parts, player(name), line, game) });
    },
    async settle() {
      for (let i = 0; i < 5; i++) await clock.pass(0);
    },
    async restart() {
      arena.stop();
      const again = await fixture(store, clock);
      await again.arena.restore();
      return again;
    },
  };
}
