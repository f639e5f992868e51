/**
 * The floor: what any WebSocket server has to do for these matches. It pairs connections, parses each frame and sends
 * frames of the same number and size to the same recipients as the real server. No rules, no accounts, and no storage,
 * unless it is given a file: then each move is on the disk, in that file alone, before anybody is told of it.
 */
import { fdatasyncSync, openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { COMMITS_APART, commitQueue } from '../src/storage/commit-queue.ts';

const size = Number(process.argv[2]);
const plies = Number(process.argv[3]);
const store = process.argv[4] === undefined ? undefined : storing(process.argv[4]);
const frame = (turn: boolean): string => {
  const bare = JSON.stringify({ type: 'state', observation: '', yourTurn: turn });
  return JSON.stringify({ type: 'state', observation: 'x'.repeat(Math.max(0, size - bare.length)), yourTurn: turn });
};
const yours = frame(true);
const theirs = frame(false);

const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
let waiting: { socket: WebSocket; name: string } | undefined;

server.on('connection', (socket, request) => {
  const name = new URL(request.url!, 'http://host').searchParams.get('name')!;
  socket.send(JSON.stringify({ type: 'queued', game: 'c4' }));
  if (!waiting) {
    waiting = { socket, name };
    return;
  }
  const pair = [waiting, { socket, name }];
  waiting = undefined;
  let ply = 0;
  const state = () => {
    for (const [seat, one] of pair.entries()) one.socket.send(ply % 2 === seat ? yours : theirs);
  };
  const played = () => {
    if (++ply < plies) return state();
    for (const { socket: end } of pair) {
      end.send(JSON.stringify({ type: 'result', winner: -1, outcome: 'draw', rating: 1500 }));
      end.close(1000);
    }
  };
  for (const [seat, one] of pair.entries()) {
    one.socket.send(JSON.stringify({ type: 'hello', player: seat, game: 'c4', opponent: pair[1 - seat]!.name }));
    one.socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.type !== 'move' || ply % 2 !== seat) return;
      if (store) store(message.move, played);
      else played();
    });
  }
  state();
});

http.listen(0, '127.0.0.1', () => console.log(`floor ${(http.address() as AddressInfo).port}`));

/** Moves share commits as the real server's do, and a commit is one write within a file and its flush. */
function storing(path: string): (move: string, told: () => void) => void {
  const file = openSync(path, 'w');
  const room = Buffer.alloc(16 * 1024 * 1024);
  writeSync(file, room);
  fdatasyncSync(file);
  let at = 0;
  const queue = commitQueue(async (jobs) => {
    const rows = jobs.map((job) => ('entry' in job ? job.entry.body : '')).join('\n');
    if (at + rows.length > room.length) at = 0;
    at += writeSync(file, rows, at);
    fdatasyncSync(file);
    return [...jobs];
  }, COMMITS_APART);
  let step = 0;
  return (move, told) => {
    const body = JSON.stringify({ at: Date.now(), kind: 'move', moves: [{ move, seat: step % 2 }] });
    void queue.add({ entry: { match: 'floor', step: step++, body } }).then(told);
  };
}
