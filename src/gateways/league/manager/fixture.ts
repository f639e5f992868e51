import type { Player } from './league.ts';

/** A player as it is kept; where it is called matters to none of these tests. */
export const samplePlayer = (id: string): Player => ({
  id,
  name: `Agent ${id}`,
  endpoint: null,
  reachedAt: null,
  account: null,
  via: 'league',
});
