import type { Lobby, Seated, Sitter, TableInfo } from '../arena.ts';
import { handleOf } from '../handle.ts';
import type { SeatHolder } from '../record.ts';
import type { LocalLobby } from './lobby.ts';
import * as inside from './table.ts';

/** The lobby of this process as everything outside the core may use it. */
export function lobbyOf(local: LocalLobby): Lobby {
  return {
    open: async (opening) => infoOf(local.open(opening)),
    async table(id) {
      const table = local.table(id);
      return table && infoOf(table);
    },
    tables: async (game) => local.tables(game).map(infoOf),
    waiting: async (game) => local.waiting(game).map(holderOf),
    sit: async (id, sitter, place) => told(local.sit(id, seatedInside(sitter), place)),
    queue: async (game, sitter) => told(local.queue(game, seatedInside(sitter))),
    stand: async (id, agent) => local.stand(id, agent),
    welcome: async (id, welcomes) => local.welcome(id, welcomes),
    start: async (id) => local.start(id),
    begin: async (opening, sitters) => handleOf(await local.begin(opening, sitters.map(seatedInside))),
    close: async (id, reason) => local.close(id, reason),
    watch: (listener) => local.watch((event, table) => listener(event, infoOf(table))),
  };
}

const told = (seated: inside.Seated): Seated => ('table' in seated ? { table: infoOf(seated.table) } : seated);

const holderOf = ({ agent, name, kind, via }: SeatHolder): SeatHolder => ({ agent, name, kind, via });

const seatedInside = (sitter: Sitter): inside.Sitter => ({
  ...holderOf(sitter),
  begin: (match, seat) => sitter.begin(handleOf(match), seat),
  dismiss: (reason) => sitter.dismiss(reason),
});

const infoOf = (table: inside.Table): TableInfo => ({
  id: table.id,
  game: table.game,
  options: table.options,
  terms: table.terms,
  sitters: table.sitters.map(holderOf),
  size: table.size,
  standard: table.standard,
  welcomes: inside.takesQueue(table),
  reserved: table.reserved,
  label: table.label,
  status: table.status,
  ...(table.match !== undefined && { match: table.match }),
});
