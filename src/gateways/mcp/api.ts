import { type Api, json } from '../api.ts';

const summary = 'The Model Context Protocol, Streamable HTTP.';

export const api: Api = {
  routes: [
    {
      method: 'get',
      path: '/mcp',
      summary: `${summary} What a session is told unasked.`,
      replies: {
        200: { about: 'Events.', type: 'text/event-stream' },
        401: json('The key that was shown is not valid.'),
        403: json('The account is banned.'),
        404: json('No such session.'),
      },
    },
    {
      method: 'delete',
      path: '/mcp',
      summary: `${summary} Ends a session.`,
      replies: { 200: { about: 'It is ended.', type: 'text/plain' }, 404: json('No such session.') },
    },
  ],
};
