// Longer than most files: every message of the protocol that comes in.
import type { AgentRow } from '../../../core/storage.ts';
import { VIA } from '../matches/house-match.ts';
import type { Principal, Questions } from '../matches/questions.ts';
import { takeReport } from '../matches/reports.ts';
import {
  compose,
  LEAGUE_MANAGER,
  type Message,
  newConversation,
  RPC,
  type RpcError,
  type RpcRequest,
} from '../protocol.ts';
import { type Checked, checkMessage, senderId } from '../wire/check.ts';
import { ERRORS, Fault } from '../wire/errors.ts';
import { leagueStatus } from './announcements.ts';
import type { Conductor } from './conductor.ts';
import type { Entered, League } from './league.ts';
import type { Leagues } from './leagues.ts';
import { answerQuery } from './queries.ts';

export type TokenRule = 'off' | 'queries' | 'strict';

export interface InboxParts {
  leagues: Leagues;
  conductor: Conductor;
  questions: Questions;
  tokens: TokenRule;
  /** Why an endpoint would never be called. */
  refusal(endpoint: string): Promise<string | undefined>;
  now(): number;
  authenticate(key: string): Promise<AgentRow | undefined>;
  /** Why somebody without an account cannot bear a name. */
  unfit(name: string): Promise<string | undefined>;
  isBanned(account: string): boolean;
  /** Where an account registers from. */
  seen(account: string, address: string): void;
  /** Keeps a reported match among the others. */
  keepReported(league: League, pairing: string): void;
}

export interface Visitor {
  /** Under which address the sender reached this server. */
  reachedAt: string;
  address: string;
}

/** What to answer, and what to do once the answer is out. */
export type Answer = { message: Message; afterwards?: () => void } | { error: RpcError };

type Body = { [field: string]: unknown };

const LONGEST_NAME = 64;
const MOST_MATCHES = 1000;

/** Where messages to the league come in: registrations, queries, reports, answers that come by themselves. */
export class Inbox {
  readonly #parts: InboxParts;

  constructor(parts: InboxParts) {
    this.#parts = parts;
  }

  async receive(request: RpcRequest, visitor: Visitor): Promise<Answer> {
    const params = isBareStart(request)
      ? compose('START_LEAGUE', 'anybody', this.#parts.now(), newConversation(), {})
      : request.params;
    if (!params) return { error: RPC.params };
    try {
      const message = checkMessage(params);
      if (!message) return { error: RPC.noMethod };
      return await this.#answer(message, visitor);
    } catch (error) {
      if (error instanceof Fault) return { message: this.#fault(params, error) };
      throw error;
    }
  }

  #answer(message: Checked, visitor: Visitor): Promise<Answer> | Answer {
    switch (message.message_type) {
      case 'LEAGUE_REGISTER_REQUEST':
        return this.#registerPlayer(message, visitor);
      case 'REFEREE_REGISTER_REQUEST':
        return this.#registerReferee(message);
      case 'START_LEAGUE':
        return this.#start(message);
      case 'LEAGUE_QUERY':
        return this.#query(message, visitor);
      case 'MATCH_RESULT_REPORT':
        return this.#report(message);
      case 'GAME_JOIN_ACK':
      case 'CHOOSE_PARITY_RESPONSE':
      case 'GAME_MOVE_RESPONSE':
        return this.#ownAnswer(message);
    }
  }

  // ── registration ──

  async #registerPlayer(message: Checked<'LEAGUE_REGISTER_REQUEST'>, { reachedAt, address }: Visitor): Promise<Answer> {
    const { display_name, game_types, contact_endpoint: endpoint, auth } = message.player_meta;
    const { leagues, refusal, authenticate } = this.#parts;
    const reject = (rejected: string, league?: League) =>
      this.#registered(message, 'LEAGUE_REGISTER_RESPONSE', 'player_id', { rejected }, league);
    const name = cleanName(display_name);
    if (name === '') throw new Fault('E003', { field: 'player_meta.display_name' });
    const refused = await refusal(endpoint);
    if (refused) return reject(refused);
    const league = leagues.forRegistration(message.league_id ?? undefined, game_types, 'entered', endpoint);
    if ('rejected' in league) return reject(league.rejected);
    const key = auth?.api_key ?? undefined;
    const account = key === undefined ? undefined : await authenticate(key);
    if (key !== undefined && !account) return reject('No account has this API key.', league);
    if (account?.bannedAt !== undefined) return reject('This account is banned.', league);
    const unfit = account ? undefined : await this.#parts.unfit(name);
    if (unfit !== undefined) return reject(unfit, league);
    if (account) this.#parts.seen(account.id, address);
    const entered = await league.enter({
      wanted: senderId(message.sender),
      name: account?.name ?? name,
      endpoint,
      reachedAt,
      account: account?.id ?? null,
      via: VIA,
    });
    return this.#registered(message, 'LEAGUE_REGISTER_RESPONSE', 'player_id', entered, league);
  }

  async #registerReferee(message: Checked<'REFEREE_REGISTER_REQUEST'>): Promise<Answer> {
    const { display_name, game_types, contact_endpoint: endpoint, max_concurrent_matches } = message.referee_meta;
    const reject = (rejected: string) =>
      this.#registered(message, 'REFEREE_REGISTER_RESPONSE', 'referee_id', { rejected }, undefined);
    const name = cleanName(display_name);
    if (name === '') throw new Fault('E003', { field: 'referee_meta.display_name' });
    const refused = await this.#parts.refusal(endpoint);
    if (refused) return reject(refused);
    const league = this.#parts.leagues.forRegistration(
      message.league_id ?? undefined,
      game_types,
      'referees',
      endpoint,
    );
    if ('rejected' in league) return reject(league.rejected);
    const unfit = await this.#parts.unfit(name);
    if (unfit !== undefined) return reject(unfit);
    const entered = await league.enterReferee({
      wanted: senderId(message.sender),
      name,
      endpoint,
      most: Math.min(max_concurrent_matches ?? 1, MOST_MATCHES),
    });
    if (entered.id !== undefined) this.#parts.conductor.watch.heard(league.id, entered.id);
    return this.#registered(message, 'REFEREE_REGISTER_RESPONSE', 'referee_id', entered, league);
  }

  #registered(
    message: Checked,
    type: string,
    field: 'player_id' | 'referee_id',
    entered: Entered,
    league: League | undefined,
  ): Answer {
    const accepted = !('rejected' in entered);
    const body = {
      status: accepted ? 'ACCEPTED' : 'REJECTED',
      [field]: entered.id ?? '',
      auth_token: accepted ? this.#parts.leagues.token(league!.id, entered.id) : null,
      league_id: league?.id ?? ('league_id' in message ? (message.league_id ?? null) : null),
      reason: accepted ? null : entered.rejected,
    };
    const answer = { message: this.#reply(message, type, body) };
    const begins = accepted && entered.full;
    return begins ? { ...answer, afterwards: () => this.#parts.conductor.conduct(league!) } : answer;
  }

  // ── after registration ──

  async #start(message: Checked<'START_LEAGUE'>): Promise<Answer> {
    this.#identify(message, false);
    const league = this.#league(message.league_id ?? this.#onlyLeague());
    const begun = await league.begin();
    const answer = { message: this.#reply(message, 'LEAGUE_STATUS', leagueStatus(league)) };
    return begun ? { ...answer, afterwards: () => this.#parts.conductor.conduct(league) } : answer;
  }

  #query(message: Checked<'LEAGUE_QUERY'>, { reachedAt }: Visitor): Answer {
    const owner = this.#identify(message, this.#parts.tokens !== 'off');
    const { query_type, league_id, query_params } = message;
    const named = league_id ?? owner?.league;
    if (named === undefined) throw new Fault('E003', { field: 'league_id' });
    const league = this.#league(named);
    if (owner && owner.league !== league.id) throw new Fault('E012');
    const asker = owner?.id ?? senderId(message.sender);
    const player = query_params?.player_id ?? (asker?.startsWith('REF') ? undefined : asker);
    const answer = answerQuery(league, { type: query_type, player, house: reachedAt });
    return { message: this.#reply(message, 'LEAGUE_QUERY_RESPONSE', { query_type, ...answer }) };
  }

  async #report(message: Checked<'MATCH_RESULT_REPORT'>): Promise<Answer> {
    const owner = this.#identify(message, this.#parts.tokens === 'strict');
    const league = this.#league(message.league_id);
    if (owner && owner.league !== league.id) throw new Fault('E012');
    const referee = owner?.id ?? senderId(message.sender);
    const taken = await takeReport(league, message, referee);
    if (taken) this.#parts.conductor.watch.heard(league.id, referee!);
    if (taken) this.#parts.keepReported(league, message.match_id);
    return {
      message: this.#reply(message, 'MATCH_RESULT_ACK', { match_id: message.match_id, status: 'recorded' }),
    };
  }

  #ownAnswer(message: Checked<'GAME_JOIN_ACK' | 'CHOOSE_PARITY_RESPONSE' | 'GAME_MOVE_RESPONSE'>): Answer {
    const owner = this.#identify(message, this.#parts.tokens === 'strict');
    const { match_id, player_id } = message;
    if (owner && owner.id !== player_id) throw new Fault('E012');
    const question = this.#parts.questions.find(message, owner);
    if (question === 'several')
      throw new Fault('E011', { match_id, problem: 'Several leagues wait for such an answer.' });
    if (!question) {
      const registered = this.#parts.leagues.all.some((league) => league.player(player_id));
      throw new Fault(registered ? 'E001' : 'E005', { match_id });
    }
    // Match and player are no secret: for an account's seat they are not enough.
    const isAccounts = this.#parts.leagues.get(question.league)?.player(player_id)?.account != null;
    if (isAccounts && !owner && message.conversation_id !== question.conversation)
      throw new Fault('E011', { match_id, problem: 'It needs the token, or the conversation_id of the call.' });
    question.answer(message);
    return { message: this.#reply(message, 'MESSAGE_ACK', { match_id, status: 'received' }) };
  }

  // ── who and where ──

  /** Whose token the message carries. A token that is there must be right, unless tokens are off. */
  #identify(message: Checked & { auth_token?: string | null }, needed: boolean): Principal | undefined {
    const { leagues, tokens, conductor } = this.#parts;
    const { auth_token: token, sender } = message;
    if (token === undefined || token === null || token === '') {
      if (needed) throw new Fault('E011');
      return undefined;
    }
    const owner = leagues.whose(token);
    const claimed = senderId(sender);
    const isOther = owner && claimed !== undefined && claimed !== owner.id;
    if (!owner || isOther) {
      if (tokens === 'off') return undefined;
      throw new Fault('E012');
    }
    const account = leagues.get(owner.league)?.player(owner.id)?.account;
    if (account && this.#parts.isBanned(account)) throw new Fault('E012', { problem: 'This account is banned.' });
    if (owner.id.startsWith('REF')) conductor.watch.heard(owner.league, owner.id);
    return owner;
  }

  #league(id: string): League {
    const league = this.#parts.leagues.get(id);
    if (!league) throw new Fault('E003', { field: 'league_id', problem: 'There is no such league.' });
    return league;
  }

  /** Which league is meant where none is named: the only one that is open, or the only one there is. */
  #onlyLeague(): string {
    const { all } = this.#parts.leagues;
    const open = all.filter(({ body }) => body.status === 'REGISTRATION');
    const [league, another] = open.length === 0 ? all : open;
    if (league && !another) return league.id;
    throw new Fault('E003', { field: 'league_id', problem: 'It does not say which league is meant.' });
  }

  // ── answers ──

  #reply({ conversation_id }: { conversation_id: string }, type: string, body: Body): Message {
    return compose(type, LEAGUE_MANAGER, this.#parts.now(), conversation_id, body);
  }

  #fault(params: Body, { code, context }: Fault): Message {
    const { conversation_id, message_type, sender, player_id } = params;
    const about =
      typeof player_id === 'string' ? player_id : typeof sender === 'string' ? (senderId(sender) ?? sender) : '';
    const conversation =
      typeof conversation_id === 'string' && conversation_id !== '' ? conversation_id.slice(0, 256) : newConversation();
    return compose('LEAGUE_ERROR', LEAGUE_MANAGER, this.#parts.now(), conversation, {
      error_code: code,
      error_description:
        context?.problem === undefined ? ERRORS[code].name : `${ERRORS[code].name}: ${context.problem}`,
      affected_player: about.slice(0, 128),
      action_required: ERRORS[code].action,
      original_message_type: typeof message_type === 'string' ? message_type.slice(0, 128) : null,
      ...(context && { context }),
    });
  }
}

/** A start without a message, as people send it by hand. */
const isBareStart = ({ method, params }: RpcRequest): boolean =>
  method.toLowerCase() === 'start_league' && params !== undefined && Object.keys(params).length === 0;

/** One line, not too long. */
const cleanName = (name: string): string =>
  name
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed();
