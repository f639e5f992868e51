import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Line, Player, Send } from './line.ts';

/** Crossplay's /play, and the relay that does as it does. */
export const play: Line = async (url, pair) => [await sit(url, pair[0]), await sit(url, pair[1])];

async function sit(url: string, { agent: { name, token }, ear }: Player): Promise<Send> {
  const socket = new WebSocket(`${url}/play?game=c4&name=${name}&token=${token}`, { perMessageDeflate: false });
  let states = 0;
  socket.on('message', (data) => {
    const text = String(data);
    if (text.startsWith('{"type":"state"')) {
      // The first shows the empty board.
      if (states++ > 0) ear.moved(text.length);
    } else if (text.startsWith('{"type":"hello"')) {
      const { player, opponent } = JSON.parse(text);
      ear.begun(player, opponent);
    } else if (text.startsWith('{"type":"result"')) ear.over();
    else if (text.startsWith('{"type":"error"')) throw new Error(text);
  });
  await once(socket, 'open');
  return (column) => socket.send(`{"type":"move","move":"${column}"}`);
}
