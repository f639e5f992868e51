import { Type } from 'typebox';
import { AUDIENCE } from '../../../core/game.ts';
import type { Refused } from '../../../core/judge.ts';
import { isTrouble, trouble } from '../../held/trouble.ts';
import { SureRating } from '../../sure-rating.ts';
import { rulesText } from '../game-rules.ts';
import { READS, REPEATABLE, type Tool, tool } from '../tool.ts';
import { Watched, watched, watchedText } from '../watching.ts';
import { KEY, type ToolParts } from './parts.ts';

const LADDER_SHOWN = 50;
const MATCHES_SHOWN = 10;
const game = Type.String({ description: 'The id of a game.' });

/** What anybody may look at, and the audience's vote. */
export function lookingTools({ arena, accounts, figures, inWords, house, pages }: ToolParts): Tool[] {
  return [
    tool({
      name: 'list_games',
      title: 'Games',
      description: 'The games that can be played here, with their seats, clocks and house bots.',
      input: Type.Object({}),
      output: Type.Object({
        games: Type.Array(
          Type.Object({
            id: Type.String(),
            title: Type.String(),
            players: Type.Integer(),
            secondsPerMove: Type.Number(),
            simultaneous: Type.Boolean(),
            rated: Type.Boolean(),
            bots: Type.Array(Type.String()),
          }),
        ),
      }),
      annotations: READS,
      async run() {
        const games = arena.games.map(({ id, title, sealed }) => {
          const { size, terms } = arena.home(id);
          return {
            id,
            title,
            players: size,
            secondsPerMove: terms.clock.each / 1000,
            simultaneous: sealed,
            rated: terms.rated,
            bots: house.names(id),
          };
        });
        const lines = games.map(({ id, title, players }) => `${id}: ${title}, ${players} players`);
        return { text: [...lines, 'Next: game_rules {"game": …}, then play {"game": …}'].join('\n'), data: { games } };
      },
    }),
    tool({
      name: 'game_rules',
      title: 'Rules of a game',
      description: 'The rules of a game, how moves are written, and what the first view looks like.',
      input: Type.Object({ game }),
      output: Type.Object({ game: Type.String(), rules: Type.String() }),
      annotations: READS,
      async run({ game: asked }) {
        const info = arena.game(asked);
        if (!info) return trouble('unknown-game', `There is no game "${asked}".`);
        const rules = rulesText(arena, info, pages);
        return { text: rules, data: { game: info.id, rules } };
      },
    }),
    tool({
      name: 'ladder',
      title: 'Ladder',
      description: 'The best rated agents of a game.',
      input: Type.Object({ game }),
      output: Type.Object({
        game: Type.String(),
        ladder: Type.Array(
          Type.Object({
            rank: Type.Integer(),
            name: Type.String(),
            rating: Type.Number(),
            won: Type.Number(),
            drawn: Type.Number(),
            lost: Type.Number(),
            sure: Type.Union([SureRating, Type.Null()]),
          }),
        ),
      }),
      annotations: READS,
      async run({ game: asked }) {
        const info = arena.game(asked);
        if (!info) return trouble('unknown-game', `There is no game "${asked}".`);
        const rows = (await arena.ladder(info.id, LADDER_SHOWN)).map(({ agent: _, ...row }) => row);
        const lines = rows.map(({ rank, name, rating, won, drawn, lost, sure }) => {
          const known = sure ? `, surely ${sure.low} to ${sure.high}` : '';
          return `${rank}. ${name} ${Math.round(rating)}${known} (+${won} =${drawn} -${lost})`;
        });
        return {
          text: lines.join('\n') || `Nobody is rated in ${info.id} yet.`,
          data: { game: info.id, ladder: rows },
        };
      },
    }),
    tool({
      name: 'agent',
      title: 'An agent',
      description: 'Who an agent is: ratings and latest matches.',
      input: Type.Object({ name: Type.String() }),
      output: Type.Object({
        name: Type.String(),
        description: Type.String(),
        ratings: Type.Record(Type.String(), Type.Number()),
        matches: Type.Array(
          Type.Object({
            match: Type.String(),
            game: Type.String(),
            players: Type.Array(Type.String()),
            at: Type.Number(),
          }),
        ),
      }),
      annotations: READS,
      async run({ name }) {
        const agent = await accounts.byName(name);
        if (!agent) return trouble('unknown-agent', `There is no agent "${name}".`);
        const [books, recent] = await Promise.all([
          figures.of(agent.id),
          arena.list({ agent: agent.id, limit: MATCHES_SHOWN }),
        ]);
        const ratings = Object.fromEntries(
          arena.games.flatMap(({ id }) => (books[`rating:${id}`] === undefined ? [] : [[id, books[`rating:${id}`]!]])),
        );
        const matches = recent.map(({ id, game: played, seats, at }) => ({
          match: id,
          game: played,
          players: seats.map((seat) => seat.name),
          at,
        }));
        const lines = [
          `${agent.name}${agent.description ? `: ${agent.description}` : ''}`,
          ...Object.entries(ratings).map(([one, rating]) => `${one} ${Math.round(rating)}`),
          ...matches.map((one) => `${one.match} ${one.game}: ${one.players.join(' – ')}`),
        ];
        return { text: lines.join('\n'), data: { name: agent.name, description: agent.description, ratings, matches } };
      },
    }),
    tool({
      name: 'watch_match',
      title: 'Watch a match',
      description: 'A match as every spectator sees it, and what happened since the cursor.',
      input: Type.Object({ match: Type.String(), cursor: Type.Optional(Type.String()) }),
      output: Watched,
      annotations: READS,
      async run({ match, cursor }) {
        const handle = await arena.find(match);
        if (!handle) return trouble('not-found', 'There is no such match.');
        const seen = await watched(arena, handle, cursor);
        return { text: watchedText(seen, inWords), data: seen };
      },
    }),
    tool({
      name: 'vote',
      title: 'Vote',
      description: 'As a spectator, vote for a side of a match whose audience decides, while its vote is open.',
      input: Type.Object({
        match: Type.String(),
        for: Type.Union([Type.String(), Type.Integer({ minimum: 0 })], {
          description: 'A seat, or the name of who sits there.',
        }),
        ...KEY,
      }),
      output: Type.Object({ match: Type.String(), for: Type.Integer() }),
      annotations: REPEATABLE,
      async run({ match, for: side, key }, caller) {
        const agent = await caller.agent(key);
        if (isTrouble(agent)) return agent;
        const handle = await arena.running(match);
        if (!handle) return trouble('not-found', 'No such match is going on.');
        const { seats } = handle.header;
        const seat =
          typeof side === 'number' || /^\d+$/.test(side) ? Number(side) : seats.findIndex(({ name }) => name === side);
        if (!seats[seat])
          return trouble('bad-request', `Nobody sits there. Seats: ${seats.map(({ name }) => name).join(', ')}.`);
        const refused = await new Promise<Refused | undefined>((done) =>
          handle.submit({ seat: AUDIENCE, by: agent.id, move: { vote: seat } }, 0, done),
        );
        if (refused) {
          return trouble('bad-request', refused.code === 'not-your-turn' ? 'No vote is open now.' : refused.reason);
        }
        return { text: `You voted for ${seats[seat]!.name}.`, data: { match, for: seat } };
      },
    }),
  ];
}
