/**
 * `node bench/duel.ts [rounds]`: what `crossplay duel` costs beside a bare loop over the rules with the same bots, what a move
 * of a program at the other end of a pipe costs us, and how long the whole command takes.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stepRandom } from '../src/core/random.ts';
import { gameOf, planOf } from '../src/duel/fixture.ts';
import { localHost, type RoundResult, runLane } from '../src/duel/lane.ts';
import { Children } from '../src/duel/players/children.ts';

const rounds = Number(process.argv[2] ?? 5);

interface Spent {
  cpu: number;
  moves: number;
}

function cpuSince(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** Rules and bots, nothing else. */
function bareLoop(id: string, bot: string, games: number): Spent {
  const { rules: game, bots } = gameOf(id);
  const { play } = bots.find(({ name }) => name === bot)!;
  const since = process.cpuUsage();
  let moves = 0;
  for (let number = 0; number < games; number++) {
    const seed = number.toString(16).padStart(64, '0');
    let state = game.start({}, 2, stepRandom(seed, 0));
    for (let step = 1; ; step++) {
      const turn = game.status(state);
      if (turn.kind === 'over') break;
      const seat = turn.must[0]!;
      const move = play(game.view(state, seat), turn, seat, stepRandom(seed, step));
      if (game.check(state, { seat, move })) throw new Error('an illegal move');
      state = game.play(state, [{ seat, move }], stepRandom(seed, step));
      moves++;
    }
  }
  return { cpu: cpuSince(since), moves };
}

async function duel(id: string, players: string[], games: number): Promise<Spent> {
  const schedule = { kind: 'duel', players: 2, seats: 2, games } as const;
  const plan = planOf(id, players, { schedule });
  const host = localHost(plan, gameOf(id), new Children());
  let moves = 0;
  const since = process.cpuUsage();
  await runLane(plan, gameOf(id).rules, 0, host, ({ games: played }: RoundResult) => {
    for (const { steps } of played) moves += steps;
  });
  const cpu = cpuSince(since);
  await host.close();
  return { cpu, moves };
}

const perMove = ({ cpu, moves }: Spent): number => (1000 * cpu) / moves;
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

for (const [id, bot, games] of [
  ['ttt', 'easy', 5000],
  ['ttt', 'hard', 5000],
  ['c4', 'easy', 1000],
  ['c4', 'hard', 20],
] as const) {
  bareLoop(id, bot, games);
  await duel(id, [`house:${bot}`, `house:${bot}`], games);
  const floors: number[] = [];
  const duels: number[] = [];
  for (let round = 0; round < rounds; round++) {
    floors.push(perMove(bareLoop(id, bot, games)));
    duels.push(perMove(await duel(id, [`house:${bot}`, `house:${bot}`], games)));
  }
  const [floor, ours] = [median(floors), median(duels)];
  console.log(
    `${id} ${bot}: ${ours.toFixed(1)} µs CPU a move, bare loop ${floor.toFixed(1)} µs: ${(ours / floor).toFixed(2)} ×`,
  );
}

const program = `${process.execPath} ${join(import.meta.dirname, '../test/duel-agents/program.mjs')} well`;
/** What its moves cost more than those of the bare loop, starting the programs included. */
const piped = async (games: number): Promise<number> =>
  perMove(await duel('c4', [program, program], games)) - perMove(bareLoop('c4', 'easy', games));
const first = await piped(200);
await piped(1000);
const pipes: number[] = [];
for (let round = 0; round < rounds; round++) pipes.push(await piped(1000));
console.log(
  `a program at the other end of a pipe: ${median(pipes).toFixed(1)} µs CPU a move more than the bare loop, in the first 200 games ${first.toFixed(1)}`,
);

for (const args of [
  ['house:easy', 'house:easy', '--game', 'ttt', '--games', '10000'],
  ['house:hard', 'house:hard', '--game', 'ttt', '--games', '10000'],
  ['house:medium', 'house:easy', '--game', 'c4', '--games', '200'],
  ['house:hard', 'house:medium', '--game', 'c4', '--games', '200'],
  ['house:hard', 'house:hard', '--game', 'c4', '--games', '200'],
]) {
  const since = performance.now();
  spawnSync(process.execPath, [
    join(import.meta.dirname, '../bin/crossplay.js'),
    'duel',
    ...args,
    '--seed',
    '1',
    '--json',
  ]);
  console.log(`crossplay duel ${args.join(' ')}: ${((performance.now() - since) / 1000).toFixed(2)} s`);
}
