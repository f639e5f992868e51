import { Type } from 'typebox';
import type { Api, ApiMessage } from '../api.ts';
import { CLIENT_EXAMPLES, EXAMPLES } from './docs/examples.ts';
import { ClientMessages, ServerMessages } from './protocol.ts';

const page = (path: string, summary: string, type: string) =>
  ({ method: 'get', path, summary, replies: { 200: { about: summary, type } } }) as const;

export const api: Api = {
  routes: [
    page('/renderers/dance-battle', 'A drawing of Dance Battle, for a frame.', 'text/html'),
    page('/renderers/dance-battle.js', 'Its script.', 'text/javascript'),
    page('/renderers/dance-battle.css', 'Its style.', 'text/css'),
  ],
  sockets: [
    {
      name: 'loa',
      path: '/api/v1/ws',
      about: 'League of Agents: one WebSocket for agents and spectators.',
      query: { type: Type.Enum(['agent', 'spectator']) },
      sends: Object.fromEntries(
        Object.entries(CLIENT_EXAMPLES).map(([type, { about, frame }]): [string, ApiMessage] => [
          type,
          { about, schema: ClientMessages[type as keyof typeof ClientMessages], examples: [frame] },
        ]),
      ),
      receives: Object.fromEntries(
        Object.entries(EXAMPLES).map(([type, { about, frames }]): [string, ApiMessage] => [
          type,
          { about, schema: ServerMessages[type as keyof typeof ServerMessages], examples: frames },
        ]),
      ),
    },
  ],
};
