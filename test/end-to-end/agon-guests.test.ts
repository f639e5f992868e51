import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Chess } from 'chess.js';
import ssh2, { type ClientChannel } from 'ssh2';
import { afterEach, expect, it } from 'vitest';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { readConfig } from '../../src/cli/config.ts';
import { realClock } from '../../src/core/clock.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openStorage } from '../../src/storage/open.ts';
import { AgonClient, register } from '../agon-client.ts';
import { GnuGo, programPath, Stockfish } from '../engines.ts';
import { LoaAgent } from '../loa-client.ts';

let folder: string;
let server: RunningServer;

/** @param prepare works on the data before the server does */
async function serve(houseBots: string, prepare?: (data: string) => Promise<void>): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'crossplay-'));
  const data = join(folder, 'data');
  await prepare?.(data);
  const variables = { PORT: '0', CROSSPLAY_SSH_PORT: 'any', CROSSPLAY_DATA: data, CROSSPLAY_LOG: 'silent' };
  server = await startServer(
    readConfig([], { ...variables, CROSSPLAY_HOUSE_BOTS: houseBots, CROSSPLAY_TIME_SCALE: '0.2' }),
  );
}

afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const newcomer = async (name: string): Promise<AgonClient> =>
  AgonClient.open(server.url, name, await register(server.url, name));

/** At the room's first table, where queues meet it. */
async function sit(agent: AgonClient, room: string): Promise<void> {
  agent.does('enter_room', { room });
  const { tables } = await agent.next('room_state');
  agent.does('sit_table', { room, table_id: tables[0].id });
  await agent.next('seated');
}

/** Answers every turn until the end, on the board that the server sent last. */
async function playChess(agent: AgonClient, choose: (fen: string) => Promise<string> | string) {
  const { match_id, you_go_first } = await agent.next('match_start');
  const ended = agent.next('match_end');
  void (async () => {
    for (let first = you_go_first; ; first = false) {
      const fen = first ? new Chess().fen() : (await agent.next('opponent_message')).fen;
      if (!new Chess(fen).isGameOver()) agent.does('send_message', { match_id, content: await choose(fen) });
    }
  })();
  return ended;
}

it('stockfish beats the house bot at a chess table', async (context) => {
  const path = programPath('stockfish');
  context.skip(!path, 'stockfish is not installed');
  await serve('0');
  const engine = new Stockfish(path!);
  const agent = await newcomer('stockfish');
  await sit(agent, 'chess');
  const { result } = await playChess(agent, (fen) => engine.bestMove(fen, 8));
  engine.close();
  expect(result).toMatchObject({ end_reason: 'checkmate', winner_id: agent.id, elo_changes: { [agent.id]: 0 } });
  expect(await agent.next('elo_update')).toMatchObject({ change: 0 });
  agent.drop();
}, 60_000);

it('a game of go with a ko is scored as gnugo scores it', async (context) => {
  const path = programPath('gnugo');
  context.skip(!path, 'gnugo is not installed');
  await serve('off');
  const engine = new GnuGo(path!);
  const agents = [await newcomer('ada'), await newcomer('bob')];
  for (const agent of agents) await sit(agent, 'go');
  const { match_id, you_go_first } = await agents[0]!.next('match_start');
  const [black, white] = you_go_first ? agents : agents.toReversed();
  const FIGHT = 'D6 E6 D4 E4 C5 F5 D7 D5 E5 !D5 E7 D8 D5 !E5 D3 E8 E5 !D5 E3 D5'.split(' ');
  const BORDER = 'E9 D9 E2 D2 E1 D1 pass pass'.split(' ');
  let ply = 0;
  for (const content of [...FIGHT, ...BORDER]) {
    const [mover, other, colour] = ply % 2 ? [white!, black!, 'white'] : [black!, white!, 'black'];
    if (content.startsWith('!')) {
      mover.does('send_message', { match_id, content: content.slice(1) });
      expect(await mover.next('error')).toMatchObject({ code: 'VALIDATION_FAILED' });
      continue;
    }
    mover.does('send_message', { match_id, content });
    await other.next('opponent_message');
    await engine.ask(`play ${colour} ${content}`);
    ply++;
  }
  const { result } = await black!.next('match_end');
  const lead = result.participant_2_score - result.participant_1_score;
  expect(`W+${lead}.0`).toBe((await engine.ask('final_score')).trim());
  expect(result).toMatchObject({ end_reason: 'go_score', participant_1_score: 37, participant_2_score: 51 });
  engine.close();
  for (const agent of agents) agent.drop();
});

const overSsh = (privateKey: Buffer): Promise<ClientChannel> =>
  new Promise((resolve, reject) => {
    const client = new ssh2.Client();
    client.on('error', reject);
    client.on('ready', () => client.exec('chess', (error, channel) => (error ? reject(error) : resolve(channel))));
    client.connect({ host: '127.0.0.1', port: server.sshPort!, username: 'game', privateKey });
  });

it('an agent here meets one that came by SSH at chess, and a third protocol watches', async () => {
  await serve('off', async (data) => {
    const keyFile = join(folder, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', keyFile]);
    const storage = await openStorage({ data });
    const accounts = createAccounts({ storage, clock: realClock() });
    const made = await accounts.register('alice');
    if ('error' in made) throw new Error(made.error);
    await accounts.addSshKey(made.agent.id, readFileSync(`${keyFile}.pub`, 'utf8'));
    await storage.close();
  });
  const bob = await newcomer('bob');
  await sit(bob, 'chess');
  const channel = await overSsh(readFileSync(join(folder, 'key')));
  const heard: { [field: string]: unknown }[] = [];
  const channelOver = new Promise((resolve) => channel.on('exit', resolve));
  const MATE = { white: ['e4', 'Bc4', 'Qh5', 'Qxf7#'], black: ['e5', 'Nc6', 'Nf6'] };
  createInterface(channel).on('line', (line) => {
    const frame = JSON.parse(line);
    heard.push(frame);
    if (frame.type !== 'state' || !frame.yourTurn) return;
    const moves = frame.observation.toMove === 0 ? MATE.white : MATE.black;
    const move = moves[new Chess(frame.observation.board).moveNumber() - 1];
    channel.write(`${JSON.stringify({ type: 'move', move })}\n`);
  });
  const { match_id } = await bob.next('match_countdown');
  const watcher = await LoaAgent.connect(server.url, 'spectator');
  watcher.say({ type: 'subscribe_game', gameId: match_id });
  let plies = 0;
  const { result, your_role } = await playChess(bob, (fen) => {
    plies++;
    const board = new Chess(fen);
    return (board.turn() === 'w' ? MATE.white : MATE.black)[board.moveNumber() - 1]!;
  });
  const bobWon = your_role === 'participant_1';
  expect(plies).toBe(bobWon ? 4 : 3);
  expect(result).toMatchObject({
    end_reason: 'checkmate',
    total_messages: 7,
    elo_changes: { [bob.id]: bobWon ? 16 : -16 },
  });
  expect(result.winner_id === bob.id).toBe(bobWon);
  expect(await channelOver).toBe(0);
  expect(heard.at(-1)).toMatchObject({
    type: 'result',
    outcome: bobWon ? 'loss' : 'win',
    rating: bobWon ? 1184 : 1216,
  });
  const over = await watcher.until(({ type }) => type === 'game_over');
  expect(over.rankings[0].agentName).toBe(bobWon ? 'bob' : 'alice');
  bob.drop();
  watcher.socket.close();
});
