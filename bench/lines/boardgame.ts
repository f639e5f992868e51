import { once } from 'node:events';
import { WebSocket } from 'ws';
import { DRAW } from '../draw.ts';
import type { Line, Player, Send } from './line.ts';

/** Socket.IO's own words in the game's namespace. */
const PING = '2';
const PONG = '3';
const ENTER = '40/c4,';
const EVENT = '42/c4,';

export const boardgame: Line = async (url, [first, second]) => {
  const { matchID } = await ask<{ matchID: string }>(url, 'create', { numPlayers: 2 });
  return [await sit(url, matchID, 0, first, second.agent.name), await sit(url, matchID, 1, second, first.agent.name)];
};

async function ask<Answer>(url: string, what: string, body: unknown): Promise<Answer> {
  const answer = await fetch(`${url.replace('ws', 'http')}/games/c4/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json() as Promise<Answer>;
}

async function sit(url: string, match: string, seat: number, { agent, ear }: Player, opponent: string): Promise<Send> {
  const playerID = String(seat);
  const { playerCredentials: credentials } = await ask<{ playerCredentials: string }>(url, `${match}/join`, {
    playerID,
    playerName: agent.name,
  });
  const socket = new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false });
  const say = (...event: unknown[]) => socket.send(EVENT + JSON.stringify(event));
  const synced = Promise.withResolvers<void>();
  let state = 0;
  let ply = 0;
  socket.on('message', (data) => {
    const text = String(data);
    if (text === PING) socket.send(PONG);
    else if (text.startsWith(ENTER)) say('sync', match, playerID, credentials, 2);
    else if (text.startsWith(`${EVENT}["sync"`)) {
      ear.begun(seat, opponent);
      synced.resolve();
    } else if (text.startsWith(`${EVENT}["update"`)) {
      state = Number(/"_stateID":(\d+)/.exec(text)![1]);
      ear.moved(text.length);
      if (++ply < DRAW.length) return;
      ear.over();
      socket.close();
    }
  });
  await once(socket, 'open');
  socket.send(ENTER);
  await synced.promise;
  return (column) => {
    const payload = { type: 'drop', args: [column], playerID, credentials };
    say('update', { type: 'MAKE_MOVE', payload }, state, match, playerID);
  };
}
