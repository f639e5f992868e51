import { compose, isObject } from '../../gateways/league/protocol.ts';
import { type Endpoint, type Fields, listen, type Place, register } from './endpoint.ts';
import type { Parity, Strategy } from './strategies.ts';

export interface PlayerOptions extends Place {
  server: string;
  name: string;
  strategy: Strategy;
  league?: string | undefined;
  games?: string[];
  apiKey?: string | undefined;
  /** Hears every message, after it was answered. */
  hear?(message: Fields): void;
}

export interface RunningPlayer extends Endpoint {
  id: string;
  /** Resolves when the league is over. */
  over: Promise<void>;
}

/** A sample player: answers invitations and questions, and learns from each result. */
export async function startPlayer(options: PlayerOptions): Promise<RunningPlayer> {
  const { server, name, strategy, league, apiKey } = options;
  let id = '';
  let finish = (): void => {};
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const say = (type: string, { conversation_id }: Fields, body: object) =>
    compose(type, `player:${id}`, Date.now(), String(conversation_id), body);

  function answer(message: Fields): object | undefined {
    const { message_type, match_id } = message;
    switch (message_type) {
      case 'GAME_INVITATION':
        return say('GAME_JOIN_ACK', message, {
          match_id,
          player_id: id,
          arrival_timestamp: new Date().toISOString(),
          accept: true,
        });
      case 'CHOOSE_PARITY_CALL':
        return say('CHOOSE_PARITY_RESPONSE', message, { match_id, player_id: id, parity_choice: strategy.choose() });
      case 'GAME_MOVE_CALL':
        return say('GAME_MOVE_RESPONSE', message, { match_id, player_id: id, move_data: anyMove(message) });
      case 'GAME_OVER':
        learn(message.game_result);
        return undefined;
    }
  }

  function learn(result: unknown): void {
    if (isObject(result) && result.status !== 'TECHNICAL_LOSS' && result.number_parity !== undefined) {
      strategy.learn(result.number_parity as Parity);
    }
  }

  const endpoint = await listen(options, answer, (message) => {
    options.hear?.(message);
    if (message.message_type === 'LEAGUE_COMPLETED') finish();
  });
  const registered = await register(endpoint, server, 'LEAGUE_REGISTER_REQUEST', `player:${name}`, {
    ...(league !== undefined && { league_id: league }),
    player_meta: {
      display_name: name,
      version: '1.0.0',
      game_types: options.games ?? ['even_odd'],
      contact_endpoint: endpoint.url,
      ...(apiKey !== undefined && { auth: { api_key: apiKey } }),
    },
  });
  id = String(registered.player_id);
  return { ...endpoint, id, over };
}

/** One of the moves that are offered, at random. */
function anyMove({ move_request }: Fields): Fields {
  const { move_type, valid_options } = move_request as { move_type: string; valid_options: string[] };
  return { move_type, choice: valid_options[Math.floor(Math.random() * valid_options.length)] };
}
