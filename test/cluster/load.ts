import pg from 'pg';
import { expect } from 'vitest';
import type { ExportedRecord } from '../../src/core/record.ts';
import { type KeySet, verify } from '../../src/core/verify.ts';
import { rulesOf } from '../../src/games/manifests.ts';
import type { TestCluster } from './nodes.ts';
import { SteadyAgent } from './steady-agent.ts';

const THINK = 150;
let batch = 0;

/** So many agents play so many matches each, on all nodes that may be reached; meanwhile something happens. */
export async function underLoad(
  cluster: TestCluster,
  { agents: count, matches }: { agents: number; matches: number },
  happens: () => Promise<void>,
): Promise<SteadyAgent[]> {
  const urls = () => Object.values(cluster.nodes).map(({ url }) => url);
  const name = `Load ${++batch}`;
  const agents = Array.from({ length: count }, (_, nth) => new SteadyAgent(`${name} ${nth}`, urls, THINK));
  for (const agent of agents) await agent.register();
  const played = Promise.all(agents.map((agent, nth) => agent.play(matches, nth)));
  await expect.poll(() => agents.every((agent) => agent.matches.length > 0), { timeout: 30_000 }).toBe(true);
  await happens();
  await played;
  return agents;
}

/** What every agent was told is what was stored, once, by the rules, and nobody lost but at the board. */
export async function checkAll(cluster: TestCluster, agents: SteadyAgent[]): Promise<{ matches: number }> {
  const { url } = Object.values(cluster.nodes)[0]!;
  const json = async <T>(path: string): Promise<T> => (await fetch(`${url}${path}`)).json() as Promise<T>;
  const keys = await json<KeySet>('/.well-known/jwks.json');
  const ids = new Set(agents.flatMap(({ matches }) => matches.map(({ match }) => match)));
  for (const id of ids) {
    const record = await expect
      .poll(() => json<ExportedRecord>(`/api/v1/matches/${id}/record`), { timeout: 20_000 })
      .toHaveProperty('signature')
      .then(() => json<ExportedRecord>(`/api/v1/matches/${id}/record`));
    const checks = await verify(record, { keys, rules: rulesOf });
    expect(checks.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
    expect(checks.find(({ name }) => name === 'signature')!.verdict).toBe('held');
    expect({ id, outcome: record.outcome }).toMatchObject({ outcome: { kind: 'over' } });
    expect(record.outcome).not.toHaveProperty('forfeit');
    for (const agent of agents) {
      const told = agent.matches.find(({ match }) => match === id);
      if (!told) continue;
      const seat = record.seats.findIndex((one) => one.name === agent.name);
      const stored = record.entries.filter((entry) => entry.kind === 'move' && entry.moves[0]!.seat === seat).length;
      // What was stored the moment the agent's own node died may not have been told to it.
      expect(stored).toBeGreaterThanOrEqual(told.accepted);
      expect(stored - told.accepted).toBeLessThanOrEqual(agent.returns);
    }
  }
  await checkLedger(cluster, ids);
  return { matches: ids.size };
}

async function checkLedger({ databaseUrl }: TestCluster, ids: ReadonlySet<string>): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(
    `select match, agent, book, count(*)::integer from ledger where match = any($1) and book = 'rating:ttt'
     group by match, agent, book`,
    [[...ids]],
  );
  await client.end();
  expect(rows.filter(({ count }) => count !== 1)).toEqual([]);
  expect(rows).toHaveLength(2 * ids.size);
}
