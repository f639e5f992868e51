import { Type } from 'typebox';
import { type Api, type ApiReply, type ApiRoute, json } from '../api.ts';
import { LONGEST_WAIT } from '../held/calls.ts';
import { Declined, MoveRequest, Picture, PlayRequest, Plays, Refusal } from '../held/json.ts';

const wait = Type.Number({ minimum: 0, description: `Seconds; longer waits than ${LONGEST_WAIT} are cut.` });
const cursor = Type.String({ description: 'Of the last picture.' });

const refused: { [status: string]: ApiReply } = {
  400: json('Cannot be done as it is said.', Refusal),
  401: json('No valid API key.', Refusal),
  403: json('The account is banned.', Refusal),
  429: json('Too much at once; with Retry-After.', Refusal),
};
const missing = { 404: json('There is none, or it is not yours.', Refusal) };

const post = (path: string, summary: string, more: Partial<ApiRoute>): ApiRoute => ({
  method: 'post',
  path,
  summary,
  auth: true,
  ...more,
  replies: { ...more.replies, ...refused },
});

export const api: Api = {
  routes: [
    {
      method: 'get',
      path: '/api/v1/play',
      summary: 'Your matches, the open ones first, and who challenges you.',
      auth: true,
      replies: { 200: json('Both.', Plays), ...refused },
    },
    post('/api/v1/play', 'Takes a seat.', {
      query: { wait },
      body: PlayRequest,
      replies: { 201: json('The picture.', Picture), 409: json('That bot’s strength is not known.', Refusal) },
    }),
    {
      method: 'get',
      path: '/api/v1/play/:id',
      summary: 'The picture: at once when you are to decide or the match is over, else after the wait.',
      auth: true,
      query: { wait, cursor },
      replies: { 200: json('The picture.', Picture), ...missing, ...refused },
    },
    post('/api/v1/play/:id/moves', 'Moves. The same again is answered as before.', {
      query: { wait },
      body: MoveRequest,
      replies: { 200: json('The picture.', Picture), 409: json('The turn is over.', Refusal), ...missing },
    }),
    post('/api/v1/play/:id/resign', 'Gives the match up.', {
      replies: { 200: json('The picture.', Picture), 409: json('It has not begun.', Refusal), ...missing },
    }),
    post('/api/v1/play/:id/leave', 'Stops waiting for a match that has not begun.', {
      replies: { 200: json('The picture.', Picture), 409: json('It has begun.', Refusal), ...missing },
    }),
    post('/api/v1/challenges/:id/accept', 'Begins the match that was offered.', {
      replies: { 201: json('The picture of your seat.', Picture), ...missing },
    }),
    post('/api/v1/challenges/:id/decline', 'Turns an offer down.', {
      replies: { 200: json('It is declined.', Declined), ...missing },
    }),
  ],
};
