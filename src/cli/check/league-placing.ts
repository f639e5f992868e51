import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { compose } from '../../gateways/league/protocol.ts';
import { type Endpoint, type Fields, listen, register } from '../league/endpoint.ts';
import type { CheckArena } from './check-arena.ts';
import { type Conversation, fieldsOf } from './conversation.ts';
import { GoBetween } from './go-between.ts';
import type { Meddler } from './meddling.ts';
import type { Ending } from './opponent.ts';
import type { Placing } from './placing.ts';

export interface LeagueScript {
  name: string;
  ending: Ending | undefined;
  hold: (() => void) | undefined;
  /** Who registers first is player A. */
  comesFirst: boolean;
}

/** A league of two. The agent is called, through a go-between of its own; so is its opponent. */
export async function leaguePlacing(
  host: CheckArena,
  game: string,
  script: LeagueScript,
  meddler: Meddler,
  conversation: Conversation,
): Promise<Placing> {
  const league = `check-${script.name}`;
  await host.post('/api/v1/leagues', { league_id: league, players: 2, game_type: game });
  const port = await freePort();
  const goBetween = await GoBetween.open(() => `http://127.0.0.1:${port}`, meddler, 'arena');
  const opponent = new LeagueOpponent(script);
  const enter = () => opponent.enter(host.url, league, game);
  if (script.comesFirst) await enter();
  return {
    env: { LEAGUE: league, PORT: String(port), ENDPOINT: `${goBetween.url}/mcp` },
    isThere: async () =>
      conversation.frames.some(({ from, json }) => {
        const { message_type, status } = fieldsOf(fieldsOf(json).result);
        return from === 'arena' && message_type === 'LEAGUE_REGISTER_RESPONSE' && status === 'ACCEPTED';
      }),
    async bring() {
      if (!script.comesFirst) await enter();
    },
    async resume() {
      opponent.resume();
    },
    async resign() {},
    async close() {
      goBetween.close();
      await opponent.close();
    },
  };
}

class LeagueOpponent {
  readonly #script: LeagueScript;
  readonly #resumed = Promise.withResolvers<void>();
  #id = '';
  #endpoint: Endpoint | undefined;

  constructor(script: LeagueScript) {
    this.#script = script;
  }

  async enter(server: string, league: string, game: string): Promise<void> {
    const { name } = this.#script;
    const endpoint = await listen({}, (message) => this.#answer(message));
    this.#endpoint = endpoint;
    const meta = { display_name: name, version: '1.0.0', game_types: [game], contact_endpoint: endpoint.url };
    const body = { league_id: league, player_meta: meta };
    const { player_id } = await register(endpoint, server, 'LEAGUE_REGISTER_REQUEST', `player:${name}`, body);
    this.#id = String(player_id);
  }

  resume(): void {
    this.#resumed.resolve();
  }

  async close(): Promise<void> {
    this.resume();
    await this.#endpoint?.close();
  }

  async #answer(message: Fields): Promise<object | undefined> {
    const { message_type, match_id, conversation_id } = message;
    const { ending, hold } = this.#script;
    const say = (type: string, body: object) =>
      compose(type, `player:${this.#id}`, Date.now(), String(conversation_id), {
        match_id,
        player_id: this.#id,
        ...body,
      });
    if (message_type === 'GAME_INVITATION') {
      const accept = ending !== 'resigns';
      return say('GAME_JOIN_ACK', { arrival_timestamp: new Date().toISOString(), accept });
    }
    if (message_type !== 'CHOOSE_PARITY_CALL' && message_type !== 'GAME_MOVE_CALL') return undefined;
    if (hold) {
      hold();
      await this.#resumed.promise;
    }
    if (ending === 'cut off') void this.#endpoint?.close();
    if (ending !== undefined) await this.#resumed.promise;
    if (message_type === 'CHOOSE_PARITY_CALL') return say('CHOOSE_PARITY_RESPONSE', { parity_choice: 'even' });
    const { move_type, valid_options } = message.move_request as { move_type: string; valid_options: string[] };
    return say('GAME_MOVE_RESPONSE', { move_data: { move_type, choice: valid_options[0] } });
  }
}

/** A port where nothing listens: the agent is to. */
async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
