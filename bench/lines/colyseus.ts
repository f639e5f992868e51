import { once } from 'node:events';
import { WebSocket } from 'ws';
import { DRAW } from '../draw.ts';
import type { Ear, Line, Send } from './line.ts';

/** The first byte of a message. */
const JOIN_ROOM = 10;
const ERROR = 11;
const ROOM_DATA = 13;
const ROOM_STATE_PATCH = 15;
const CODE = 0x1f;

const JOINED = Buffer.from([JOIN_ROOM]);
/** The message "move" with a column, as msgpack writes both. */
const moveTo = (column: number) => Buffer.from([ROOM_DATA, 0xa4, ...Buffer.from('move'), column]);

export const colyseus: Line = async (url, [first, second]) => {
  const room = await ask(url, 'create/c4');
  const sends = [await sit(url, room, 0, first.ear, second.agent.name)];
  const place = await ask(url, `joinById/${room.roomId}`);
  sends.push(await sit(url, place, 1, second.ear, first.agent.name));
  return sends as [Send, Send];
};

interface Place {
  roomId: string;
  sessionId: string;
  processId: string;
}

async function ask(url: string, what: string): Promise<Place> {
  const answer = await fetch(`${url.replace('ws', 'http')}/matchmake/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json() as Promise<Place>;
}

async function sit(url: string, place: Place, seat: number, ear: Ear, opponent: string): Promise<Send> {
  const { processId, roomId, sessionId } = place;
  const socket = new WebSocket(`${url}/${processId}/${roomId}?sessionId=${sessionId}`, { perMessageDeflate: false });
  const entered = Promise.withResolvers<void>();
  let ply = 0;
  socket.on('message', (data: Buffer) => {
    const code = data[0]! & CODE;
    if (code === ROOM_STATE_PATCH) {
      ear.moved(data.length);
      if (++ply < DRAW.length) return;
      ear.over();
      socket.close();
    } else if (code === JOIN_ROOM) {
      socket.send(JOINED);
      entered.resolve();
    } else if (code === ROOM_DATA) ear.begun(seat, opponent);
    else if (code === ERROR) throw new Error(String(data));
  });
  await once(socket, 'open');
  await entered.promise;
  return (column) => socket.send(moveTo(column));
}
