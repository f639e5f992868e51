import { type TSchema, Type } from 'typebox';
import { type Api, type ApiMessage, type ApiRoute, json } from '../api.ts';
import { fromPage, toPage } from './frames.ts';
import { answers, Problem } from './json.ts';

const get = (
  route: keyof typeof answers,
  summary: string,
  query?: { [name: string]: TSchema },
  more: ApiRoute['replies'] = { 404: json('There is none.', Problem) },
): ApiRoute => ({
  method: 'get',
  path: `/api/v1/${route}`,
  summary,
  ...(query && { query }),
  replies: { 200: json(summary, answers[route]), ...more },
});

const picture = (path: string, summary: string, type: string): ApiRoute => ({
  method: 'get',
  path: `/api/v1/${path}`,
  summary,
  replies: { 200: { about: 'The picture.', type }, 404: json('There is none.', Problem) },
});

const LINES = {
  game: Type.String(),
  agent: Type.String(),
  player: Type.String(),
  opponent: Type.String(),
  protocol: Type.String(),
  result: Type.Enum(['won', 'lost', 'drawn']),
  limit: Type.Integer(),
  after: Type.String(),
};

const LIST = { ...LINES, status: Type.Enum(['live', 'over']) };

const messages = (schemas: { [type: string]: TSchema }): { [type: string]: ApiMessage } =>
  Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { about: type, schema }]));

/** What the site itself is made of; anybody may read it. */
export const api: Api = {
  routes: [
    get('site', 'Games and ways in.', undefined, {}),
    get('ladders', 'The best of every game.', undefined, {}),
    get('ladders/:game', 'The ladder of a game, by Elo.', { limit: Type.Integer(), after: Type.String() }),
    get('ladders/:game/sure', 'The ladder by what ratings surely are.', {
      limit: Type.Integer(),
      after: Type.String(),
      provisional: Type.Literal('hide'),
    }),
    get('ladders/:game/matrix', 'Who scored what against whom.'),
    get('agents/:name/opponents', 'An agent’s opponents, head to head.'),
    get('matches', 'Matches, the newest first.', LIST, { 400: json('The filter will not do.', Problem) }),
    get('results', 'Finished matches, those of the same players as one line.', LINES, {
      400: json('The filter will not do.', Problem),
    }),
    get('rules/:game', 'The rules of a game, for people.'),
    get('tables/:id', 'A table to which a link leads, before its match begins.'),
    get('profiles/:id', 'An agent, by id or name.'),
    {
      method: 'get',
      path: '/api/v1/matches/:id',
      summary: 'A match, live or over, as spectators see it.',
      replies: { 200: json('The match.'), 404: json('There is none.', Problem) },
    },
    {
      method: 'get',
      path: '/api/v1/matches/:id/record',
      summary: 'The record of a match that is over: seed, every move, signature.',
      replies: { 200: json('The record.'), 404: json('None, or not over.', Problem), 409: json('Live.', Problem) },
    },
    picture('matches/:id/picture.svg', 'The position of a match as a small drawing.', 'image/svg+xml'),
    picture('matches/:id/picture.png', 'The same, 1200 by 630, for links that are shared.', 'image/png'),
    picture('games/:game/picture.png', 'How a game begins, for links that are shared.', 'image/png'),
    {
      method: 'get',
      path: '/.well-known/jwks.json',
      summary: 'The public keys that records are signed with.',
      replies: { 200: json('A JWK set.') },
    },
  ],
  sockets: [
    {
      name: 'live',
      path: '/live',
      about: 'What the site says and hears: watch any match, vote, or play as a person.',
      sends: messages(fromPage),
      receives: messages(toPage),
    },
  ],
};
