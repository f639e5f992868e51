import { sql } from 'kysely';
import { DELETED_NAME, type MatchFilter, type MatchSummary, type Opponent, type Score } from '../core/storage.ts';
import type { Engine, ListValue } from './engine.ts';
import { toSummary } from './match-rows.ts';
import { keep, type Work } from './statement.ts';
import type { Tables } from './tables.ts';

/** A place in a list of matches, which is ordered by both. */
interface Place {
  at: number;
  serial: number;
}

interface Page extends Place {
  agent: string;
  game: string;
  limit: number;
}

const whole = (value: number) => sql<number>`cast(${value} as bigint)`;

type Half = 'live' | 'over';

const NEWEST: Place = { at: Number.MAX_SAFE_INTEGER, serial: Number.MAX_SAFE_INTEGER };
/** So many of an agent's latest matches count for whom it met. */
const LOOKED_THROUGH = 1000;
const MOST_OPPONENTS = 100;
/** So many of an agent's latest matches at a game are looked through for one opponent. */
const LOOKED_BACK = 200;

export interface MatchLists {
  /** Several queries. */
  page(filter: MatchFilter): Work<MatchSummary[]>;
  opponents(agent: string): Work<Opponent[]>;
  against(agent: string, other: string, game: string): Work<Score>;
}

/**
 * Matches that go on and those that are over are two lists, each with its own indexes: the one is short, the other only
 * grows, and a match moves once. Whoever wants both has them merged.
 */
export function matchLists({ build, lists: values }: Pick<Engine, 'build' | 'lists'>): MatchLists {
  const summaries = build
    .selectFrom('matches')
    .select(['matches.serial', 'id', 'matches.game', 'version', 'seats', 'matches.at', 'outcome', 'ended_at', 'steps'])
    .select('unrated');
  const goOn = { live: 'is', over: 'is not' } as const;
  const agentsOf = {
    live: sql<Tables['live_agents']>`${sql.table('live_agents')}`,
    over: sql<Tables['live_agents']>`${sql.table('past_agents')}`,
  };

  const ofEveryone = (half: Half, atGame: boolean) =>
    keep(({ game, at, serial, limit }: Page) => {
      const all = summaries.where('outcome', goOn[half], null);
      if (!atGame) {
        return all
          .where(sql<boolean>`(at, serial) < (${at}, ${serial})`)
          .orderBy('at', 'desc')
          .orderBy('serial', 'desc')
          .limit(limit);
      }
      // Written so that only the index by game has this order: PostgreSQL would else walk through all games for one.
      // SQLite finds the place by the first condition, PostgreSQL by the second.
      return all
        .where('game', '=', game)
        .where(sql<boolean>`-at >= -${whole(at)}`)
        .where(sql<boolean>`(-at, -serial) > (-${whole(at)}, -${whole(serial)})`)
        .orderBy(sql`-at`)
        .orderBy(sql`-serial`)
        .limit(limit);
    });
  const ofAgent = (half: Half, atGame: boolean) =>
    keep(({ agent, game, at, serial, limit }: Page) => {
      const all = summaries
        .innerJoin(agentsOf[half].as('own'), 'own.serial', 'matches.serial')
        .where('own.agent', '=', agent);
      return (atGame ? all.where('own.game', '=', game) : all)
        .where(sql<boolean>`(own.at, own.serial) < (${at}, ${serial})`)
        .orderBy('own.at', 'desc')
        .orderBy('own.serial', 'desc')
        .limit(limit);
    });
  const halves = (list: typeof ofAgent | typeof ofEveryone, atGame: boolean) => ({
    live: list('live', atGame),
    over: list('over', atGame),
  });
  const lists = {
    everyone: { all: halves(ofEveryone, false), game: halves(ofEveryone, true) },
    agent: { all: halves(ofAgent, false), game: halves(ofAgent, true) },
  };
  const selectDeleted = keep(({ ids }: { ids: ListValue }) =>
    build.selectFrom('agents').select('id').where('deleted_at', 'is not', null).where(values.among('id', ids)),
  );

  /** The records keep the names that they were signed with. */
  function* withoutDeleted(summaries: MatchSummary[]): Work<MatchSummary[]> {
    const agents = [...new Set(summaries.flatMap(({ seats }) => seats.map(({ agent }) => agent)))];
    const { rows } = yield* selectDeleted({ ids: values.value(agents) });
    if (rows.length === 0) return summaries;
    const deleted = new Set(rows.map(({ id }) => id));
    return summaries.map((summary) => ({
      ...summary,
      seats: summary.seats.map((seat) => (deleted.has(seat.agent) ? { ...seat, name: DELETED_NAME } : seat)),
    }));
  }

  const selectPlace = keep(({ id }: { id: string }) =>
    build.selectFrom('matches').select(['at', 'serial']).where('id', '=', id),
  );

  const count = (result: 'won' | 'drawn' | 'lost') =>
    sql<number>`count(case when result = ${sql.lit(result)} then 1 end)`;
  const selectOpponents = keep(({ agent }: { agent: string }) =>
    build
      .selectFrom(({ selectFrom }) =>
        selectFrom(({ selectFrom }) =>
          selectFrom('past_agents')
            .select(['opponent', 'result', 'serial'])
            .where('agent', '=', agent)
            .orderBy('at', 'desc')
            .orderBy('serial', 'desc')
            .limit(sql.lit(LOOKED_THROUGH))
            .as('latest'),
        )
          .select(({ fn }) => ['opponent', fn.max('serial').as('last'), fn.countAll<number>().as('matches')])
          .select([count('won').as('won'), count('drawn').as('drawn'), count('lost').as('lost')])
          .where('opponent', 'is not', null)
          .where('result', '!=', 'void')
          .groupBy('opponent')
          .orderBy('matches', 'desc')
          .orderBy('last', 'desc')
          .limit(sql.lit(MOST_OPPONENTS))
          .as('met'),
      )
      .innerJoin('matches', 'matches.serial', 'met.last')
      .select(['met.opponent', 'met.won', 'met.drawn', 'met.lost', 'matches.seats'])
      .orderBy('met.matches', 'desc')
      .orderBy('met.last', 'desc'),
  );
  const selectAgainst = keep(({ agent, other, game }: { agent: string; other: string; game: string }) =>
    build
      .selectFrom(({ selectFrom }) =>
        selectFrom('past_agents')
          .select(['opponent', 'result'])
          .where('agent', '=', agent)
          .where('game', '=', game)
          .orderBy('at', 'desc')
          .orderBy('serial', 'desc')
          .limit(sql.lit(LOOKED_BACK))
          .as('latest'),
      )
      .select([count('won').as('won'), count('drawn').as('drawn'), count('lost').as('lost')])
      .where('opponent', '=', other),
  );

  return {
    *page({ agent, game, over, after, limit }) {
      const place = after === undefined ? NEWEST : (yield* selectPlace({ id: after })).rows[0];
      if (!place) return [];
      const list = lists[agent === undefined ? 'everyone' : 'agent'][game === undefined ? 'all' : 'game'];
      const page = { ...place, agent: agent ?? '', game: game ?? '', limit };
      const live = over === true ? [] : (yield* list.live(page)).rows;
      const past = over === false ? [] : (yield* list.over(page)).rows;
      const newest = [...live, ...past].sort((a, b) => b.at - a.at || b.serial - a.serial);
      return yield* withoutDeleted(newest.slice(0, limit).map(toSummary));
    },
    *opponents(agent) {
      return (yield* selectOpponents({ agent })).rows.map(({ opponent, seats, won, drawn, lost }) => {
        const holder = (JSON.parse(seats) as { agent: string; name: string }[]).find((seat) => seat.agent === opponent);
        return { agent: opponent!, name: holder!.name, won, drawn, lost };
      });
    },
    *against(agent, other, game) {
      const { won, drawn, lost } = (yield* selectAgainst({ agent, other, game })).rows[0]!;
      return { won, drawn, lost };
    },
  };
}
