import { timingSafeEqual } from 'node:crypto';
import { type AgentReads, type AgentRow, type AgentStore, KEY_ID_LENGTH } from '../core/storage.ts';
import { noting } from './audit.ts';
import type { Engine, ListValue, Reading, WithReads } from './engine.ts';
import { LOOK } from './look.ts';
import { nameKeeping } from './names.ts';
import { keep } from './statement.ts';
import type { Tables } from './tables.ts';

const COLUMNS = (['id', 'name', 'description', 'at', 'banned_at', 'owner', 'deleted_at'] as const).map(
  (column) => `agents.${column}` as const,
);

type Selected = Omit<Tables['agents'], 'serial' | 'folded_name'>;

export function agentStore(engine: Engine): WithReads<AgentStore, AgentReads> {
  const { build, lists, read, write } = engine;
  const agents = build.selectFrom('agents').select(COLUMNS);
  const selectById = keep(({ id }: { id: string }) => agents.where('id', '=', id));
  const selectByName = keep(({ folded }: { folded: string }) => agents.where('folded_name', '=', folded));
  const selectByLook = keep(({ look }: { look: string }) => agents.where(LOOK, '=', look).limit(1));
  const selectByKey = keep(({ from, below }: { from: string; below: string }) =>
    agents
      .innerJoin('api_keys', 'api_keys.agent', 'agents.id')
      .select(['api_keys.hash', 'api_keys.used_at'])
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
  const insert = keep((row: Omit<Tables['agents'], 'serial' | 'deleted_at'>) =>
    build
      .insertInto('agents')
      .values({
        id: row.id,
        name: row.name,
        folded_name: row.folded_name,
        description: row.description,
        at: row.at,
        banned_at: row.banned_at,
        owner: row.owner,
      })
      .onConflict((conflict) => conflict.column('folded_name').doNothing()),
  );
  const updateBan = keep(({ id, at }: { id: string; at: number | null }) =>
    build.updateTable('agents').set({ banned_at: at }).where('id', '=', id).where('deleted_at', 'is', null),
  );
  const updateOwner = keep(({ id, owner }: { id: string; owner: string | null }) =>
    build.updateTable('agents').set({ owner }).where('id', '=', id),
  );
  const insertKey = keep(({ hash, agent, at }: Omit<Tables['api_keys'], 'used_at'>) =>
    build.insertInto('api_keys').values({ hash, agent, at }),
  );
  const deleteKeys = keep(({ agent }: { agent: string }) => build.deleteFrom('api_keys').where('agent', '=', agent));
  const updateKeyUse = keep(({ hash, at }: { hash: string; at: number }) =>
    build.updateTable('api_keys').set({ used_at: at }).where('hash', '=', hash),
  );
  const selectKeys = keep(({ agent }: { agent: string }) =>
    build
      .selectFrom('api_keys')
      .select(['hash', 'at', 'used_at'])
      .where('agent', '=', agent)
      .orderBy('at')
      .orderBy('hash'),
  );
  const deleteKey = keep(({ hash }: { hash: string }) => build.deleteFrom('api_keys').where('hash', '=', hash));
  const deleteSshKeys = keep(({ agent }: { agent: string }) => build.deleteFrom('ssh_keys').where('agent', '=', agent));
  const insertSshKey = keep(({ fingerprint, agent, at }: Tables['ssh_keys']) =>
    build
      .insertInto('ssh_keys')
      .values({ fingerprint, agent, at })
      .onConflict((conflict) => conflict.column('fingerprint').doNothing()),
  );

  const names = nameKeeping(build);
  const note = noting(build);

  const reads = ({ read, snapshot }: Reading): AgentReads => ({
    byId: (id) =>
      read(function* () {
        return first((yield* selectById({ id })).rows);
      }),
    byName: (name) =>
      read(function* () {
        return first((yield* selectByName({ folded: fold(name) })).rows);
      }),
    byLook: (look) =>
      read(function* () {
        return first((yield* selectByLook({ look })).rows);
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
    create: ({ bannedAt, owner, ...agent }, keyHash) =>
      write(function* () {
        const row = { ...agent, folded_name: fold(agent.name), banned_at: bannedAt ?? null, owner: owner ?? null };
        if (yield* names.isHeld(row.folded_name, agent.id, agent.at)) return false;
        if ((yield* insert(row)).changed === 0) return false;
        if (keyHash !== undefined) yield* insertKey({ hash: keyHash, agent: agent.id, at: agent.at });
        return true;
      }),
    setBanned: (id, at, deed) =>
      write(function* () {
        yield* updateBan({ id, at: at ?? null });
        yield* note(deed);
      }),
    bannedSince: (at) =>
      read(function* () {
        return (yield* selectBannedSince({ at })).rows.map(({ id }) => id);
      }),
    addKey: (keyHash, agent, at, deed) =>
      write(function* () {
        yield* insertKey({ hash: keyHash, agent, at });
        yield* note(deed);
      }),
    replaceKeys: (keyHash, agent, at, deed) =>
      write(function* () {
        yield* deleteKeys({ agent });
        yield* insertKey({ hash: keyHash, agent, at });
        yield* note(deed);
      }),
    byKey: (keyHash) =>
      read(function* () {
        const from = keyHash.slice(0, LOOKED_UP_BY);
        const { rows } = yield* selectByKey({ from, below: `${from}~` });
        const row = rows.find(({ hash }) => isSame(hash, keyHash));
        return row && { agent: toAgent(row), ...(row.used_at !== null && { usedAt: row.used_at }) };
      }),
    keyUsed: (hash, at) =>
      write(function* () {
        yield* updateKeyUse({ hash, at });
      }),
    keys: (agent) =>
      read(function* () {
        return (yield* selectKeys({ agent })).rows.map(({ hash, at, used_at }) => ({
          id: hash.slice(0, KEY_ID_LENGTH),
          at,
          ...(used_at !== null && { usedAt: used_at }),
        }));
      }),
    dropKey: (agent, id) =>
      write(function* () {
        const known = (yield* selectKeys({ agent })).rows.find(({ hash }) => hash.slice(0, KEY_ID_LENGTH) === id);
        return known !== undefined && (yield* deleteKey({ hash: known.hash })).changed === 1;
      }),
    addSshKey: (fingerprint, agent, at, deed) =>
      write(function* () {
        const isNew = (yield* insertSshKey({ fingerprint, agent, at })).changed === 1;
        if (!isNew && first((yield* selectBySshKey({ fingerprint })).rows)?.id !== agent) return false;
        yield* note(deed);
        return true;
      }),
    bySshKey: (fingerprint) =>
      read(function* () {
        return first((yield* selectBySshKey({ fingerprint })).rows);
      }),
    setOwner: (id, owner, deed) =>
      write(function* () {
        yield* updateOwner({ id, owner: owner ?? null });
        yield* note(deed);
      }),
    rename: (id, name, at, heldUntil) => write(() => names.rename({ id, name, folded: fold(name), at, heldUntil })),
    remove: (id, at, heldUntil, deed) =>
      write(function* () {
        yield* deleteKeys({ agent: id });
        yield* deleteSshKeys({ agent: id });
        yield* names.remove(id, at, heldUntil);
        yield* note(deed);
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

const toAgent = ({ id, name, description, at, banned_at, owner, deleted_at }: Selected): AgentRow => ({
  id,
  name,
  description,
  at,
  ...(banned_at !== null && { bannedAt: banned_at }),
  ...(owner !== null && { owner }),
  ...(deleted_at !== null && { deletedAt: deleted_at }),
});

const first = ([row]: Selected[]): AgentRow | undefined => row && toAgent(row);
