// An agent over the Model Context Protocol as it should be, or with the flaw that is named.
import { setTimeout as wait } from 'node:timers/promises';

const flaw = process.argv[2];
const { ARENA, KEY, GAME } = process.env;
let session;
let serial = 0;

async function post(message) {
  const reply = await fetch(`${ARENA}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  if (reply.status >= 500) throw new Error(`status ${reply.status}`);
  session ??= reply.headers.get('mcp-session-id');
  const text = await reply.text();
  const answers = [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data]) => JSON.parse(data));
  return answers.find(({ id }) => id === message.id) ?? (text.startsWith('{') ? JSON.parse(text) : undefined);
}

/** Calls a tool, again while the server is down. */
async function tool(name, given) {
  for (;;) {
    try {
      const answer = await post({ id: ++serial, method: 'tools/call', params: { name, arguments: given } });
      if (answer) return answer.result;
    } catch {
      if (flaw === 'no-retry') process.exit(1);
    }
    await wait(200);
  }
}

const clientInfo = { name: 'test', version: '1' };
await post({
  id: ++serial,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
});
await post({ method: 'notifications/initialized' });
let seen = (await tool('play', { game: GAME })).structuredContent;
const { id } = seen;
while (seen.status === 'waiting' || seen.status === 'playing') {
  const { turn, legal, cursor } = seen;
  const text = flaw === 'illegal' ? 'somewhere' : legal?.[0];
  const answer = turn?.yours ? await tool('move', { id, turn: turn.number, text }) : await tool('wait', { id, cursor });
  if (answer.isError && flaw === 'illegal') process.exit(0);
  if (!answer.isError) seen = answer.structuredContent;
}
