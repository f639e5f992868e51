import { countBook, ratingBook } from '../../core/settle/elo.ts';
import type { AgentRow, FigureReads } from '../../core/storage.ts';
import { COST } from '../budget.ts';
import type { GatewayParts } from '../gateway.ts';
import { bestWinsOf } from './best-wins.ts';
import type { Answering, Profile, Standing } from './json.ts';
import { summaryJson } from './routes.ts';

const RECENT = 50;
/** Shared by all games that the agent is rated in. */
const MOST_CHANGES = 1000;
const TOP = 3;
const LOOKUPS = { config: { cost: 5 * COST.lookup } };

/** What the site asks for beside matches: which games there are, and who an agent is. */
export function addProfiles({
  http,
  arena,
  reads: { agents, figures },
  house,
  protocols,
  ports,
  titlesOf,
}: GatewayParts): void {
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

  http.get<Answering<'ladders'>>('/api/v1/ladders', LOOKUPS, async () => ({
    ladders: await Promise.all(
      arena.games.map(async ({ id, title }) => ({ game: id, title, top: await arena.ladder(id, TOP) })),
    ),
  }));

  http.get<Answering<'profiles/:id'>>('/api/v1/profiles/:id', LOOKUPS, async ({ params }, reply) => {
    const agent = (await agents.byId(params.id)) ?? (await agents.byName(params.id.trim()));
    return agent ? profileOf({ arena, figures, titlesOf }, agent) : reply.code(404).send({ error: 'No such agent.' });
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
  const rated = arena.games.filter(({ id }) => books[ratingBook(id)] !== undefined);
  const most = Math.ceil(MOST_CHANGES / rated.length);
  return {
    id: agent.id,
    name: agent.name,
    description: agent.description,
    banned: agent.bannedAt !== undefined && agent.deletedAt === undefined,
    since: new Date(agent.at).toISOString(),
    points: books.points ?? 0,
    ratings: await Promise.all(rated.map((game) => standingOf(figures, agent.id, game, books, most))),
    titles: titlesOf(agent.id),
    recent: recent.map(summaryJson),
    bestWins: await bestWinsOf(arena, agent.id, recent),
  };
}

async function standingOf(
  figures: FigureReads,
  agent: string,
  { id, title }: { id: string; title: string },
  books: { [book: string]: number },
  changes: number,
): Promise<Standing> {
  const history = await figures.history({ agent, book: ratingBook(id) }, changes);
  const before = history.slice(0, 1).map(({ at, after, change }) => ({ at, after: after - change }));
  const figure = (book: string) => books[book] ?? 0;
  return {
    game: id,
    title,
    rating: figure(ratingBook(id)),
    won: figure(countBook('won', id)),
    drawn: figure(countBook('drawn', id)),
    lost: figure(countBook('lost', id)),
    history: [...before, ...history].map(({ at, after }) => [at, after]),
  };
}
