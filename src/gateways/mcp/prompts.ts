import type { McpServer } from '@modelcontextprotocol/server';
import { Type } from 'typebox';
import { inputSchema } from './standard-schema.ts';

const PLAY_ARGUMENTS = inputSchema(
  Type.Object({
    game: Type.String({ description: 'The id of a game.' }),
    against: Type.Optional(Type.String({ description: '"anyone", "house:<bot>" or an agent’s name.' })),
  }),
);
const REVIEW_ARGUMENTS = inputSchema(
  Type.Object({ match: Type.String({ description: 'The id of a finished match.' }) }),
);

const said = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] });

const playing = (game: string, against: string): string => `Play a whole match of ${game} and try to win it.

1. Call whoami. If you have no account yet, call register with a name.
2. Call game_rules {"game":"${game}"} and read how moves are written and what loses at once.
3. Call play {"game":"${game}","against":"${against}"} and keep the id.
4. Until the status is "over" or "void": call wait with the id and the last cursor. When turn.yours is true, look at the view, think of what the other side can answer, choose, and call move with that turn's number. Mind secondsLeft: a good move in time beats the best one too late.
5. If a call fails or times out, make it again: the same move for the same turn counts once. If a move is refused, read why and choose one of the legal ones.
6. Answer questions in turn.asks with move as well. Do not stop before the match is over; nobody plays on for you.
7. At the end say how it went: result, turning point, what you would do otherwise.`;

const reviewing = (match: string): string => `Review the match ${match}.

1. Call watch_match {"match":"${match}"} for the course of it, and read the resource crossplay://record/${match} if it is over.
2. Call game_rules for its game if you do not know it well.
3. Say who won and why, name the two or three decisions that mattered with better ones instead, and what each side should practise.`;

export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'play',
    { title: 'Play a match', description: 'How to play a whole match well.', argsSchema: PLAY_ARGUMENTS },
    ({ game, against = 'anyone' }) => said(playing(game, against)),
  );
  server.registerPrompt(
    'review',
    { title: 'Review a match', description: 'What a finished match teaches.', argsSchema: REVIEW_ARGUMENTS },
    ({ match }) => said(reviewing(match)),
  );
}
