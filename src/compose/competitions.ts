import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { Organisers } from '../accounts/organisers.ts';
import { Competitions, type CompetitionsParts, type Standing } from '../competitions/hall/competitions.ts';
import type { Seasons } from '../competitions/hall/seasons.ts';
import { Sessions } from '../competitions/hall/sessions.ts';
import { ArenaTables } from '../competitions/hall/tables.ts';
import { addCompetitionRoutes } from '../competitions/http/routes.ts';
import type { Arena } from '../core/arena.ts';
import type { Clock } from '../core/clock.ts';
import type { AnyGame } from '../core/game.ts';
import { ratingBook } from '../core/settle/elo.ts';
import type { Storage } from '../core/storage.ts';
import type { AddressOf } from '../gateways/client-address.ts';
import type { EntryInfo } from '../gateways/gateway.ts';
import { originFor } from '../gateways/public-address.ts';
import { auditOf } from '../gateways/web/audit.ts';
import type { House } from '../house/house.ts';
import { orderedId } from '../storage/ordered-id.ts';

interface CompetitionParts {
  arena: Arena;
  house: House;
  storage: Storage;
  accounts: Accounts;
  organisers: Organisers;
  seasons: Seasons;
  clock: Clock;
  http: FastifyInstance;
  addressOf: AddressOf;
  publicUrl: string | undefined;
  isHost(token: string): Promise<boolean>;
  rules(id: string, version: number): AnyGame | undefined;
  news: Pick<CompetitionsParts, 'opened' | 'stepped'>;
  fault(error: unknown): void;
}

/** Tournaments, sessions and seasons with all that they need of the others. */
export function leadCompetitions(parts: CompetitionParts) {
  const { arena, house, storage, accounts, organisers, seasons, clock, http, addressOf, isHost, rules, news, fault } =
    parts;
  const tables = new ArenaTables({ arena, bots: house, clock, fault });
  const competitions = new Competitions({
    store: storage.competitions,
    arena,
    tables,
    bots: house,
    clock,
    newId: () => orderedId(),
    newSeed: () => randomBytes(32).toString('hex'),
    ratingOf: async (agent, game) => (await storage.figures.read([{ agent, book: ratingBook(game) }]))[0],
    ...news,
    ownerOf: async (agent) => (await accounts.byId(agent))?.owner,
    fault,
  });
  const sessions = new Sessions({
    documents: storage.documents,
    arena,
    tables,
    clock,
    newId: () => orderedId(),
    newSeed: () => randomBytes(32).toString('hex'),
    nameOf: async (agent) => (await accounts.byId(agent))?.name,
    fault,
  });
  addCompetitionRoutes({
    http,
    competitions,
    sessions,
    seasons,
    clock,
    siteFor: (request) => originFor(parts.publicUrl, request).http,
    rights: {
      isHost,
      account: (key) => accounts.authenticate(key),
      isOrganiser: (agent) => organisers.has(agent),
      addressOf,
      failures: accounts.limits.failuresOfAddress,
    },
    arena,
    rules,
    agent: async (named) => (await accounts.byId(named)) ?? accounts.byName(named),
    audit: auditOf(storage.audit, clock),
  });
  return {
    competitions,
    async start(): Promise<void> {
      await competitions.start();
      await sessions.start();
    },
    stop(): void {
      competitions.stop();
      sessions.stop();
      seasons.stop();
      tables.stop();
    },
  };
}

/** A competition as those are told of it who may enter. */
export const entryInfo = ({ competition: { id, name, game }, state: { status, entrants } }: Standing): EntryInfo => ({
  ...{ id, name, game, status },
  entered: entrants.length,
});
