/** Connect four on boardgame.io, with its storage in memory. */
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { COLUMNS, EMPTY, landing, ROWS, wins } from './connect-four.ts';

const require = createRequire(import.meta.url);
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

interface Turn {
  G: { cells: number[]; last: number };
  ctx: { currentPlayer: string; turn: number };
}

const connectFour = {
  name: 'c4',
  setup: () => ({ cells: Array(COLUMNS * ROWS).fill(EMPTY), last: -1 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop({ G, ctx }: Turn, column: number) {
      const cell = landing(G.cells, column);
      if (cell < 0) return INVALID_MOVE;
      G.cells[cell] = Number(ctx.currentPlayer) + 1;
      G.last = cell;
    },
  },
  endIf({ G, ctx }: Turn) {
    if (G.last >= 0 && wins(G.cells, G.last)) return { winner: ctx.currentPlayer };
    if (!G.cells.includes(EMPTY)) return { draw: true };
  },
};

const server = Server({ games: [connectFour], origins: [/127\.0\.0\.1/] });
const listen = server.app.listen.bind(server.app);
server.app.listen = (port: number, listening: () => void) => listen(port, '127.0.0.1', listening);
const { appServer } = await server.run({ port: 0, callback: () => {} });
console.log(`boardgame.io ${(appServer.address() as AddressInfo).port}`);
