import { once } from 'node:events';
import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import ssh2, { type ClientChannel } from 'ssh2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Actor, type Json } from '../../src/gateways/league/fixture.ts';
import { copyTree } from '../copied-tree.ts';
import { type Frame, LoaAgent } from '../loa-client.ts';
import { type Serving, serve } from '../serving.ts';

/** A game in which every move is a secret of its mover, played through every protocol: nobody else ever hears of it. */
const { folder: tree, remove } = copyTree();
let server: Serving;

beforeAll(async () => {
  cpSync(join(import.meta.dirname, '../toys/whisper'), join(tree, 'src/games/whisper'), { recursive: true });
  appendFileSync(join(tree, 'src/games/index.ts'), "export { whisper } from './whisper/game.ts';\n");
  server = await serve({ CROSSPLAY_DATA: join(tree, 'data'), CROSSPLAY_LOG: 'debug', CROSSPLAY_SSH_PORT: 'any' }, tree);
});

afterAll(async () => {
  await server?.stop();
  remove();
});

const secret = (of: string, ply: number) => `secret-${of}-${ply}-secret`;
const get = (path: string): Promise<string> => fetch(`${server.url}${path}`).then((answer) => answer.text());

/** Everything that comes over a socket, as text. */
async function listen(path: string): Promise<{ socket: WebSocket; heard: string[]; say(message: object): void }> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`);
  const heard: string[] = [];
  socket.on('message', (data) => heard.push(String(data)));
  await once(socket, 'open');
  return { socket, heard, say: (message) => socket.send(JSON.stringify(message)) };
}

/** What a person at a terminal sees who goes to the live match. */
async function visitHub(): Promise<string> {
  const client = new ssh2.Client();
  client.connect({ host: '127.0.0.1', port: server.sshPort, username: 'visitor', authHandler: ['none', 'none'] });
  await once(client, 'ready');
  const shell = await new Promise<ClientChannel>((resolve, reject) =>
    client.shell((error, channel) => (error ? reject(error) : resolve(channel))),
  );
  let shown = '';
  shell.on('data', (bytes: Buffer) => (shown += bytes));
  for (const [sees, key] of [
    ['Leader', 'm'],
    ['live now', '\r'],
    ['watching', 'q'],
  ] as const) {
    await expect.poll(() => shown).toContain(sees);
    shell.write(key);
  }
  await once(client, 'close');
  return shown;
}

async function enter(name: string): Promise<LoaAgent> {
  const agent: LoaAgent = await LoaAgent.enter(server.url, name, ({ extra }) => ({ word: secret(name, extra.said) }));
  return agent;
}

const framesOf = (agent: LoaAgent): string => JSON.stringify(agent.frames);

test('over League of Agents, by spectators of every kind, over HTTP and in the log', async () => {
  const ann = await enter('ann');
  ann.strategy = undefined;
  const bob = await enter('bob');
  ann.say({ type: 'join_queue', gameType: 'whisper' });
  await ann.until(({ type }) => type === 'queue_status');
  bob.say({ type: 'join_queue', gameType: 'whisper' });
  const { gameId } = await ann.until(({ type }) => type === 'matched');
  const watcher = await LoaAgent.connect(server.url, 'spectator');
  watcher.say({ type: 'subscribe_game', gameId });
  await watcher.until(({ type }) => type === 'game_state');
  const page = await listen('/live');
  page.say({ type: 'watch', match: gameId });
  page.say({ type: 'front' });
  await expect.poll(() => page.heard.some((text) => text.includes('"update"'))).toBe(true);

  ann.say({ type: 'submit_move', gameId, move: { word: secret('ann', 0) } });
  await ann.until(({ type, round }) => type === 'your_turn' && round === 3);
  const told = [gameId, '/record'].map((path) => get(`/api/v1/matches/${path === gameId ? gameId : gameId + path}`));
  const open = [...(await Promise.all(told)), await get('/api/v1/matches'), await get('/api/v1/matches?status=live')];
  const hub = await visitHub();
  ann.say({ type: 'submit_move', gameId, move: { word: secret('ann', 2) } });
  await Promise.all([ann.over(), bob.over(), watcher.over()]);
  await expect.poll(() => page.heard.some((text) => text.includes('everything was whispered'))).toBe(true);

  expect(framesOf(bob)).toContain(secret('bob', 1));
  expect(framesOf(bob)).not.toContain('secret-ann');
  expect(framesOf(ann)).not.toContain('secret-bob');
  for (const heard of [framesOf(watcher), page.heard.join('\n'), open.join('\n'), server.output.join('\n'), hub]) {
    expect(heard).not.toContain('secret-ann');
    expect(heard).not.toContain('secret-bob');
  }
  const record = await get(`/api/v1/matches/${gameId}/record`);
  for (const word of [secret('ann', 0), secret('bob', 1)]) expect(record).toContain(word);
  page.socket.close();
  await Promise.all([ann, bob, watcher].map((one) => one.leave()));
});

test('at the site, by a person who plays an agent', async () => {
  const cara = await enter('cara');
  cara.say({ type: 'join_queue', gameType: 'whisper' });
  await cara.until(({ type }) => type === 'queue_status');
  const page = await listen('/live');
  const parsed = (): Frame[] => page.heard.map((text) => JSON.parse(text));
  page.say({ type: 'hello', secret: 'ab'.repeat(32) });
  page.say({ type: 'sit', game: 'whisper', name: 'Person', against: 'anyone' });
  await expect.poll(() => parsed().find(({ type }) => type === 'seated')).toBeDefined();
  const { match } = parsed().find(({ type }) => type === 'seated');
  page.say({ type: 'watch', match });
  for (const turn of [1, 3]) {
    const asked = ({ type, status }: Frame) => type === 'update' && status.number === turn;
    await expect.poll(() => parsed().some(asked)).toBe(true);
    page.say({ type: 'move', match, turn, move: { word: secret('person', turn) } });
  }
  await cara.over();
  await expect.poll(() => page.heard.some((text) => text.includes('everything was whispered'))).toBe(true);
  expect(page.heard.join('\n')).toContain(secret('person', 1));
  expect(page.heard.join('\n')).not.toContain('secret-cara');
  expect(framesOf(cara)).not.toContain('secret-person');
  page.socket.close();
  await cara.leave();
});

test('in a league', async () => {
  const opened = { league_id: 'hush', players: 2, game_type: 'whisper' };
  await fetch(`${server.url}/api/v1/leagues`, { method: 'POST', body: JSON.stringify(opened) });
  const players = await Promise.all(
    ['dora', 'eve'].map(async (name) => {
      const answer = (message: Json) =>
        message.message_type === 'GAME_MOVE_CALL'
          ? {
              protocol: 'league.v2',
              message_type: 'GAME_MOVE_RESPONSE',
              sender: `player:${message.player_id}`,
              timestamp: new Date().toISOString(),
              conversation_id: message.conversation_id,
              match_id: message.match_id,
              player_id: message.player_id,
              move_data: { move_type: 'move', choice: secret(name, message.move_request.context.view.said) },
            }
          : undefined;
      return { name, actor: await new Actor(server.url, { answer }).listen() };
    }),
  );
  for (const { actor, name } of players) {
    await actor.register({
      league_id: 'hush',
      player_meta: { ...META, display_name: name, contact_endpoint: actor.url },
    });
  }
  for (const { actor } of players) await actor.hears('LEAGUE_COMPLETED');
  const [dora, eve] = players.map(({ actor }) => JSON.stringify(actor.heard));
  expect(dora).toContain('secret-dora');
  expect(dora).not.toContain('secret-eve');
  expect(eve).not.toContain('secret-dora');
  expect(server.output.join('\n')).not.toMatch(/secret-(dora|eve)/);
  for (const { actor } of players) await actor.close();
});

const META = { version: '1.0.0', game_types: ['whisper'] };

test('AgentGames and AGON tell everyone each move, so they do not offer it', async () => {
  const { apiKey } = await LoaAgent.register(server.url, 'Fay');
  const play = await listen(`/play?game=whisper&token=${apiKey}`);
  await once(play.socket, 'close');
  expect(play.heard.join()).toContain('unknown game');
  expect(await get('/api/v1/arenas')).not.toContain('whisper');
});
