/** `node bench/pairing.ts [entrants] [rounds]`: how long a Swiss takes to pair a round, the first, the last and the worst. */
import type { Pairing, Seeded } from '../src/competitions/competition.ts';
import { pair } from '../src/competitions/formats/index.ts';
import { standings } from '../src/competitions/standings.ts';
import { stepRandom } from '../src/core/random.ts';

const count = Number(process.argv[2] ?? 1000);
const rounds = Number(process.argv[3] ?? 11);
const seed = '17'.repeat(32);
const format = { type: 'swiss', rounds } as const;
const random = stepRandom(seed, 0, 'bench');

const entrants = Array.from(
  { length: count },
  (_, i): Seeded => ({ agent: `A${i}`, name: `A${i}`, seed: i + 1, lot: i + 1, withdrew: false }),
);
/** The better seed wins oftener; one game in five is a draw. */
function outcomeOf(agents: string[]): Pairing['outcome'] {
  if (agents.length === 1) return { ranks: [1], reason: 'bye' };
  if (random.int(5) === 0) return { ranks: [1, 1], reason: 'draw' };
  const [a, b] = agents.map((agent) => Number(agent.slice(1)) + random.int(count));
  return { ranks: a! < b! ? [1, 2] : [2, 1], reason: 'played' };
}

const pairings: Pairing[] = [];
const taken: { wall: number; cpu: number }[] = [];
for (;;) {
  const cpu = process.cpuUsage();
  const since = performance.now();
  const next = pair(format, entrants, pairings, seed);
  const { user, system } = process.cpuUsage(cpu);
  if (!Array.isArray(next)) break;
  taken.push({ wall: performance.now() - since, cpu: (user + system) / 1000 });
  pairings.push(...next.map((pairing) => ({ ...pairing, outcome: outcomeOf(pairing.agents) })));
}
const met = new Set(pairings.map(({ agents }) => [...agents].sort().join()));
const since = performance.now();
standings(format, entrants, pairings, seed);
const table = performance.now() - since;
const said = ({ wall, cpu }: { wall: number; cpu: number }) => `${wall.toFixed(0)} ms (${cpu.toFixed(0)} ms CPU)`;
const worst = taken.reduce((a, b) => (b.cpu > a.cpu ? b : a));
console.log(
  `swiss: ${count} entrants, ${taken.length} rounds paired; round 1 ${said(taken[0]!)}, the last ${said(taken.at(-1)!)}, ` +
    `the worst ${said(worst)}; ${pairings.length - met.size} rematches; the table ${table.toFixed(0)} ms`,
);
