/**
 * `node bench/duel.ts [rounds]`: what `crossplay duel` costs beside a bare loop over the rules with the same bots, what a move
 * of a program at the other end of a pipe costs us beside a bare exchange of lines, and how long the whole command takes.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
/** Two of them are asked by turns and nothing else is done: what the machine takes for waking one of them for each move. */
async function bareExchange(exchanges: number): Promise<Spent> {
  const view = { board: Array(6).fill('.......'), turn: 'first', move_number: 1, you: 0 };
  const legal = Array.from({ length: 7 }, (_, column) => ({ column }));
  const line = `${JSON.stringify({ type: 'turn', number: 1, phase: null, view, legal, secondsLeft: 10 })}\n`;
  const talks = [0, 1].map(() => spawn(program, { shell: true, stdio: 'pipe' }));
  for (const { stdin, stdout } of talks) {
    stdin.write(line);
    await once(stdout, 'data');
  }
  const since = process.cpuUsage();
  await new Promise<void>((over) => {
    let left = exchanges;
    for (const [i, { stdout }] of talks.entries()) {
      stdout.setEncoding('utf8').on('data', () => {
        if (--left > 0) talks[1 - i]!.stdin.write(line);
        else over();
      });
    }
    talks[0]!.stdin.write(line);
  });
  const cpu = cpuSince(since);
  for (const { stdin } of talks) stdin.end();
  return { cpu, moves: exchanges };
}

const PIPED = 600;
const first = perMove(await duel('c4', [program, program], 200));
await duel('c4', [program, program], PIPED);
const pipes: number[] = [];
const exchanges: number[] = [];
for (let round = 0; round < rounds; round++) {
  const spent = await duel('c4', [program, program], PIPED);
  pipes.push(perMove(spent));
  exchanges.push(perMove(await bareExchange(spent.moves)));
}
const [piped, exchange] = [median(pipes), median(exchanges)];
console.log(
  `a program at the other end of a pipe: ${piped.toFixed(1)} µs CPU a move (the first 200 games ${first.toFixed(1)}), ` +
    `a bare exchange of lines ${exchange.toFixed(1)} µs: ${(piped - exchange).toFixed(1)} µs are ours`,
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
