import type { TableInfo } from '../../core/arena.ts';
import { COST } from '../budget.ts';
import type { GatewayParts } from '../gateway.ts';
import { invitationOf, placeAt } from '../invited-table.ts';
import type { Answering, TableToCome } from './json.ts';

/** What somebody who was sent a link to a table is told of it before they sit down. */
export function addTables({ http, arena }: Pick<GatewayParts, 'http' | 'arena'>): void {
  const options = { config: { cost: COST.lookup } };
  http.get<Answering<'tables/:id'>>('/api/v1/tables/:id', options, async ({ params }, reply) => {
    const table = await arena.lobby.table(params.id);
    if (table?.status !== 'open') return reply.code(404).send({ error: 'This table is gone.' });
    return tableToCome(table);
  });
}

export const tableToCome = (table: TableInfo): TableToCome => ({
  id: table.id,
  game: table.game,
  size: table.size,
  seats: table.sitters.map(({ name, kind, via }) => ({ name, kind, via })),
  invites: invitationOf(table) ? (table.sitters[0]?.name ?? null) : null,
  left: seatLeft(table),
  each: table.terms.clock.each,
});

function seatLeft(table: TableInfo): number | null {
  const { sitters, size, terms } = table;
  if (terms.seating !== 'arrival' || sitters.length !== size - 1) return null;
  return placeAt(table) ?? sitters.length;
}
