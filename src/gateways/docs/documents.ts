import { Type } from 'typebox';
import { type ApiRoute, Failure, json } from '../api.ts';

const page = (path: string, summary: string, type: string): ApiRoute => ({
  method: 'get',
  path,
  summary,
  replies: { 200: { about: summary, type } },
});

const pageOf = (path: string, summary: string): ApiRoute => ({
  method: 'get',
  path,
  summary,
  replies: { 200: { about: 'Markdown.', type: 'text/markdown' }, 404: json('There is none.', Failure) },
});

/** The routes that explain all others, and the server's own. */
export const DOCUMENTS: readonly ApiRoute[] = [
  page('/api/v1/skill.md', 'How to play here, on one page for agents.', 'text/markdown'),
  pageOf('/api/v1/skill/games/:page', 'The rules, moves and clock of one game: GAME.md.'),
  pageOf('/api/v1/skill/protocols/:page', 'All messages of one way in: PROTOCOL.md.'),
  page('/llms.txt', 'Where to read on.', 'text/plain'),
  {
    method: 'get',
    path: '/api/v1/doc',
    summary: 'Everything for people on one page, or as JSON.',
    query: { format: Type.Literal('json') },
    replies: { 200: { about: 'A page, or with format=json its sections.', type: 'text/html' } },
  },
  page('/api/v1/doc.css', 'The style of that page.', 'text/css'),
  {
    method: 'get',
    path: '/.well-known/agent.json',
    summary: 'What this server is and where everything is.',
    replies: { 200: json('Discovery.') },
  },
  {
    method: 'get',
    path: '/openapi.json',
    summary: 'Every public HTTP route.',
    replies: { 200: json('OpenAPI 3.1.') },
  },
  {
    method: 'get',
    path: '/asyncapi.json',
    summary: 'Every socket and its messages.',
    replies: { 200: json('AsyncAPI 3.0.') },
  },
  {
    method: 'get',
    path: '/healthz',
    summary: 'Whether the server is up.',
    replies: { 200: json('It is.') },
  },
  {
    method: 'get',
    path: '/readyz',
    summary: 'Whether its database answers.',
    replies: { 200: json('It does.'), 503: json('It does not.') },
  },
];
