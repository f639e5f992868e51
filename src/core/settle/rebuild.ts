import type { FigureStore, MatchStore, PastPlace } from '../storage.ts';
import { countOf } from './elo.ts';
import {
  isSureEnd,
  NEWCOMER,
  type Sure,
  sureAfter,
  sureAgents,
  sureEffects,
  sureKeys,
  sureOf,
  sureSeats,
} from './glicko.ts';

const PAGE = 200;

export interface Rebuilt {
  matches: number;
  agents: number;
}

/**
 * Computes the sure ratings of a game anew from all its matches, in the order in which they began, and posts what leads
 * there, match by match. Nobody else may settle matches meanwhile.
 */
export async function rebuildSure(
  { matches, figures }: { matches: Pick<MatchStore, 'past'>; figures: Pick<FigureStore, 'post'> },
  game: string,
): Promise<Rebuilt> {
  const known = new Map<string, Sure>();
  let counted = 0;
  let after: PastPlace = { at: -1, serial: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const page = await matches.past({ game, after, limit: PAGE, entries: true });
    const posts: Promise<unknown>[] = [];
    for (const { record, result } of page) {
      const { outcome } = result;
      if (!isSureEnd(record) || outcome.kind === 'void') continue;
      counted++;
      const { seats, terms } = record;
      const before = sureSeats(record, (agent) => known.get(agent) ?? NEWCOMER);
      const next = sureAfter(before, outcome.ranks, terms.weight);
      const rated = seats.flatMap(({ agent, kind }, seat) => (kind === 'agent' ? [{ agent, seat }] : []));
      for (const { agent, seat } of rated) known.set(agent, next[seat]!);
      posts.push(
        figures.post(
          {
            figures: sureAgents(record).flatMap((agent) => sureKeys(agent, game)),
            settle: (read) =>
              rated.flatMap(({ agent, seat }) =>
                sureEffects(agent, game, sureOf(agent, game, read), next[seat]!, countOf(outcome, seat)),
              ),
          },
          result.at,
        ),
      );
    }
    await Promise.all(posts);
    if (page.length < PAGE) return { matches: counted, agents: known.size };
    after = page.at(-1)!.place;
  }
}
