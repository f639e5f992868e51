// An agent over plain HTTP as it should be, or with the flaw that is named.
import { setTimeout as wait } from 'node:timers/promises';

const flaw = process.argv[2];
const { ARENA, KEY, GAME } = process.env;
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };

/** Asks again while the server is down. */
async function call(method, path, body) {
  for (;;) {
    try {
      const reply = await fetch(`${ARENA}/api/v1${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      if (reply.status < 500) return { status: reply.status, ...(await reply.json()) };
    } catch {
      // it will be back
    }
    if (flaw === 'no-retry') process.exit(1);
    await wait(200);
  }
}

let seen = await call('POST', '/play', { game: GAME, ...(flaw === 'unknown-field' && { colour: 'white' }) });
const { id } = seen;
while (seen.status === 'waiting' || seen.status === 'playing') {
  if (seen.turn?.yours) {
    const turn = flaw === 'old-turn' ? seen.turn.number - 1 : seen.turn.number;
    const reply = await call('POST', `/play/${id}/moves?wait=25`, { turn, text: seen.legal[0] });
    if (reply.id) seen = reply;
    else if (flaw === 'old-turn') break;
  } else {
    seen = await call('GET', `/play/${id}${flaw === 'busy' ? '' : `?wait=25&cursor=${seen.cursor}`}`);
  }
}
