import type { Arena, Callers, GameInfo, MatchHandle } from './arena.ts';
import { handleOf, matchOf } from './handle.ts';
import { lobbyOf } from './lobby/lobby-facade.ts';
import type { LocalArena } from './local-arena.ts';
import { allowsFirst, infoOf, previewOf } from './preview.ts';

/** The arena of this process as everything outside the core may use it. */
export function arenaOf(local: LocalArena): Arena {
  const infos = new Map(local.games.map((game): [string, GameInfo] => [game.id, infoOf(game, local.home(game.id))]));
  const rulesOf = (id: string) => {
    const game = local.game(id);
    if (!game) throw new Error(`no game ${id}`);
    return game;
  };
  const handle = (match: Parameters<typeof handleOf>[0] | undefined): MatchHandle | undefined =>
    match && handleOf(match);
  return {
    games: [...infos.values()],
    game: (id) => infos.get(local.game(id)?.id ?? ''),
    home: (game) => local.home(game),
    preview(id, wish = {}) {
      const game = rulesOf(id);
      return previewOf(game, local.home(game.id), wish);
    },
    previewAllows(id, move, wish = {}) {
      const game = rulesOf(id);
      return allowsFirst(game, local.home(game.id), wish, move, local.validMove(game));
    },
    lobby: lobbyOf(local.lobby),
    callers: callersOf(local),
    async live({ game } = {}) {
      const matches = game === undefined ? local.live : local.live.filter(({ record }) => record.game === game);
      return matches.map(({ header }) => header);
    },
    running: async (id) => handle(local.match(id)),
    find: async (id) => handle(await local.find(id)),
    byTable: async (table) => handle(await local.byTable(table)),
    async seatsOf(agent) {
      return local.unfinished(agent).map((match) => ({
        match: handleOf(match),
        seat: match.record.seats.findIndex((seat) => seat.agent === agent),
      }));
    },
    watch: (listener) => local.watch((event, match) => listener(event, handleOf(match))),
    record: (id) => local.exported(id),
    result: (id) => local.result(id),
    list: (filter) => local.list(filter),
    past: (page) => local.past(page),
    rating: (agent, game) => local.rating(agent, game),
    sureRating: (agent, game) => local.sureRating(agent, game),
    against: (first, second, game) => local.against(first, second, game),
    ladder: (game, limit, after) => local.ladder(game, limit, after),
    sureLadder: (game, wish) => local.sureLadder(game, wish),
    undo: (id, reason, deed) => local.undo(id, reason, deed),
  };
}

const callersOf = ({ callers }: LocalArena): Callers => ({
  add: (via, caller) =>
    callers.add(via, {
      canSeat: (agent, game) => caller.canSeat(agent, game),
      seat: (agent, match, seat) => caller.seat(agent, handleOf(match), seat),
      lastResort: caller.lastResort ?? false,
      release: (agent, game) => caller.release?.(agent, game),
      tell: (agent, notice) => caller.tell?.(agent, notice),
    }),
  reach: (agent, game) => callers.reach(agent, game),
  seat: (via, agent, match, seat) => callers.seat(via, agent, matchOf(match), seat),
  expect: (expected, arrived) => callers.expect(expected, arrived),
  expecting: async (agent) => callers.expecting(agent),
  arrive: async (agent, game) => callers.arrive(agent, game),
  tell: (agent, notice) => callers.tell(agent, notice),
});
