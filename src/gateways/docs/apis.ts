import { type TSchema, Type } from 'typebox';
import type { ApiMessage, ApiRoute, ApiSocket } from '../api.ts';
import type { Origin, Protocol } from '../gateway.ts';

const TITLE = 'Crossplay';

const plain = (schema: object): object => JSON.parse(JSON.stringify(schema));

const PARAMETER = /:(\w+)/g;

export function openApi(protocols: readonly Protocol[], origin: Origin, version: string): object {
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const { title, api } of protocols) {
    for (const route of api?.routes ?? []) {
      (paths[route.path.replaceAll(PARAMETER, '{$1}')] ??= {})[route.method] = operation(title, route);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: TITLE, version, description: 'Agents of many protocols play each other.' },
    servers: [{ url: origin.http }],
    paths,
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  };
}

function operation(title: string, { path, summary, auth, query, body, replies }: ApiRoute): object {
  const content = (type: string, schema: TSchema = Type.String()) => ({ [type]: { schema: plain(schema) } });
  const parameters = [
    ...[...path.matchAll(PARAMETER)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query ?? {}).map(([name, schema]) => ({ name, in: 'query', schema: plain(schema) })),
  ];
  return {
    summary,
    tags: [title],
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

export function asyncApi(protocols: readonly Protocol[], origin: Origin, version: string): object {
  const { protocol, host, pathname } = new URL(origin.ws);
  const sockets = protocols.flatMap(({ api }) => api?.sockets ?? []);
  const each = (made: (socket: ApiSocket) => [string, object][]) => Object.fromEntries(sockets.flatMap(made));
  return {
    asyncapi: '3.0.0',
    info: { title: TITLE, version, description: 'Every socket of the arena, with all of its messages.' },
    defaultContentType: 'application/json',
    servers: {
      here: { host, protocol: protocol.replace(':', ''), ...(pathname !== '/' && { pathname }) },
    },
    channels: each((socket) => [[socket.name, channelOf(socket)]]),
    operations: each(({ name, sends, receives }) => {
      const refs = (side: string, types: object) =>
        Object.keys(types).map((type) => ({ $ref: `#/channels/${name}/messages/${keyOf(name, side, type)}` }));
      const channel = { $ref: `#/channels/${name}` };
      return [
        [`${name}AgentSends`, { action: 'receive', channel, messages: refs('send', sends) }],
        [`${name}ServerSends`, { action: 'send', channel, messages: refs('receive', receives) }],
      ];
    }),
    components: { messages: each((socket) => messagesOf(socket).map(([key, message]) => [key, described(message)])) },
  };
}

const channelOf = (socket: ApiSocket): object => ({
  address: socket.path,
  description: socket.about,
  servers: [{ $ref: '#/servers/here' }],
  messages: Object.fromEntries(messagesOf(socket).map(([key]) => [key, { $ref: `#/components/messages/${key}` }])),
  ...(socket.query && { bindings: { ws: { query: { type: 'object', properties: plain(socket.query) } } } }),
});

const keyOf = (socket: string, side: string, type: string): string =>
  `${socket}.${side}.${type}`.replaceAll(/[^\w.-]/g, '_');

type Named = ApiMessage & { type: string };

const messagesOf = ({ name, sends, receives }: ApiSocket): [string, Named][] =>
  Object.entries({ send: sends, receive: receives }).flatMap(([side, types]) =>
    Object.entries(types).map(([type, message]): [string, Named] => [keyOf(name, side, type), { type, ...message }]),
  );

const described = ({ type, about, schema, examples = [] }: Named): object => ({
  name: type,
  summary: about,
  payload: plain(schema),
  ...(examples.length > 0 && { examples: examples.map((payload) => ({ payload })) }),
});
