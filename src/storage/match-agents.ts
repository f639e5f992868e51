import type { Kysely } from 'kysely';
import type { Outcome, SeatHolder } from '../core/record.ts';
import { countOf } from '../core/settle/elo.ts';
import { keep, keepRows, type Work } from './statement.ts';
import type { Tables } from './tables.ts';

/** A match as its agents' lists need it. */
export interface Listed {
  serial: number;
  at: number;
  game: string;
  seats: SeatHolder[];
}

/** Which agent played which matches: those that go on, and those that are over. All of it runs inside a commit. */
export interface MatchAgents {
  begin(match: Listed): Work<void>;
  end(match: Listed, outcome: Outcome): Work<void>;
  /** A match that is over did not count after all. */
  void(match: Listed): Work<void>;
}

export function matchAgents(build: Kysely<Tables>): MatchAgents {
  const insertLive = keepRows((rows: Tables['live_agents'][]) =>
    build.insertInto('live_agents').values(rows.map(({ agent, game, at, serial }) => ({ agent, game, at, serial }))),
  );
  const deleteLive = keep(({ agent, game, at, serial }: Tables['live_agents']) =>
    build
      .deleteFrom('live_agents')
      .where('agent', '=', agent)
      .where('game', '=', game)
      .where('at', '=', at)
      .where('serial', '=', serial),
  );
  const insertPast = keepRows((rows: Tables['past_agents'][]) =>
    build.insertInto('past_agents').values(
      rows.map(({ agent, game, at, serial, opponent, result }) => {
        return { agent, game, at, serial, opponent, result };
      }),
    ),
  );
  const updateVoid = keep(({ agent, game, at, serial }: Tables['live_agents']) =>
    build
      .updateTable('past_agents')
      .set({ result: 'void' })
      .where('agent', '=', agent)
      .where('game', '=', game)
      .where('at', '=', at)
      .where('serial', '=', serial),
  );

  return {
    *begin({ serial, at, game, seats }) {
      yield* insertLive(agentsOf(seats).map((agent) => ({ agent, game, at, serial })));
    },
    *end({ serial, at, game, seats }, outcome) {
      const agents = agentsOf(seats);
      for (const agent of agents) yield* deleteLive({ agent, game, at, serial });
      yield* insertPast(
        agents.map((agent) => {
          const seat = seats.findIndex((one) => one.agent === agent);
          const opponent = seats.length === 2 ? seats[1 - seat]!.agent : null;
          return { agent, game, at, serial, opponent, result: resultOf(outcome, seat) };
        }),
      );
    },
    *void({ serial, at, game, seats }) {
      for (const agent of agentsOf(seats)) yield* updateVoid({ agent, game, at, serial });
    },
  };
}

/** Who sits on several seats has one row. */
const agentsOf = (seats: readonly SeatHolder[]): string[] => [...new Set(seats.map(({ agent }) => agent))];

const resultOf = (outcome: Outcome, seat: number): Tables['past_agents']['result'] =>
  outcome.kind === 'void' ? 'void' : countOf(outcome, seat);
