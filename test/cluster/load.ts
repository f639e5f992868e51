import pg from 'pg';
import { expect } from 'vitest';
import type { ExportedRecord } from '../../src/core/record.ts';
import { type KeySet, verify } from '../../src/core/verify.ts';
import { rulesOf } from '../../src/games/manifests.ts';
import type { TestCluster } from './nodes.ts';
import { SteadyAgent, type Told } from './steady-agent.ts';

const THINK = 150;
let batch = 0;

/** So many agents play at least so many matches together, on all nodes that may be reached; meanwhile something happens. */
export async function underLoad(
  cluster: TestCluster,
  { agents: count, matches }: { agents: number; matches: number },
  happens: (agents: SteadyAgent[]) => Promise<void>,
): Promise<SteadyAgent[]> {
  const urls = () => Object.values(cluster.nodes).map(({ url }) => url);
  const name = `Load ${++batch}`;
  const agents = Array.from({ length: count }, (_, nth) => new SteadyAgent(`${name} ${nth}`, urls, THINK));
  for (const agent of agents) await agent.register();
  const finished = () => agents.reduce((sum, agent) => sum + agent.finished, 0) / 2;
  let hasHappened = false;
  const played = Promise.all(agents.map((agent, nth) => agent.play(() => hasHappened && finished() >= matches, nth)));
  await goesOn(agents);
  await happens(agents);
  hasHappened = true;
  const left = () => agents.filter(({ isDone }) => !isDone);
  const isLast = () => left().length < 2 && left().every(({ isWaiting }) => isWaiting);
  await expect.poll(() => (isLast() ? [] : left().map(({ course }) => course)), { timeout: 120_000 }).toEqual([]);
  await left()[0]?.stop();
  await played;
  return agents;
}

/** From now on as many moves are acknowledged as there are agents. */
export async function goesOn(agents: SteadyAgent[]): Promise<void> {
  const moves = () => agents.flatMap(({ matches }) => matches).reduce((sum, told) => sum + told.acknowledged.length, 0);
  const before = moves();
  await expect.poll(() => moves() - before, { timeout: 60_000 }).toBeGreaterThanOrEqual(agents.length);
}

/** What every agent was told is what was stored, once, by the rules, and nobody lost but at the board. */
export async function checkAll(cluster: TestCluster, agents: SteadyAgent[]): Promise<{ matches: number }> {
  const { url } = Object.values(cluster.nodes)[0]!;
  const json = async <T>(path: string): Promise<T> => (await fetch(`${url}${path}`)).json() as Promise<T>;
  const keys = await json<KeySet>('/.well-known/jwks.json');
  const ids = new Set(agents.flatMap(({ matches }) => matches.map(({ match }) => match)));
  for (const id of ids) {
    let record!: ExportedRecord;
    // Reading all of them is much for one address: it may have to wait.
    const read = async () => (record = await json<ExportedRecord>(`/api/v1/matches/${id}/record`));
    await expect.poll(read, { timeout: 60_000, interval: 500 }).toHaveProperty('signature');
    const checks = await verify(record, { keys, rules: rulesOf });
    expect(checks.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
    expect(checks.find(({ name }) => name === 'signature')!.verdict).toBe('held');
    const story = () => storyOf(record, agents);
    expect(record.outcome, story()).toMatchObject({ kind: 'over' });
    expect(record.outcome, story()).not.toHaveProperty('forfeit');
    for (const agent of agents) {
      const told = agent.matches.find(({ match }) => match === id);
      if (told) checkTold(record, told, agent, story());
    }
  }
  await checkLedger(cluster, ids);
  return { matches: ids.size };
}

/** The match, and what happened to those who sat there, in the order of time. */
function storyOf({ id, at, entries, seats }: ExportedRecord, agents: SteadyAgent[]): string {
  const stories = agents.filter(({ name }) => seats.some((seat) => seat.name === name)).flatMap(({ story }) => story);
  return [id, new Date(at).toISOString(), ...entries.map((entry) => JSON.stringify(entry)), ...stories.sort()].join(
    '\n',
  );
}

function checkTold(record: ExportedRecord, told: Told, { name, returns }: SteadyAgent, story: string): void {
  const seat = record.seats.findIndex((one) => one.name === name);
  const moves = record.entries.flatMap((entry) =>
    entry.kind === 'move' ? entry.moves.map((move) => ({ seat: move.seat, ...(move.move as { cell: number }) })) : [],
  );
  const own = moves.filter((move) => move.seat === seat).map(({ cell }) => cell);
  expect(isWithin(told.acknowledged, own), `${name}: ${told.acknowledged} of ${own}\n${story}`).toBe(true);
  // What was stored the moment the agent's own node died may not have been acknowledged to it.
  expect(own.length - told.acknowledged.length).toBeLessThanOrEqual(returns);
  const boards = ['.........'];
  for (const { cell, seat: mover } of moves)
    boards.push(boards.at(-1)!.replace(/./g, (mark, at) => (at === cell ? 'XO'[mover]! : mark)));
  const shown = told.boards.filter((board, nth) => board !== told.boards[nth - 1]);
  expect(isWithin(shown, boards), `${name}: ${shown} of ${boards}\n${story}`).toBe(true);
  const { outcome } = record;
  const ranks = outcome?.kind === 'over' ? record.seats.map((one, at) => [one.name, outcome.ranks[at]]) : [];
  if (told.ranks || returns <= 1) expect(told.ranks).toEqual(Object.fromEntries(ranks));
}

/** Whether some of these, in their order, are those. */
function isWithin<T>(some: readonly T[], all: readonly T[]): boolean {
  let at = -1;
  return some.every((one) => (at = all.indexOf(one, at + 1)) >= 0);
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
