/** Connect four on Colyseus: a room for each match, its state a schema, a patch to both after every move. Nothing is stored. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, Room, Server } from '@colyseus/core';
import { ArraySchema, schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { COLUMNS, EMPTY, landing, ROWS, wins } from './connect-four.ts';

const State = schema({ board: t.array('uint8'), ply: t.uint8(), winner: t.int8() }, 'State');

class ConnectFour extends Room {
  override maxClients = 2;
  /** Patches go out with the move that caused them, not twenty times a second. */
  override patchRate = null;
  declare state: InstanceType<typeof State>;
  readonly #cells: number[] = Array(COLUMNS * ROWS).fill(EMPTY);
  readonly #seats: string[] = [];

  override onCreate(): void {
    this.state = new State();
    this.state.board = new ArraySchema(...this.#cells);
    this.state.ply = 0;
    this.state.winner = -1;
    this.onMessage('move', (client: Client, column: number) => this.#move(client, column));
  }

  override onJoin(client: Client): void {
    this.#seats.push(client.sessionId);
    if (this.#seats.length === 2) this.broadcast('begin');
  }

  #move(client: Client, column: number): void {
    const { state } = this;
    const seat = state.ply % 2;
    const cell = landing(this.#cells, column);
    if (state.winner >= 0 || this.#seats[seat] !== client.sessionId || cell < 0) return;
    this.#cells[cell] = seat + 1;
    state.board[cell] = seat + 1;
    if (wins(this.#cells, cell)) state.winner = seat;
    state.ply++;
    this.broadcastPatch();
  }
}

const http = createServer();
const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false });
server.define('c4', ConnectFour);
await server.listen(0, '127.0.0.1');
console.log(`colyseus ${(http.address() as AddressInfo).port}`);
