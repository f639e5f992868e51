import type { IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { rateLimit } from './accounts/rate-limit.ts';
import type { Competition } from './competitions/competition.ts';
import type { Entry } from './competitions/log.ts';
import type { Clock } from './core/clock.ts';
import type { LocalArena } from './core/local-arena.ts';
import type { AddressOf } from './gateways/client-address.ts';
import type { HttpAnswer, SocketNews } from './gateways/sockets.ts';
import type { Metrics } from './metrics.ts';
import type { Watch } from './storage/watch.ts';

export interface HappeningsParts {
  log: Logger;
  metrics: Metrics;
  clock: Clock;
  addressOf: AddressOf;
}

const SLOW_COMMIT = 500;
const SLOW_TICK = 250;
const TICKS_APART = 100;
const LOOK_EVERY = 10_000;
const LONGEST_REASON = 200;
const NANOSECONDS = 1e6;

/** What happens here as lines of the log and as figures: one place that knows what is worth saying, and in which words. */
export function happenings({ log, metrics, clock, addressOf }: HappeningsParts) {
  // Whoever is refused again and again must not fill the disk; the figures count all of them.
  const lines = rateLimit(clock, { perMinute: 300, burst: 300 });
  // A disk that is nearly full takes one write and not the next.
  const troubles = rateLimit(clock, { perMinute: 2, burst: 4 });
  const refusal = (where: string, code: string | number, about: () => object): void => {
    metrics.refused(where, String(code));
    if (lines.take(where)) log.info({ where, code, ...about() }, 'refused');
  };

  const storage: Watch = {
    committed(ms, jobs) {
      metrics.committed(ms);
      if (ms > SLOW_COMMIT) log.warn({ ms: Math.round(ms), jobs }, 'slow commit');
    },
    migrated: (name) => log.info({ migration: name }, 'the database was brought forward'),
    unwritable(why) {
      if (troubles.take('storage')) log.error({ why }, 'nothing can be stored');
    },
    writable() {
      if (troubles.allows('storage')) log.info('what is written is stored again');
    },
    slow: (sql, ms) => log.warn({ ms: Math.round(ms), sql }, 'slow query'),
  };

  const loggedIn = (agent: string, via: string): void => log.info({ agent, via }, 'logged in');
  const sockets: SocketNews = {
    belongs: loggedIn,
    refused: (request: IncomingMessage, gateway: string, { status, body }: HttpAnswer) =>
      refusal('socket', status, () => ({ via: gateway, address: addressOf(request), reason: reasonIn(body) })),
  };

  return {
    storage,
    sockets,
    loggedIn,
    accounts: {
      registered({ id, name }: { id: string; name: string }): void {
        metrics.registered();
        log.info({ agent: id, name }, 'registered');
      },
      issued: (agent: string): void => log.info({ agent }, 'session token'),
      shutOut: (agent?: { id: string; deletedAt?: number }): void =>
        log.info({ agent: agent?.id }, agent?.deletedAt === undefined ? 'banned' : 'deleted'),
    },
    competitions: {
      opened: ({ id, name, game, format }: Competition): void =>
        log.info({ competition: id, name, game, format: format.type }, 'competition open'),
      stepped(competition: string, entries: readonly Entry[]): void {
        for (const { kind, at: _, ...step } of entries) {
          const pairings = 'pairings' in step ? { pairings: step.pairings.length } : {};
          log.info({ competition, ...step, ...pairings }, `competition ${kind}`);
        }
      },
    },
    /** Only where the endpoint is: the rest of an address may be a secret. */
    called(endpoint: string, failure?: string): void {
      metrics.called(failure === undefined ? 'ok' : 'failed');
      if (failure === undefined || !lines.take('called')) return;
      const where = URL.canParse(endpoint) ? new URL(endpoint).origin : 'none';
      log.warn({ endpoint: where, why: failure.slice(0, LONGEST_REASON) }, 'a call to an endpoint failed');
    },
    moveRefused: (code: string): void => metrics.refused('match', code),

    watchMatches(arena: Pick<LocalArena, 'watch'>): void {
      arena.watch((event, match) => {
        const { id, record, outcome } = match;
        const { game, seats } = record;
        const agents = seats.map(({ agent }) => agent);
        if (event === 'begun') {
          metrics.begun(game);
          return log.info({ match: id, game, agents, via: seats.map(({ via }) => via) }, 'match begun');
        }
        const { kind = 'void', reason = '' } = outcome ?? {};
        const forfeit = outcome?.kind === 'over' ? outcome.forfeit?.why : undefined;
        metrics.finished(game, kind === 'void' ? 'void' : forfeit ? `forfeit ${forfeit}` : 'played');
        const ranks = outcome?.kind === 'over' ? outcome.ranks : undefined;
        log.info({ match: id, game, agents, result: kind, ranks, reason, forfeit }, 'match over');
      });
    },

    watchHttp(http: FastifyInstance): void {
      http.addHook('onSend', (request, reply, payload, done) => {
        const { statusCode } = reply;
        if (statusCode >= 400 && statusCode < 500) {
          refusal('http', statusCode, () => ({
            method: request.method,
            route: request.routeOptions.url ?? 'none',
            address: addressOf(request),
            reason: reasonIn(payload),
          }));
        }
        done(null, payload);
      });
    },

    /** @returns stops it */
    watchTicks(): () => void {
      const delay = monitorEventLoopDelay({ resolution: TICKS_APART });
      delay.enable();
      const look = setInterval(() => {
        const longest = delay.max / NANOSECONDS - TICKS_APART;
        delay.reset();
        if (longest > SLOW_TICK) log.warn({ ms: Math.round(longest) }, 'slow tick');
      }, LOOK_EVERY);
      look.unref();
      return () => {
        clearInterval(look);
        delay.disable();
      };
    },
  };
}

/** The sentence that the caller was told, of a body as an object or as text. */
function reasonIn(body: unknown): string | undefined {
  const value = typeof body === 'string' && body.length < 2000 && body.startsWith('{') ? parsed(body) : body;
  const { error } = (typeof value === 'object' && value !== null ? value : {}) as { error?: unknown };
  const words = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
  return typeof words === 'string' ? words.slice(0, LONGEST_REASON) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
