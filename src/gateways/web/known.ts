import type { GatewayParts } from '../gateway.ts';

/** Whether there is what a page is about, by the page's path. */
export interface Known {
  [path: string]: (id: string) => Promise<boolean>;
}

export const knownOf = ({
  arena,
  competitions,
  reads: { agents },
}: Pick<GatewayParts, 'arena' | 'competitions' | 'reads'>): Known => ({
  '/agent/:id': async (id) => ((await agents.byId(id)) ?? (await agents.byName(id.trim()))) !== undefined,
  '/competitions/:id': (id) => competitions.isKnown(id),
  '/ladders/:id': async (id) => arena.game(id) !== undefined,
});
