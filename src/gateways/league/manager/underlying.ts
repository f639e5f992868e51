import type { Competition, Seeded } from '../../../competitions/competition.ts';
import { Conductor } from '../../../competitions/conductor/conductor.ts';
import { pair } from '../../../competitions/formats/index.ts';
import { roundRobinSchedule } from '../../../competitions/formats/round-robin.ts';
import { type Entry, SERVER } from '../../../competitions/log.ts';
import { standings } from '../../../competitions/standings.ts';
import { pairingsOf, type State } from '../../../competitions/state.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CompetitionStore } from '../../../core/storage.ts';
import type { League, LeagueBody, Player } from './league.ts';
import { PairingTables } from './pairing-tables.ts';
import type { Pairing } from './schedule.ts';
import { leagueTable, type Standing } from './standings.ts';

export type Logs = Pick<CompetitionStore, 'read' | 'append'>;

export interface UnderlyingParts {
  logs: Logs;
  clock: Clock;
  fault(error: unknown): void;
}

const FORMAT = { type: 'round-robin', order: 'circle', seeding: 'entry' } as const;
/** Nothing is drawn in a league. */
const SEED = '00'.repeat(32);

const competitionOf = ({ id, game, at }: LeagueBody): Competition => ({
  id: `league/${id}`,
  name: id,
  game,
  options: null,
  format: FORMAT,
  rules: { entry: {}, start: null, noShow: 0, between: 0 },
  seed: SEED,
  at,
});

const seeded = (entered: Player[]): Seeded[] =>
  entered.map(({ id, name }, i) => ({ agent: id, name, seed: i + 1, lot: i + 1, withdrew: false }));

/** All rounds of those who entered. */
export const scheduleOf = (entered: Player[]): Pairing[][] =>
  roundRobinSchedule(FORMAT, seeded(entered)).map((round) =>
    round.map(({ id, round: number, agents: [a, b] }) => ({ id, round: number, a: a!, b: b! })),
  );

/** By the results of the rounds up to this one. */
export function tableAfter(round: number, entered: Player[], state: State | undefined): Standing[] {
  const played = state ? pairingsOf(state).filter((pairing) => pairing.round <= round) : [];
  return leagueTable(standings(FORMAT, seeded(entered), played, SEED));
}

/**
 * The competition that a league is underneath, from its start on: its log says who plays, what was paired and how each
 * pairing ended. The log follows the fixtures; what it missed when the server stopped it takes from them at the next start.
 */
export class Underlying {
  readonly #conductor: Conductor;

  private constructor(conductor: Conductor) {
    this.#conductor = conductor;
  }

  static async takeUp(league: League, { logs, clock, fault }: UnderlyingParts): Promise<Underlying> {
    const competition = competitionOf(league.body);
    const log = {
      read: async (id: string) => (await logs.read(id)) as Entry[],
      append: (id: string, after: number, entries: Entry[]) =>
        logs.append(id, after, entries, entries.at(-1)?.kind === 'ended'),
    };
    if ((await log.read(competition.id)).length === 0) await log.append(competition.id, 0, beginning(league, clock));
    const conductor: Conductor = new Conductor({
      competition,
      log,
      tables: new PairingTables(league, competition.id),
      clock,
      pair,
      fault,
      done: () => conductor.stop(),
    });
    await conductor.start();
    return new Underlying(conductor);
  }

  get state(): State {
    return this.#conductor.state;
  }

  /** Resolves when every result so far is counted. */
  settled(): Promise<void> {
    return this.#conductor.settled();
  }

  /** Resolves when every pairing of a round is decided. */
  roundOver(number: number): Promise<void> {
    const isOver = ({ rounds }: State): boolean =>
      rounds.some((round) => round.number === number && round.pairings.every(({ outcome }) => outcome));
    return new Promise((resolve) => {
      if (isOver(this.state)) return resolve();
      const unwatch = this.#conductor.watch((state) => {
        if (!isOver(state)) return;
        unwatch();
        resolve();
      });
    });
  }

  stop(): void {
    this.#conductor.stop();
  }
}

const beginning = ({ body: { entered } }: League, clock: Clock): Entry[] => {
  const at = clock.now();
  return [
    ...entered.map(({ id, name }): Entry => ({ at, kind: 'entered', agent: id, name })),
    { at, kind: 'closed', by: SERVER },
  ];
};
