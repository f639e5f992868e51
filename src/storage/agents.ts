import { timingSafeEqual } from 'node:crypto';
import type { AgentReads, AgentRow, AgentStore } from '../core/storage.ts';
import type { Engine, ListValue, Reading, WithReads } from './engine.ts';
import { keep } from './statement.ts';
import type { Tables } from './tables.ts';

const COLUMNS = ['agents.id', 'agents.name', 'agents.description', 'agents.at', 'agents.banned_at'] as const;

type Selected = Omit<Tables['agents'], 'serial' | 'folded_name'>;

export function agentStore(engine: Engine): WithReads<AgentStore, AgentReads> {
  const { build, lists, read, write } = engine;
  const agents = build.selectFrom('agents').select(COLUMNS);
  const selectById = keep(({ id }: { id: string }) => agents.where('id', '=', id));
  const selectByName = keep(({ folded }: { folded: string }) => agents.where('folded_name', '=', folded));
  const selectByKey = keep(({ from, below }: { from: string; below: string }) =>
    agents
      .innerJoin('api_keys', 'api_keys.agent', 'agents.id')
      .select('api_keys.hash')
      .where('api_keys.hash', '>=', from)
      .where('api_keys.hash', '<', below),
  );
  const selectBannedSince = keep(({ at }: { at: number }) =>
    build.selectFrom('agents').select('id').where('banned_at', '>=', at),
  );
  const selectBySshKey = keep(({ fingerprint }: { fingerprint: string }) =>
    agents.innerJoin('ssh_keys', 'ssh_keys.agent', 'agents.id').where('ssh_keys.fingerprint', '=', fingerprint),
  );
  const selectNames = keep(({ ids }: { ids: ListValue }) =>
    build.selectFrom('agents').select(['id', 'name']).where(lists.among('id', ids)),
  );
  const selectSerial = keep(({ id }: { id: string }) =>
    build.selectFrom('agents').select('serial').where('id', '=', id),
  );
  const selectPage = keep(({ serial, limit }: { serial: number; limit: number }) =>
    agents.where('serial', '>', serial).orderBy('serial').limit(limit),
  );
  const insert = keep(({ id, name, folded_name, description, at, banned_at }: Omit<Tables['agents'], 'serial'>) =>
    build
      .insertInto('agents')
      .values({ id, name, folded_name, description, at, banned_at })
      .onConflict((conflict) => conflict.column('folded_name').doNothing()),
  );
  const updateBan = keep(({ id, at }: { id: string; at: number | null }) =>
    build.updateTable('agents').set({ banned_at: at }).where('id', '=', id),
  );
  const insertKey = keep(({ hash, agent, at }: Tables['api_keys']) =>
    build.insertInto('api_keys').values({ hash, agent, at }),
  );
  const deleteKeys = keep(({ agent }: { agent: string }) => build.deleteFrom('api_keys').where('agent', '=', agent));
  const insertSshKey = keep(({ fingerprint, agent, at }: Tables['ssh_keys']) =>
    build
      .insertInto('ssh_keys')
      .values({ fingerprint, agent, at })
      .onConflict((conflict) => conflict.column('fingerprint').doNothing()),
  );

  const reads = ({ read, snapshot }: Reading): AgentReads => ({
    byId: (id) =>
      read(function* () {
        return first((yield* selectById({ id })).rows);
      }),
    byName: (name) =>
      read(function* () {
        return first((yield* selectByName({ folded: fold(name) })).rows);
      }),
    names: (ids) =>
      read(function* () {
        const { rows } = yield* selectNames({ ids: lists.value(ids) });
        return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
      }),
    list: (limit, after) =>
      snapshot(function* () {
        const serial = after === undefined ? 0 : (yield* selectSerial({ id: after })).rows[0]?.serial;
        return serial === undefined ? [] : (yield* selectPage({ serial, limit })).rows.map(toAgent);
      }),
  });

  const store: AgentStore = {
    ...reads(engine),
    create: ({ bannedAt, ...agent }, keyHash) =>
      write(function* () {
        const row = { ...agent, folded_name: fold(agent.name), banned_at: bannedAt ?? null };
        if ((yield* insert(row)).changed === 0) return false;
        if (keyHash !== undefined) yield* insertKey({ hash: keyHash, agent: agent.id, at: agent.at });
        return true;
      }),
    setBanned: (id, at) =>
      write(function* () {
        yield* updateBan({ id, at: at ?? null });
      }),
    bannedSince: (at) =>
      read(function* () {
        return (yield* selectBannedSince({ at })).rows.map(({ id }) => id);
      }),
    addKey: (keyHash, agent, at) =>
      write(function* () {
        yield* insertKey({ hash: keyHash, agent, at });
      }),
    byKey: (keyHash) =>
      read(function* () {
        const from = keyHash.slice(0, LOOKED_UP_BY);
        const { rows } = yield* selectByKey({ from, below: `${from}~` });
        return first(rows.filter(({ hash }) => isSame(hash, keyHash)));
      }),
    dropKeys: (agent) =>
      write(function* () {
        yield* deleteKeys({ agent });
      }),
    addSshKey: (fingerprint, agent, at) =>
      write(function* () {
        if ((yield* insertSshKey({ fingerprint, agent, at })).changed === 1) return true;
        return first((yield* selectBySshKey({ fingerprint })).rows)?.id === agent;
      }),
    bySshKey: (fingerprint) =>
      read(function* () {
        return first((yield* selectBySshKey({ fingerprint })).rows);
      }),
  };
  return { store, beside: reads(engine.beside) };
}

/** A key is found by the beginning of its hash; the whole is compared in constant time. */
const LOOKED_UP_BY = 16;

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Names that differ only in case are the same name. */
const fold = (name: string): string => name.toLowerCase();

const toAgent = ({ id, name, description, at, banned_at }: Selected): AgentRow => {
  const agent = { id, name, description, at };
  return banned_at === null ? agent : { ...agent, bannedAt: banned_at };
};

const first = ([row]: Selected[]): AgentRow | undefined => row && toAgent(row);
