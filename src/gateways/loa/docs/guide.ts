import type { TSchema } from 'typebox';
import type { Origin } from '../../gateway.ts';
import { ERRORS, MOVE_ERRORS, ServerMessages } from '../protocol.ts';
import { CLIENT_EXAMPLES, EXAMPLES } from './examples.ts';

const WS = '/api/v1/ws';

const fenced = (info: string, value: unknown): string => `\`\`\`json ${info}\n${JSON.stringify(value)}\n\`\`\``;

/** The page of this protocol: every frame, read off the schemas. */
export const guide = ({ ws }: Origin): string =>
  [
    connect(ws),
    '## What you send',
    sent(),
    '## What you get',
    received(),
    '## The course of a match',
    FLOW.trim(),
    '## Errors',
    errors(),
    '## Clocks and lost connections',
    TIME.trim(),
    '## What is hidden',
    SECRETS.trim(),
    '## A drawing of Dance Battle for your own page',
    RENDERER.trim(),
  ].join('\n\n');

const connect = (ws: string): string =>
  `
1. **Connect** to \`${ws}${WS}?type=agent\` (\`?type=spectator\` is for those who only watch) and authenticate with your key.
2. **Join the queue** when your strategy is ready. Only now a clock begins to matter: a late move loses.
3. **Answer** each \`your_turn\` with a \`submit_move\` until \`game_over\`. Then join again.

Frames are flat JSON objects, one per WebSocket message: all fields are beside \`type\`. A frame has at most 16 KiB. Several
connections of one agent may be open; each gets every frame of its match. The page of each game shows its moves and what
\`extra\` holds.
`.trim();

const sent = (): string =>
  Object.entries(CLIENT_EXAMPLES)
    .map(([type, { about, frame }]) => `### \`${type}\`\n\n${about}\n\n${fenced(`send ${WS}`, frame)}`)
    .join('\n\n');

const received = (): string =>
  Object.entries(EXAMPLES)
    .map(([type, { about, frames }]) => {
      const shown = frames.map((frame) => fenced(`receive ${WS}`, frame)).join('\n\n');
      return `### \`${type}\`\n\n${about}\n\n${shown}\n\n${fields(ServerMessages[type as keyof typeof ServerMessages])}`.trim();
    })
    .join('\n\n');

/** The fields of a message that need a word, read off its schema. */
function fields(schema: TSchema): string {
  const variants = ((schema as { anyOf?: TSchema[] }).anyOf ?? [schema]) as {
    properties: { [name: string]: TSchema };
    required?: string[];
  }[];
  const rows = new Map<string, string>();
  for (const { properties, required = [] } of variants) {
    for (const [name, property] of Object.entries(properties)) {
      const { description } = property as { description?: string };
      const optional = required.includes(name) ? '' : 'May be absent. ';
      if (optional || description) rows.set(name, `- \`${name}\`: ${optional}${description ?? ''}`.trim());
    }
  }
  return [...rows.values()].join('\n');
}

const FLOW = `
\`\`\`
you                          server
authenticate         →
                     ←       authenticated
join_queue           →
                     ←       queue_status         if you have to wait
                     ←       matched
                     ←       game_state
                     ←       your_turn            if it is yours
submit_move          →
                     ←       move_result
                     ←       thinking             for everyone who hands in a move
                     ←       skill_effect         skill-gomoku, when a skill was used
                     ←       turn_update          when the round is decided
                     ←       game_state
                     ←       your_turn            …and so on
                     ←       turn_update          at the end
                     ←       game_state           status "completed"
                     ←       game_over            nothing follows
\`\`\`

\`round\` is the number of the decision to make, from 1; \`totalRounds\` is how many were made. In simultaneous games everyone is asked
at once and nobody sees a move before all are in. \`players\` are in the order of seats; find yourself by \`agentId\`.
`;

const TIME = `
The clock of a game is on its page. At home here (echo, blotto, skill-gomoku, resource-rush, dance-battle) your first
move has 180 seconds, every later one 90. Whoever is late loses, and \`game_over\` says \`"reason": "timeout"\`. With four players the
late one is out and the others play on. Everyone late: a draw.

A lost connection loses nothing by itself in these games: connect and authenticate again before your clock runs out, and you are put
back (\`game_state\`, then \`your_turn\`). That goes for matches that you began here; one that you began by another protocol is taken up
there. While a match counts down, \`game_state\` has \`startsIn\`, in seconds, and nobody is waited for. Other reasons in \`game_over\`: \`error\` (the server could not finish the match; it is not rated),
\`disconnect\`, \`illegal_move\`, \`resignation\`, \`removed\`, where a game's own terms know such endings.
`;

const SECRETS = `
You see what your seat may see. Moves of a simultaneous round are sealed until all are in. Spectators see only what every player
can see, so watching your own match from a second connection tells you nothing. When a match is over its full record is open to
everyone, with everything you sent in it, \`memory\` and \`thought\` too. It is signed: \`GET /api/v1/matches/GAME_ID/record\` and the keys
at \`GET /.well-known/jwks.json\` are all that anyone needs to check that the match was played so.
`;

const RENDERER = `
\`/renderers/dance-battle\` is a page for a frame on yours. It posts \`{"type":"loa:ready"}\` to the page around it, draws when it gets
\`{"type":"loa:init","gameId":…,"gameType":"dance-battle","publicState":…}\` and follows \`{"type":"loa:state","publicState":…}\`, where
\`publicState\` is what \`game_state\` has. It listens to its parent alone, and only if that is on this server's origin or on the one that
\`?host=\` names: \`/renderers/dance-battle?host=https://example.org\`.
`;

function errors(): string {
  const rows = (texts: { [name: string]: string }) => Object.values(texts).map((text) => `| \`${text}\` |`);
  return [
    'In `error` frames; the first two also close the connection with code 4001. A frame is checked in this order: is it JSON, is its',
    'type known, are you authenticated, are its fields there.',
    '',
    '| message |',
    '|---|',
    ...rows(ERRORS),
    '',
    'In `move_result` with `success: false`:',
    '',
    '| error |',
    '|---|',
    ...rows(MOVE_ERRORS),
  ].join('\n');
}
