import type { AddressInfo } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unfitForGuest } from '../../accounts/guest-names.ts';
import { StorageBusy } from '../../core/storage.ts';
import type { Gateway, GatewayParts } from '../gateway.ts';
import { originFor } from '../public-address.ts';
import { sharePost } from '../shared-path.ts';
import { Breaker } from './calls/breaker.ts';
import { Caller } from './calls/caller.ts';
import { HttpClient } from './calls/http-client.ts';
import { Conductor } from './manager/conductor.ts';
import { Inbox, type TokenRule } from './manager/inbox.ts';
import { Leagues, type Opening, WrongLeague } from './manager/leagues.ts';
import { keptTokens } from './manager/tokens.ts';
import { ArrangedMatches } from './matches/arranged-match.ts';
import { VIA } from './matches/house-match.ts';
import { Questions } from './matches/questions.ts';
import { keepReported } from './matches/reported-match.ts';
import {
  decodeRequest,
  encodeError,
  encodeResult,
  HOUSE_REFEREE,
  isForLeague,
  RPC,
  type RpcError,
} from './protocol.ts';
import { addLeagueRoutes } from './routes.ts';
import { Sessions } from './sessions.ts';

export interface LeagueConfig {
  /** To be opened at the start, where they are not there yet. */
  leagues: Opening[];
  tokens: TokenRule;
  timeScale: number;
}

const PATH = '/mcp';
/** What is wrong with a body that is not even read. */
const UNREAD: { [status: number]: RpcError } = { 413: RPC.tooLarge, 415: RPC.unknownType };
/** Time for whoever registered last to take in its reply before it is called. */
const BREATH = 500;

/** League v2: players and referees register by JSON-RPC and are called back. */
export function leagueGateway(parts: GatewayParts & LeagueConfig): Gateway {
  const {
    arena,
    accounts,
    documents,
    competitionLogs: logs,
    clock,
    log,
    http,
    timeScale,
    privateCalls,
    addressOf,
    config,
  } = parts;
  const fault = (err: unknown) => log.error({ err }, 'a league failed');
  const { publicUrl } = config;
  const ownEndpoint = () => `${publicUrl ?? `http://${placeOf(http.server.address() as AddressInfo | null)}`}${PATH}`;
  const leagues = new Leagues({ documents, logs, clock, fault, game: (id) => arena.game(id) });
  const questions = new Questions();
  const client = new HttpClient({
    clock,
    privateCalls,
    // Only where it is: the rest of an address may be a secret.
    refused: (endpoint, why) => log.warn({ endpoint: new URL(endpoint).origin, why }, 'a call was refused'),
  });
  const caller = new Caller({
    post: (endpoint, body, ms, signal) => client.post(endpoint, body, ms, signal),
    breaker: new Breaker(clock),
    called: (endpoint, failure) => parts.called(endpoint, failure),
  });
  const sessions = new Sessions({ caller, questions, clock, timeScale, sender: HOUSE_REFEREE }, leagues);
  const arranged = new ArrangedMatches({ arena, leagues, sessions, now: () => clock.now(), fault });
  arena.callers.add(VIA, arranged);
  const conductor = new Conductor({
    arena,
    logs,
    clock,
    sessions,
    ownEndpoint,
    fault,
    step: (league, step, round) => log.info({ league, round }, step === 'round' ? 'league round begun' : 'league over'),
  });
  const inbox = new Inbox({
    leagues,
    conductor,
    questions,
    tokens: parts.tokens,
    refusal: (endpoint) => client.refusal(endpoint),
    now: () => clock.now(),
    unfit: async (name) => (await unfitForGuest(accounts, name))?.error,
    isBanned: parts.isBanned,
    seen: parts.seen,
    authenticate: (key) => accounts.authenticate(key),
    keepReported: (league, pairing) => void keepReported(arena, league, pairing).catch(fault),
  });
  let loaded = false;

  const mayOpen = async (token: string | undefined) => parts.config.openLeagues || parts.mayOrganise(token);
  addLeagueRoutes({ arena, accounts, http, leagues, conductor, mayOpen, addressOf });
  sharePost(http, PATH, {
    claims(body) {
      const decoded = decodeRequest(body);
      return !('error' in decoded) && isForLeague(decoded);
    },
    answer: receive,
    failed(error, request, reply) {
      if (error instanceof StorageBusy) {
        const { retryAfter, message } = error;
        reply.code(503).header('retry-after', retryAfter).type(JSON_TYPE);
        return void reply.send(encodeError({ ...RPC.internal, message }, null));
      }
      const unread = UNREAD[error.statusCode ?? 500];
      // Whoever breaks an upload off is gone.
      if (!unread && request.raw.complete) fault(error);
      reply.code(unread ? error.statusCode! : 500).type(JSON_TYPE);
      reply.send(encodeError(unread ?? RPC.internal, null));
    },
  });

  async function receive(body: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    reply.type(JSON_TYPE);
    const decoded = decodeRequest(body);
    if ('error' in decoded) return encodeError(decoded.error, decoded.id);
    if (!isForLeague(decoded)) return encodeError(RPC.noMethod, decoded.id);
    if (!loaded) return encodeError(RPC.internal, decoded.id);
    const answer = await inbox.receive(decoded, {
      reachedAt: `${originFor(publicUrl, request).http}${PATH}`,
      address: parts.addressOf(request.raw),
    });
    if ('error' in answer) return encodeError(answer.error, decoded.id);
    const { message, afterwards } = answer;
    if (afterwards) reply.raw.once('close', () => clock.after(BREATH, afterwards));
    return encodeResult(message, decoded.id);
  }

  return {
    name: VIA,
    async start() {
      await leagues.load(await keptTokens(documents));
      for (const opening of parts.leagues) {
        if (leagues.get(opening.id)) continue;
        const opened = await leagues.open(opening);
        if (!('error' in opened)) continue;
        if (opened.status === 400) throw new WrongLeague(`league ${opening.id} cannot be opened: ${opened.error}`);
        log.error({ league: opening.id }, opened.error);
      }
      loaded = true;
      await conductor.resume(leagues.all);
      await arranged.resume();
    },
    async stop() {
      leagues.stop();
      conductor.stop();
      arranged.stop();
      sessions.stop();
      client.close();
    },
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';

function placeOf(address: AddressInfo | null): string {
  if (!address) return 'localhost';
  const anywhere = address.address === '::' || address.address === '0.0.0.0';
  const host = anywhere ? 'localhost' : address.address.includes(':') ? `[${address.address}]` : address.address;
  return `${host}:${address.port}`;
}
