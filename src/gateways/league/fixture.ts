import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { pino } from 'pino';
import { Compile } from 'typebox/compile';
import { homeOf, testArena } from '../../../test/arena.ts';
import { otherParts } from '../../../test/gateway-parts.ts';
import { createAccounts } from '../../accounts/accounts.ts';
import { type Clock, realClock } from '../../core/clock.ts';
import type { LocalArena as Arena } from '../../core/local-arena.ts';
import { settleElo } from '../../core/settle/elo.ts';
import type { Storage } from '../../core/storage.ts';
import { chess } from '../../games/chess/rules.ts';
import { regularDebate } from '../../games/debate/rules.ts';
import { evenOdd } from '../../games/even-odd/rules.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { openSqlite } from '../../storage/sqlite.ts';
import { Sockets } from '../sockets.ts';
import type { TokenRule } from './manager/inbox.ts';
import { METHODS } from './protocol.ts';
import { leagueGateway } from './server.ts';
import { homeOf as homeHere } from './terms.ts';
import { OUTBOUND } from './wire/messages.ts';
import { isTimestamp } from './wire/timestamps.ts';

// biome-ignore lint/suspicious/noExplicitAny: messages of the wire, looked into by tests
export type Json = any;

const validators = new Map(Object.entries(OUTBOUND).map(([type, schema]) => [type, Compile(schema)]));

/** What is wrong with a message that the league sent; nothing where it is as it has to be. */
export function problemWith(message: Json): string | undefined {
  const validator = validators.get(message?.message_type);
  if (!validator) return `unknown type: ${JSON.stringify(message)}`;
  const [error] = validator.Errors(message);
  if (error) return `${message.message_type}${error.instancePath} ${error.message}: ${JSON.stringify(message)}`;
  return isTimestamp(message.timestamp) ? undefined : `timestamp: ${JSON.stringify(message)}`;
}

export interface World {
  url: string;
  arena: Arena;
  storage: Storage;
  clock: Clock;
  faults: unknown[];
  stop(): Promise<void>;
}

export interface WorldOptions {
  scale?: number;
  leagues?: { id: string; players: number; game: string }[];
  tokens?: TokenRule;
  privateCalls?: boolean;
  storage?: Storage;
  /** Hears what is logged, from warnings on. */
  logged?(line: Json): void;
}

/** The gateway on a real port over storage in memory, in scaled time. */
export async function leagueWorld(options: WorldOptions = {}): Promise<World> {
  const scale = options.scale ?? 0.1;
  const clock = realClock(scale);
  const storage = options.storage ?? (await openSqlite(':memory:'));
  const homes = {
    even_odd: homeHere(evenOdd),
    ttt: homeOf(ticTacToe),
    chess: homeOf(chess),
    regular_debate: homeOf(regularDebate),
  };
  const {
    faults,
    arena: contract,
    local: arena,
  } = await testArena([evenOdd, ticTacToe, chess, regularDebate], {
    homes,
    storage,
    // Only what tests of a fake clock move on needs more than a clock.
    clock: clock as never,
    settles: [settleElo((game) => homes[game as keyof typeof homes].rating)],
  });
  const http = fastify({ forceCloseConnections: true });
  const gateway = leagueGateway({
    ...otherParts(),
    ...(options.logged && { log: pino({ level: 'warn' }, { write: (line) => options.logged!(JSON.parse(line)) }) }),
    arena: contract,
    accounts: createAccounts({ storage, clock, scale }),
    documents: storage.documents,
    competitionLogs: storage.competitions,
    figures: storage.figures,
    reads: storage.beside,
    clock,
    http,
    sockets: new Sockets(),
    leagues: options.leagues ?? [{ id: 'spring', players: 2, game: 'even_odd' }],
    tokens: options.tokens ?? 'queries',
    privateCalls: () => options.privateCalls ?? true,
    timeScale: scale,
  });
  await arena.restore();
  await http.listen({ host: '127.0.0.1', port: 0 });
  await gateway.start!();
  return {
    url: `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`,
    arena,
    storage,
    clock,
    faults,
    async stop() {
      arena.stop();
      await gateway.stop();
      await http.close();
    },
  };
}

// ── talking to the league ──

let serial = 0;

export const envelope = (type: string, sender: string, body: object = {}): Json => ({
  protocol: 'league.v2',
  message_type: type,
  sender,
  timestamp: new Date().toISOString(),
  conversation_id: `test-${++serial}`,
  ...body,
});

/** The JSON-RPC reply to any text. */
export async function postText(url: string, text: string, headers: { [name: string]: string } = {}): Promise<Json> {
  const response = await fetch(new URL('/mcp', url), { method: 'POST', body: text, headers });
  return { status: response.status, ...((await response.json()) as object) };
}

export const post = (url: string, message: Json, method = message.message_type): Promise<Json> =>
  postText(url, JSON.stringify({ jsonrpc: '2.0', method, params: message, id: ++serial }));

/** The message that answers a message; it has the shape that it has to have. */
export async function say(url: string, type: string, sender: string, body: object = {}): Promise<Json> {
  const { result, error } = await post(url, envelope(type, sender, body));
  if (error) throw new Error(JSON.stringify(error));
  const problem = problemWith(result);
  if (problem) throw new Error(problem);
  return result;
}

export const playerMeta = (endpoint: string, more: object = {}) => ({
  player_meta: {
    display_name: `Player at ${new URL(endpoint).port}`,
    version: '1.0.0',
    game_types: ['even_odd', 'ttt', 'chess', 'regular_debate'],
    contact_endpoint: endpoint,
    ...more,
  },
});

export const refereeMeta = (endpoint: string, more: object = {}) => ({
  referee_meta: {
    display_name: 'Referee',
    version: '1.0.0',
    game_types: ['even_odd'],
    contact_endpoint: endpoint,
    ...more,
  },
});

// ── players ──

/** How an answer travels: in the reply as a result, as a request, bare, or by a POST of its own. */
export type Style = 'result' | 'request' | 'bare' | 'post';

/** Instead of an answer: nothing for ever, a broken connection, a receipt, or any HTTP reply. */
export type Behaviour = 'hang' | 'crash' | 'receipt' | { status: number; body: string; headers?: object };

export interface ActorOptions {
  style?: Style;
  /** The methods that it knows; all if not given. */
  knows?(method: string): boolean;
  /** What to answer with; undefined: the usual. */
  answer?(message: Json, method: string): object | Behaviour | undefined;
}

/** A real HTTP server that plays as an agent written to the protocol would. */
export class Actor {
  readonly options: ActorOptions;
  readonly heard: Json[] = [];
  readonly calls: { method: string; type: string }[] = [];
  readonly problems: string[] = [];
  readonly #server = createServer((request, response) => void this.#take(request, response));
  readonly #waiting: { type: string; matching: (message: Json) => boolean; found: (message: Json) => void }[] = [];
  readonly #host: string;
  url = '';
  id = '';
  token = '';

  constructor(host: string, options: ActorOptions = {}) {
    this.#host = host;
    this.options = options;
  }

  async listen(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((done) => this.#server.close(done));
  }

  async register(body: object = {}, sender = 'player:new'): Promise<Json> {
    const reply = await say(this.#host, 'LEAGUE_REGISTER_REQUEST', sender, { ...playerMeta(this.url), ...body });
    this.id = reply.player_id;
    this.token = reply.auth_token ?? '';
    return reply;
  }

  async registerAsReferee(body: object = {}, sender = 'referee:new'): Promise<Json> {
    const reply = await say(this.#host, 'REFEREE_REGISTER_REQUEST', sender, { ...refereeMeta(this.url), ...body });
    this.id = reply.referee_id;
    this.token = reply.auth_token ?? '';
    return reply;
  }

  of(type: string): Json[] {
    return this.heard.filter((message) => message.message_type === type);
  }

  /** The first message of a type, heard already or yet to come. */
  hears(type: string, matching: (message: Json) => boolean = () => true): Promise<Json> {
    const known = this.heard.find((message) => message.message_type === type && matching(message));
    return known ? Promise.resolve(known) : new Promise((found) => this.#waiting.push({ type, matching, found }));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method, params: message, id } = JSON.parse(text);
    this.calls.push({ method, type: message.message_type });
    if (this.options.knows && !this.options.knows(method)) {
      return this.#reply(response, { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id });
    }
    if (method !== METHODS[message.message_type] && method !== message.message_type)
      this.problems.push(`method ${method}`);
    const problem = problemWith(message);
    if (problem) this.problems.push(problem);
    this.#hear(message);
    const answer = this.options.answer?.(message, method) ?? this.#usual(message);
    if (answer === 'hang') return;
    if (answer === 'crash') return void request.socket.destroy();
    if (answer === 'receipt' || answer === undefined) return this.#reply(response, { jsonrpc: '2.0', result: {}, id });
    if ('status' in answer && 'body' in answer) {
      const { status, body, headers } = answer as Exclude<Behaviour, string>;
      return void response.writeHead(status, { ...headers }).end(body);
    }
    switch (this.options.style ?? 'result') {
      case 'result':
        return this.#reply(response, { jsonrpc: '2.0', result: answer, id });
      case 'request':
        return this.#reply(response, { jsonrpc: '2.0', method: 'answer', params: answer, id: 77 });
      case 'bare':
        return this.#reply(response, answer);
      case 'post':
        response.writeHead(202).end();
        // The server may be down; it asks again when it is back.
        await post(this.#host, answer).catch(() => {});
    }
  }

  #hear(message: Json): void {
    this.heard.push(message);
    for (const one of [...this.#waiting]) {
      if (one.type !== message.message_type || !one.matching(message)) continue;
      this.#waiting.splice(this.#waiting.indexOf(one), 1);
      one.found(message);
    }
  }

  #usual(message: Json): Json {
    const { message_type, match_id, conversation_id } = message;
    const say = (type: string, body: object) => ({
      ...envelope(type, `player:${this.id}`, { match_id, player_id: this.id, ...body }),
      conversation_id,
    });
    if (message_type === 'GAME_INVITATION') {
      return say('GAME_JOIN_ACK', { arrival_timestamp: new Date().toISOString(), accept: true });
    }
    if (message_type === 'CHOOSE_PARITY_CALL') return say('CHOOSE_PARITY_RESPONSE', { parity_choice: 'even' });
    if (message_type === 'GAME_MOVE_CALL') {
      const { move_type, valid_options } = message.move_request;
      return say('GAME_MOVE_RESPONSE', { move_data: { move_type, choice: valid_options.at(-1) } });
    }
  }

  #reply(response: ServerResponse, body: object): void {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}
