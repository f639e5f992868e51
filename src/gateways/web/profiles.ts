import { ByteCache } from '../../core/byte-cache.ts';
import { countBook, ratingBook } from '../../core/settle/elo.ts';
import { sureBook } from '../../core/settle/glicko.ts';
import type { AgentRow, FigureReads } from '../../core/storage.ts';
import { type SurePoint, sureHistory } from '../../core/sure-history.ts';
import { roundSure } from '../../core/sure-ladder.ts';
import { COST } from '../budget.ts';
import type { GatewayParts } from '../gateway.ts';
import { bestWinsOf } from './best-wins.ts';
import type { Answering, OwnResult, Profile, Standing } from './json.ts';
import { summaryJson } from './routes.ts';

const RECENT = 50;
/** Shared by all games that the agent is rated in. */
const MOST_CHANGES = 1000;
const TOP = 3;
const LOOKUPS = { config: { cost: 5 * COST.lookup } };
/** Two for each game. */
const LADDERS = { config: { cost: 15 * COST.lookup } };
/** Who reads a profile again at once sees what was there. */
const FRESH = 1000;
const MOST_KEPT = 2 * 1024 * 1024;

/** What the site asks for beside matches: which games there are, and who an agent is. */
export function addProfiles({
  http,
  arena,
  reads: { agents, figures },
  house,
  protocols,
  ports,
  titlesOf,
  clock,
}: GatewayParts): void {
  const kept = new ByteCache<{ profile: Profile; at: number }>(MOST_KEPT);
  http.get<Answering<'site'>>('/api/v1/site', async () => ({
    sshPort: ports.get('ssh') ?? 0,
    protocols: protocols.map(({ name, title, entrance }) => ({
      name,
      title,
      ...(entrance && { about: entrance.about, commands: entrance.commands }),
    })),
    games: arena.games.map(({ id, title, seats }) => ({
      id,
      title,
      seats,
      size: arena.home(id).size,
      bots: house.names(id),
    })),
  }));

  http.get<Answering<'ladders'>>('/api/v1/ladders', LADDERS, async () => ({
    ladders: await Promise.all(
      arena.games.map(async ({ id, title }) => {
        const [top, surest] = await Promise.all([arena.ladder(id, TOP), arena.sureLadder(id, { limit: TOP })]);
        return { game: id, title, top, surest: surest.rows };
      }),
    ),
  }));

  http.get<Answering<'profiles/:id'>>('/api/v1/profiles/:id', LOOKUPS, async ({ params }, reply) => {
    const known = kept.get(params.id);
    if (known && clock.ticks() - known.at < FRESH) return known.profile;
    const agent = (await agents.byId(params.id)) ?? (await agents.byName(params.id.trim()));
    if (!agent) return reply.code(404).send({ error: 'No such agent.' });
    const profile = await profileOf({ arena, figures, titlesOf }, agent);
    kept.set(params.id, { profile, at: clock.ticks() }, JSON.stringify(profile).length);
    return profile;
  });
}

interface Read extends Pick<GatewayParts, 'arena' | 'titlesOf'> {
  figures: FigureReads;
}

async function profileOf({ arena, figures, titlesOf }: Read, agent: AgentRow): Promise<Profile> {
  const [books, recent] = await Promise.all([
    figures.of(agent.id),
    arena.list({ agent: agent.id, over: true, limit: RECENT }),
  ]);
  const rated = arena.games.filter(({ id }) =>
    [ratingBook(id), sureBook('rating', id)].some((book) => books[book] !== undefined),
  );
  const most = Math.ceil(MOST_CHANGES / rated.length);
  const known = await Promise.all(rated.map((game) => standingOf(figures, agent.id, game, books, most)));
  const changes = new Map(known.flatMap(({ changes: own }) => [...own]));
  return {
    id: agent.id,
    name: agent.name,
    description: agent.description,
    banned: agent.bannedAt !== undefined && agent.deletedAt === undefined,
    since: new Date(agent.at).toISOString(),
    points: books.points ?? 0,
    ratings: known.map(({ standing }) => standing),
    titles: titlesOf(agent.id),
    recent: recent.map((match) => ({
      ...summaryJson(match),
      change: changes.get(match.id) ?? { elo: null, sure: null },
    })),
    bestWins: await bestWinsOf(arena, agent.id, recent),
  };
}

interface Known {
  standing: Standing;
  /** By match. */
  changes: Map<string, OwnResult['change']>;
}

async function standingOf(
  figures: FigureReads,
  agent: string,
  { id, title }: { id: string; title: string },
  books: { [book: string]: number },
  most: number,
): Promise<Known> {
  const [history, points] = await Promise.all([
    figures.history({ agent, book: ratingBook(id) }, most),
    sureHistory(figures, agent, id, most),
  ]);
  const before = history.slice(0, 1).map(({ at, after, change }) => ({ at, after: after - change }));
  const figure = (book: string) => books[book] ?? 0;
  const standing: Standing = {
    game: id,
    title,
    rating: books[ratingBook(id)] ?? null,
    won: figure(countBook('won', id)),
    drawn: figure(countBook('drawn', id)),
    lost: figure(countBook('lost', id)),
    history: [...before, ...history].map(({ at, after }) => [at, after]),
    sure: sureStanding(id, books, points),
  };
  return { standing, changes: changesOf(history, points) };
}

function sureStanding(game: string, books: { [book: string]: number }, points: SurePoint[]): Standing['sure'] {
  const [rating, deviation] = [books[sureBook('rating', game)], books[sureBook('deviation', game)]];
  if (rating === undefined || deviation === undefined) return null;
  return {
    ...roundSure({ rating, deviation }),
    history: points.map((point) => [point.at, Math.round(point.rating), Math.round(point.deviation)]),
  };
}

/** What each match changed; what was taken back later is not told apart, since such a match is void. */
function changesOf(elo: { match?: string; change: number }[], sure: SurePoint[]): Known['changes'] {
  const changes: Known['changes'] = new Map();
  for (const { match, change } of elo) if (match !== undefined) changes.set(match, { elo: change, sure: null });
  for (const { match, change } of sure) {
    if (match === undefined) continue;
    changes.set(match, { elo: changes.get(match)?.elo ?? null, sure: Math.round(change) });
  }
  return changes;
}
