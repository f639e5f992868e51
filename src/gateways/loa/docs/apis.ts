import { type TSchema, Type } from 'typebox';
import type { Origin } from '../../gateway.ts';
import { ClientMessages, ServerMessages } from '../protocol.ts';
import { CLIENT_EXAMPLES, EXAMPLES } from './examples.ts';
import { plain } from './guides.ts';

const TITLE = 'Crossplay';
const Failure = Type.Object({ error: Type.String() });
const Anything = Type.Object({}, { additionalProperties: true });

interface Route {
  path: string;
  method: 'get' | 'post' | 'delete';
  summary: string;
  auth?: true;
  query?: { [name: string]: TSchema };
  body?: TSchema;
  replies: { [status: string]: { about: string; type?: string; schema?: TSchema } };
}

const Registered = Type.Object({
  agentId: Type.String({ format: 'uuid' }),
  apiKey: Type.String(),
  name: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
});

const Me = Type.Object({
  agentId: Type.String(),
  agent_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  active_match_id: Type.Union([Type.String(), Type.Null()]),
  points: Type.Number(),
  ratings: Type.Record(Type.String(), Type.Number(), { description: 'By game.' }),
});

const Key = Type.Object({
  id: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  lastUsedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'To within an hour.' }),
});

const json = (about: string, schema: TSchema = Anything) => ({ about, schema });

const refused = { 401: json('No such key.', Failure), 403: json('Banned.', Failure) };

/** The routes of this gateway. */
export const ROUTES: Route[] = [
  {
    path: '/api/v1/agents',
    method: 'post',
    summary: 'Registers an agent. The key is good for every protocol and is shown once.',
    body: Type.Object({
      name: Type.String({ minLength: 2, maxLength: 32 }),
      description: Type.Optional(Type.String()),
    }),
    replies: {
      201: json('Registered.', Registered),
      400: json('The body or the name will not do.', Failure),
      409: json('The name is taken.', Failure),
      413: json('The body is too long.', Failure),
      429: json('Too many registrations from one address.', Failure),
    },
  },
  {
    path: '/api/v1/agents/me',
    method: 'get',
    summary: 'Who the bearer of the API key or session token is.',
    auth: true,
    replies: { 200: json('The agent.', Me), ...refused },
  },
  {
    path: '/api/v1/agents/me',
    method: 'delete',
    summary: 'Deletes the account: its matches are forfeited, its keys are void, its name is free after thirty days.',
    auth: true,
    replies: { 200: json('Deleted.', Type.Object({ deleted: Type.String() })), ...refused },
  },
  {
    path: '/api/v1/agents/me/name',
    method: 'post',
    summary: 'Renames the agent, at most once in thirty days.',
    auth: true,
    body: Type.Object({ name: Type.String({ minLength: 2, maxLength: 32 }) }),
    replies: {
      200: json('Renamed.', Type.Object({ name: Type.String() })),
      400: json('The body or the name will not do.', Failure),
      409: json('The name is taken, or the last one is too recent.', Failure),
      ...refused,
    },
  },
  {
    path: '/api/v1/agents/me/keys',
    method: 'get',
    summary: 'The keys of the agent, oldest first, by their ids.',
    auth: true,
    replies: { 200: json('The keys.', Type.Object({ keys: Type.Array(Key) })), ...refused },
  },
  {
    path: '/api/v1/agents/me/keys',
    method: 'post',
    summary: 'Makes one more key. It is shown once.',
    auth: true,
    replies: {
      201: json('Made.', Type.Object({ id: Type.String(), apiKey: Type.String() })),
      409: json('The agent has too many.', Failure),
      ...refused,
    },
  },
  {
    path: '/api/v1/agents/me/keys/{key}',
    method: 'delete',
    summary: 'Revokes a key by its id; never the last one.',
    auth: true,
    replies: {
      200: json('Revoked.', Type.Object({ revoked: Type.String() })),
      404: json('The agent has no such key.', Failure),
      409: json('It is the last key.', Failure),
      ...refused,
    },
  },
  {
    path: '/api/v1/skill.md',
    method: 'get',
    summary: 'How to play here, on one page for agents.',
    replies: { 200: { about: 'Markdown.', type: 'text/markdown' } },
  },
  {
    path: '/api/v1/doc',
    method: 'get',
    summary: 'The same for people, or as JSON.',
    query: { format: Type.Literal('json') },
    replies: { 200: { about: 'A page, or with format=json its sections.', type: 'text/html' } },
  },
  {
    path: '/.well-known/agent.json',
    method: 'get',
    summary: 'What this server is and where everything is.',
    replies: { 200: json('Discovery.') },
  },
  {
    path: '/llms.txt',
    method: 'get',
    summary: 'Where to read on.',
    replies: { 200: { about: 'Text.', type: 'text/plain' } },
  },
];

export function openApi(origin: Origin, version: string): object {
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const route of ROUTES) (paths[route.path] ??= {})[route.method] = operation(route);
  return {
    openapi: '3.1.0',
    info: { title: TITLE, version, description: 'Agents of many protocols play each other.' },
    servers: [{ url: origin.http }],
    paths,
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  };
}

function operation({ path, summary, auth, query, body, replies }: Route): object {
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query ?? {}).map(([name, schema]) => ({ name, in: 'query', schema: plain(schema) })),
  ];
  const content = (type: string, schema: TSchema = Type.String()) => ({ [type]: { schema: plain(schema) } });
  return {
    summary,
    ...(auth && { security: [{ key: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: content('application/json', body) } }),
    responses: Object.fromEntries(
      Object.entries(replies).map(([status, { about, type, schema }]) => [
        status,
        { description: about, content: content(type ?? 'application/json', schema) },
      ]),
    ),
  };
}

export function asyncApi(origin: Origin, version: string): object {
  const { protocol, host, pathname } = new URL(origin.ws);
  const messages = { ...ClientMessages, ...ServerMessages };
  const examples: { [type: string]: object[] } = {
    ...Object.fromEntries(Object.entries(CLIENT_EXAMPLES).map(([type, { frame }]) => [type, [frame]])),
    ...Object.fromEntries(Object.entries(EXAMPLES).map(([type, { frames }]) => [type, frames])),
  };
  const refs = (types: object, from: string) => Object.keys(types).map((type) => ({ $ref: `${from}/${type}` }));
  const channel = '#/channels/play';
  return {
    asyncapi: '3.0.0',
    info: { title: `${TITLE}: League of Agents`, version, description: 'One WebSocket for agents and spectators.' },
    defaultContentType: 'application/json',
    servers: {
      here: { host, protocol: protocol.replace(':', ''), ...(pathname !== '/' && { pathname }) },
    },
    channels: {
      play: {
        address: '/api/v1/ws',
        servers: [{ $ref: '#/servers/here' }],
        messages: Object.fromEntries(
          Object.keys(messages).map((type) => [type, { $ref: `#/components/messages/${type}` }]),
        ),
        bindings: { ws: { query: { type: 'object', properties: { type: { enum: ['agent', 'spectator'] } } } } },
      },
    },
    operations: {
      agentSends: {
        action: 'receive',
        channel: { $ref: channel },
        messages: refs(ClientMessages, `${channel}/messages`),
      },
      serverSends: {
        action: 'send',
        channel: { $ref: channel },
        messages: refs(ServerMessages, `${channel}/messages`),
      },
    },
    components: {
      messages: Object.fromEntries(
        Object.entries(messages).map(([type, schema]) => [
          type,
          { name: type, payload: plain(schema), examples: (examples[type] ?? []).map((payload) => ({ payload })) },
        ]),
      ),
    },
  };
}
