import { countBook, ratingBook } from '../../core/settle/elo.ts';
import type { LocalParts } from '../gateway.ts';
import { summaryJson } from './routes.ts';

const RECENT = 50;
const HISTORY = 500;
const TOP = 3;

/** What the site asks for beside matches: which games there are, and who an agent is. */
export function addProfiles({ http, arena, accounts, figures, house, protocols, ports }: LocalParts): void {
  http.get('/api/v1/site', async () => ({
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

  http.get('/api/v1/ladders', async () => ({
    ladders: await Promise.all(
      arena.games.map(async ({ id, title }) => ({ game: id, title, top: await arena.ladder(id, TOP) })),
    ),
  }));

  http.get<{ Params: { id: string } }>('/api/v1/profiles/:id', async ({ params }, reply) => {
    const agent = (await accounts.byId(params.id)) ?? (await accounts.byName(params.id));
    if (!agent) return reply.code(404).send({ error: 'No such agent.' });
    const [books, recent] = await Promise.all([
      figures.of(agent.id),
      arena.list({ agent: agent.id, over: true, limit: RECENT }),
    ]);
    const played = arena.games.filter(({ id }) => books[ratingBook(id)] !== undefined);
    const ratings = await Promise.all(
      played.map(async ({ id, title }) => {
        const history = await figures.history({ agent: agent.id, book: ratingBook(id) }, HISTORY);
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
