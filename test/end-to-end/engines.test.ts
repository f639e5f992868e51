import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../src/cli/config.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { GnuGo, programPath, Stockfish } from '../engines.ts';

const data = mkdtempSync(join(tmpdir(), 'crossplay-engines-'));
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({
    ...readConfig([], {}),
    port: 0,
    sshPort: undefined,
    data,
    logLevel: 'error',
    leagues: [],
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

interface Observation {
  board: string & string[][];
  legal: string[];
  toMove: number;
}

interface Result {
  winner: number;
  outcome: string;
  reason?: string;
}

/** An agent over /play that answers each of its turns. */
async function playAgent(
  name: string,
  game: string,
  choose: (seen: Observation) => Promise<string> | string,
): Promise<Result> {
  const registered = await fetch(`${server.url}/api/v1/agents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  const { apiKey } = (await registered.json()) as { apiKey: string };
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/play?game=${game}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', async (text) => {
      const frame = JSON.parse(String(text));
      if (frame.type === 'result') resolve(frame);
      if (frame.type === 'error') reject(new Error(frame.error));
      if (frame.type !== 'state' || !frame.yourTurn) return;
      try {
        socket.send(JSON.stringify({ type: 'move', move: await choose(frame.observation) }));
      } catch (error) {
        reject(error as Error);
      }
    });
  });
}

test('stockfish plays a whole game of chess through the gateway and wins', async (context) => {
  const path = programPath('stockfish');
  context.skip(!path, 'stockfish is not installed');
  const engine = new Stockfish(path!);
  const first = playAgent('stockfish', 'chess', ({ board }) => engine.bestMove(board, 8));
  const second = playAgent('first-legal', 'chess', ({ legal }) => legal[0]!);
  const [won, lost] = await Promise.all([first, second]);
  engine.close();
  expect(won.outcome).toBe('win');
  expect(won.reason).toBeUndefined();
  expect(lost.outcome).toBe('loss');
});

test('gnugo plays a whole game of go through the gateway and wins', async (context) => {
  const path = programPath('gnugo');
  context.skip(!path, 'gnugo is not installed');
  const engine = new GnuGo(path!);
  const COLUMNS = 'ABCDEFGHJ';
  /** What the other side put on the board since gnugo last saw it. */
  const newStone = async (board: string[][], mark: string, colour: string): Promise<string> => {
    const known = (await engine.ask(`list_stones ${colour}`)).split(' ');
    for (const [row, cells] of board.entries()) {
      for (const [column, cell] of cells.entries()) {
        const point = `${COLUMNS[column]}${9 - row}`;
        if (cell === mark && !known.includes(point)) return point;
      }
    }
    return 'pass';
  };
  let moved = false;
  let enginePassed = false;
  const first = playAgent('gnugo', 'go', async ({ board, toMove }) => {
    const [mine, theirs, mark] = toMove === 0 ? ['black', 'white', 'O'] : ['white', 'black', 'X'];
    if (moved || toMove === 1) await engine.ask(`play ${theirs} ${await newStone(board, mark!, theirs!)}`);
    moved = true;
    const chosen = (await engine.ask(`genmove ${mine}`)).trim();
    enginePassed = chosen.toLowerCase() === 'pass';
    return enginePassed ? 'pass' : chosen;
  });
  const second = playAgent('middle', 'go', ({ legal }) =>
    enginePassed ? 'pass' : legal[Math.floor(legal.length / 2)]!,
  );
  const [won, lost] = await Promise.all([first, second]);
  engine.close();
  expect(won.outcome).toBe('win');
  expect(lost.outcome).toBe('loss');
});
