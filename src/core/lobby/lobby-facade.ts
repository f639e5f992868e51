import type { Lobby, Seated, Sitter, TableInfo } from '../arena.ts';
import { handleOf } from '../handle.ts';
import type { SeatHolder } from '../record.ts';
import type { LocalLobby } from './lobby.ts';
import * as inside from './table.ts';

/** The lobby of this process as everything outside the core may use it. */
export function lobbyOf(local: LocalLobby): Lobby {
  /** A place counts once it is as durable as its table. */
  async function keep(seated: inside.Seated, { agent }: Sitter): Promise<Seated> {
    if ('refused' in seated) return seated;
    const table = infoOf(seated.table);
    try {
      await local.save(table.id);
    } catch (error) {
      if (local.stand(table.id, agent)) throw error;
    }
    return { table };
  }

  return {
    open: async (opening) => infoOf(local.open(opening)),
    async table(id) {
      const table = local.table(id);
      return table && infoOf(table);
    },
    tables: async (game) => local.tables(game).map(infoOf),
    waiting: async (game) => local.waiting(game).map(holderOf),
    sit: (id, sitter, place) => keep(local.sit(id, seatedInside(sitter), place), sitter),
    queue: async (game, sitter) => keep(local.queue(game, seatedInside(sitter)), sitter),
    attach: async (id, sitter) => local.attach(id, seatedInside(sitter)),
    async stand(id, agent) {
      const stood = local.stand(id, agent);
      if (stood) await local.save(id);
      return stood;
    },
    async welcome(id, welcomes) {
      local.welcome(id, welcomes);
      await local.save(id);
    },
    start: async (id) => local.start(id),
    begin: async (opening, sitters) => handleOf(await local.begin(opening, sitters.map(seatedInside))),
    close: async (id, reason) => local.close(id, reason),
    watch: (listener) => local.watch((event, table) => listener(event, infoOf(table))),
  };
}

const holderOf = ({ agent, name, kind, via }: SeatHolder): SeatHolder => ({ agent, name, kind, via });

const seatedInside = (sitter: Sitter): Sitter => ({
  ...holderOf(sitter),
  ...(sitter.node !== undefined && { node: sitter.node }),
  ...(sitter.called && { called: true }),
  ...(sitter.single && { single: sitter.single }),
  begin: (match, seat) => sitter.begin(handleOf(match), seat),
  dismiss: (reason) => sitter.dismiss(reason),
});

export const infoOf = (table: inside.Table): TableInfo => ({
  id: table.id,
  game: table.game,
  options: table.options,
  terms: table.terms,
  sitters: table.sitters.map(holderOf),
  size: table.size,
  standard: table.standard,
  welcomes: inside.takesQueue(table),
  reserved: table.reserved,
  durable: table.durable,
  label: table.label,
  status: table.status,
  ...(table.match !== undefined && { match: table.match }),
});
