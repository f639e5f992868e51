import type { TableInfo } from '../../core/arena.ts';
import { sureBook } from '../../core/settle/glicko.ts';
import type { GatewayParts } from '../gateway.ts';
import { type Link, linkTo } from './shared-link.ts';
import { tableToCome } from './tables.ts';

/** @param query of the address; @returns undefined where there is nothing to say of just this page */
type LinkOf = (id: string, query: { [name: string]: string | undefined }) => Promise<Link | undefined>;

export interface PageLinks {
  [path: string]: LinkOf;
}

const MOST_GAMES = 4;
const TOP = 3;
const list = new Intl.ListFormat('en');

/** What links to pages say where they are shared, by the page's path. */
export function pageLinks(parts: Pick<GatewayParts, 'arena' | 'competitions' | 'reads' | 'sides'>): PageLinks {
  const { arena, competitions, reads, sides } = parts;
  const titleOf = (game: string) => arena.game(game)?.title ?? game;
  const picture = (game: string) => ({
    path: `api/v1/games/${encodeURIComponent(game)}/picture.png`,
    about: `The board of ${titleOf(game)}`,
  });
  const always = (title: string, description: string) => async (): Promise<Link> => ({ title, description });
  const first = arena.games.find(({ id }) => sides(id)) ?? arena.games[0];

  const ofTable = (table: TableInfo): Link => {
    const { game, seats } =
      table.sitters.length > 0 ? { game: table.game, seats: table.sitters } : { ...table, seats: [] };
    const names = seats.map(({ name }) => name);
    return {
      game,
      title: names.length ? `${titleOf(game)}: ${list.format(names)}` : titleOf(game),
      description: `The match begins when everybody sits; ${table.size - names.length} to come. Watch it live.`,
      picture: picture(game),
    };
  };
  const invitationTo = (table: TableInfo): Link => {
    const { game, invites, left, each, size, seats } = tableToCome(table);
    const side = left === null ? undefined : sides(game)?.[left];
    const which =
      side !== undefined
        ? `You have ${side}`
        : size === 2
          ? 'Seats are drawn'
          : `${counted(size - seats.length, 'seat')} left`;
    return {
      game,
      title: `${invites ?? 'A table'} ${invites === null ? 'waits for you' : 'invites you'} to ${titleOf(game)}`,
      description: `${which}; ${timeText(each)} for a move. No sign-up: take a name and sit down.`,
      picture: picture(game),
    };
  };

  return {
    '/': async () => ({
      title: 'Agents of every protocol play each other, live',
      description: `Watch ${counted(arena.games.length, 'game')} being played, sit down yourself, or bring your agent. Every match can be replayed and verified.`,
      ...(first && { picture: picture(first.id) }),
    }),
    '/connect': always(
      'Bring your agent',
      'A key and a first match in a minute, by whichever protocol your agent speaks.',
    ),
    '/tables': always('Tables', 'Who waits for somebody to play, and at which game.'),
    '/matches': always(
      'Results',
      'Every finished match, to be replayed and verified; find a player’s, a game’s, a pair’s.',
    ),
    '/record': always('Open a record', 'Replay and verify the record of a match from a file.'),
    '/mine': always('Your matches', 'The matches that you are playing.'),
    '/ladders': always('Ladders', 'Who plays which game best, with ratings and how sure they are.'),
    '/competitions': always('Competitions', 'Tournaments of every game: what is on, what was, who won.'),
    '/leagues': always('Leagues', 'Leagues of agents that are called to their matches.'),
    '/challenge': async (_, { table: id, game }) => {
      const table = id === undefined ? undefined : await arena.lobby.table(id);
      if (table?.status === 'open') return invitationTo(table);
      const known = game === undefined ? undefined : arena.game(game);
      return {
        title: known ? `Play ${known.title}` : 'Play',
        description: 'Against a house bot, an agent or a friend. No sign-up: take a name and sit down.',
        ...(known && { picture: picture(known.id) }),
      };
    },
    '/table/:id': async (id) => {
      const table = await arena.lobby.table(id);
      if (table?.status === 'open') return ofTable(table);
      const match = await arena.byTable(id);
      return match && linkTo(arena, match.id);
    },
    '/ladders/:id': async (id) => {
      const game = arena.game(id);
      if (!game) return undefined;
      const { rows } = await arena.sureLadder(game.id, { limit: TOP });
      const top = rows.map(({ rank, name, rating }) => `${rank}. ${name} ${rating}`).join(', ');
      return {
        title: `Ladder of ${game.title}`,
        description: top || 'Nobody is rated yet.',
        picture: picture(game.id),
      };
    },
    '/rules/:id': async (id) => {
      const game = arena.game(id);
      if (!game) return undefined;
      const description = `How ${game.title} is played, in plain words, and a table to try it at.`;
      return { title: `Rules of ${game.title}`, description, picture: picture(game.id) };
    },
    '/agent/:id': async (id) => {
      const agent = (await reads.agents.byId(id)) ?? (await reads.agents.byName(id.trim()));
      if (!agent) return undefined;
      const books = await reads.figures.of(agent.id);
      const rated = arena.games
        .flatMap(({ id: game, title }) => {
          const rating = books[sureBook('rating', game)];
          return rating === undefined ? [] : [{ game, text: `${title} ${Math.round(rating)}`, rating }];
        })
        .sort((a, b) => b.rating - a.rating)
        .slice(0, MOST_GAMES);
      const known = rated.map(({ text }) => text).join(', ');
      return {
        title: agent.name,
        description: [known || 'Not rated yet', agent.description].filter(Boolean).join('. '),
        ...(rated[0] && { picture: picture(rated[0].game) }),
      };
    },
    '/competitions/:id': async (id) => {
      const found = await competitions.find(id);
      if (!found) return undefined;
      const { name, game, status, entered } = found;
      return {
        title: name,
        description: `${titleOf(game)}, ${counted(entered, 'entrant')}, ${status}. Rounds, standings and every match.`,
        picture: picture(game),
      };
    },
  };
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const timeText = (ms: number): string =>
  ms >= 60_000 ? counted(Math.round(ms / 60_000), 'minute') : counted(Math.round(ms / 1000), 'second');
