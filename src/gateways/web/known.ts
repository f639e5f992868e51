import type { GatewayParts, Known } from '../gateway.ts';
import { linkTo } from './shared-link.ts';

export function knownOf(parts: GatewayParts): Known {
  const {
    arena,
    competitions,
    protocols,
    reads: { agents },
  } = parts;
  return Object.assign(
    {
      '/agent/:id': async (id) => ((await agents.byId(id)) ?? (await agents.byName(id.trim()))) !== undefined,
      '/competitions/:id': async (id) => (await competitions.find(id)) !== undefined,
      '/embed/:id': async (id) => (await linkTo(arena, id)) !== undefined,
      '/ladders/:id': async (id) => arena.game(id) !== undefined,
      '/rules/:id': async (id) => arena.game(id) !== undefined,
      '/table/:id': async (id) => ((await arena.lobby.table(id)) ?? (await arena.byTable(id))) !== undefined,
    } satisfies Known as Known,
    ...protocols.map((protocol) => protocol.pages?.(parts)),
  );
}
