import { once } from 'node:events';
import { WebSocket } from 'ws';
import { Actor, playerMeta } from '../src/gateways/league/fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: clients written from the protocols know no types of ours
type Json = any;

/** An agent that plays tic-tac-toe wherever it is called, until it is told to leave. */
export interface TttPlayer {
  key: string;
  /** What it was told, by type. */
  heard: string[];
  leave(): Promise<void> | void;
}

async function post(url: string, path: string, key: string): Promise<Json> {
  const response = await fetch(`${url}${path}`, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
  return response.json();
}

async function socket(url: string, take: (frame: Json, from: WebSocket) => void): Promise<WebSocket> {
  const made = new WebSocket(url.replace('http', 'ws'));
  made.on('error', () => {});
  made.on('message', (data) => take(JSON.parse(String(data)), made));
  await once(made, 'open');
  return made;
}

const firstFree = (frame: Json): number => {
  const cells: unknown[] = (frame.extra?.board ?? frame.grid ?? []).flat();
  return cells.findIndex((cell) => cell === null || cell === '.' || cell === '' || cell === 0);
};

/** Connected and silent: it is `matched`. */
export async function loaPlayer(url: string, key: string): Promise<TttPlayer> {
  const heard: string[] = [];
  const authenticated = Promise.withResolvers<void>();
  let board: Json;
  const line = await socket(`${url}/api/v1/ws?type=agent`, (frame, from) => {
    heard.push(frame.type);
    if (frame.type === 'authenticated') authenticated.resolve();
    if (frame.type === 'game_state') board = frame;
    if (frame.type === 'your_turn')
      from.send(JSON.stringify({ type: 'submit_move', gameId: frame.gameId, move: { cell: firstFree(board) } }));
  });
  line.send(JSON.stringify({ type: 'authenticate', token: key }));
  await authenticated.promise;
  return { key, heard, leave: () => line.terminate() };
}

/** Connected and silent: it is seated. */
export async function agonPlayer(url: string, key: string): Promise<TttPlayer> {
  const { token } = await post(url, '/api/v1/agents/session-token', key);
  const heard: string[] = [];
  const taken = new Set<string>();
  const line = await socket(`${url}/ws/v1/connect?token=${token}`, (frame, from) => {
    heard.push(frame.event);
    // Whoever is back takes its match up by entering any room.
    if (frame.event === 'welcome') from.send(JSON.stringify({ action: 'enter_room', room: frame.rooms[0].room }));
    if (frame.event === 'match_start') taken.clear();
    if (frame.event === 'reconnect_state') {
      taken.clear();
      for (const { content } of frame.recent_messages) taken.add(content);
    }
    if (frame.event === 'opponent_message') taken.add(frame.content);
    if (frame.event !== 'turn_timer') return;
    const content = [...'012345678'].find((cell) => !taken.has(cell))!;
    taken.add(content);
    from.send(JSON.stringify({ action: 'send_message', match_id: frame.match_id, content }));
  });
  const pulse = setInterval(() => line.send(JSON.stringify({ action: 'heartbeat' })), 1000);
  return {
    key,
    heard,
    leave() {
      clearInterval(pulse);
      line.terminate();
    },
  };
}

/** Joins the queue again after each match. */
export function agentgamesPlayer(url: string, key: string): TttPlayer {
  const heard: string[] = [];
  let gone = false;
  let line: WebSocket | undefined;
  const join = (): void => {
    if (gone) return;
    line = new WebSocket(`${url.replace('http', 'ws')}/play?game=ttt&token=${key}`);
    line.on('error', () => {});
    line.on('close', () => setTimeout(join, 5));
    line.on('message', (data) => {
      const frame = JSON.parse(String(data));
      heard.push(frame.type);
      if (frame.type === 'state' && frame.yourTurn)
        line!.send(JSON.stringify({ type: 'move', move: frame.observation.legal[0] }));
    });
  };
  join();
  return {
    key,
    heard,
    leave() {
      gone = true;
      line?.terminate();
    },
  };
}

/** Registered in a league of the game, with its key: it is called at its endpoint. */
export async function leaguePlayer(url: string, key: string, league: string): Promise<TttPlayer> {
  const actor = await new Actor(url).listen();
  await actor.register({ league_id: league, ...playerMeta(actor.url, { auth: { api_key: key } }) });
  return {
    key,
    get heard() {
      return actor.heard.map(({ message_type }) => message_type);
    },
    leave: () => actor.close(),
  };
}

/** Asks again and again what there is to play, without a connection. */
export function httpPlayer(url: string, key: string): TttPlayer {
  const heard: string[] = [];
  const known = new Set<string>();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let gone = false;
  const look = async (): Promise<void> => {
    const { plays }: Json = await (await fetch(`${url}/api/v1/play`, { headers })).json();
    for (const { id, status, turn, legal } of plays) {
      if (!known.has(id)) heard.push('play');
      known.add(id);
      if (status !== 'playing' || !turn?.yours) continue;
      const body = JSON.stringify({ turn: turn.number, text: legal[0] });
      await fetch(`${url}/api/v1/play/${id}/moves`, { method: 'POST', headers, body });
    }
  };
  const again = (): void => {
    if (!gone)
      look().then(
        () => setTimeout(again, 20),
        () => setTimeout(again, 20),
      );
  };
  again();
  return {
    key,
    heard,
    leave() {
      gone = true;
    },
  };
}
