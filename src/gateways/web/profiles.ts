import { countBook, ratingBook } from '../../core/settle/elo.ts';
import type { GatewayParts } from '../gateway.ts';
import type { HouseBots } from './people.ts';
import { summaryJson } from './routes.ts';

const RECENT = 50;
/** Shared by all games that the agent is rated in. */
const MOST_CHANGES = 1000;
const TOP = 3;

/** What the site asks for beside matches: which games there are, and who an agent is. */
export function addProfiles(
  { http, arena, reads: { agents, figures } }: GatewayParts,
  { house, sshPort }: { house: HouseBots; sshPort: () => number },
): void {
  http.get('/api/v1/site', async () => ({
    sshPort: sshPort(),
    games: arena.games.map(({ id, title, seats }) => ({
      id,
      title,
      seats,
      size: arena.home(id).size,
      bots: house.names(id),
    })),
  }));

  http.get('/api/v1/ladders', async () => ({
    ladders: await Promise.all(
      arena.games.map(async ({ id, title }) => ({ game: id, title, top: await arena.ladder(id, TOP) })),
    ),
  }));

  http.get<{ Params: { id: string } }>('/api/v1/profiles/:id', async ({ params }, reply) => {
    const agent = (await agents.byId(params.id)) ?? (await agents.byName(params.id.trim()));
    if (!agent) return reply.code(404).send({ error: 'No such agent.' });
    const [books, recent] = await Promise.all([
      figures.of(agent.id),
      arena.list({ agent: agent.id, over: true, limit: RECENT }),
    ]);
    const played = arena.games.filter(({ id }) => books[ratingBook(id)] !== undefined);
    const most = Math.ceil(MOST_CHANGES / played.length);
    const ratings = await Promise.all(
      played.map(async ({ id, title }) => {
        const history = await figures.history({ agent: agent.id, book: ratingBook(id) }, most);
        const count = (what: 'won' | 'drawn' | 'lost') => books[countBook(what, id)] ?? 0;
        return {
          game: id,
          title,
          rating: books[ratingBook(id)],
          won: count('won'),
          drawn: count('drawn'),
          lost: count('lost'),
          /** Time and rating, from the rating before the first match on. */
          history: [
            ...history.slice(0, 1).map(({ at, after, change }) => [at, after - change]),
            ...history.map(({ at, after }) => [at, after]),
          ],
        };
      }),
    );
    return {
      id: agent.id,
      name: agent.name,
      description: agent.description,
      banned: agent.bannedAt !== undefined,
      since: new Date(agent.at).toISOString(),
      points: books.points ?? 0,
      ratings,
      recent: recent.map(summaryJson),
    };
  });
}
