/** `node bench/headless.ts [games]`: CPU of whole Clawpoly games between four house bots, without server or storage. */
import { stepRandom } from '../src/core/random.ts';
import { clawpolyBots } from '../src/games/clawpoly/bots.ts';
import { clawpoly } from '../src/games/clawpoly/rules.ts';

const games = Number(process.argv[2] ?? 50);
const SEATS = 4;
const TURNS = 200;
const BOTS_STEPS = 100_000;

interface Played {
  cpu: number;
  turns: number;
}

function playOut(game: number): Played {
  const seed = game.toString(16).padStart(64, '0');
  const since = process.cpuUsage();
  let state = clawpoly.start({ turnLimit: TURNS }, SEATS, stepRandom(seed, 0));
  for (let step = 1; ; step++) {
    const turn = clawpoly.status(state);
    if (turn.kind === 'over') break;
    const seat = turn.asks?.[0]?.seat ?? turn.must[0]!;
    const bot = clawpolyBots[seat % clawpolyBots.length]!;
    const move = bot.play(clawpoly.view(state, seat), turn, seat, stepRandom(seed, BOTS_STEPS + step));
    const refused = clawpoly.check(state, { seat, move });
    if (refused) throw new Error(refused.reason);
    state = clawpoly.play(state, [{ seat, move }], stepRandom(seed, step));
  }
  const { user, system } = process.cpuUsage(since);
  return { cpu: (user + system) / 1000, turns: state.turnNumber };
}

const played = Array.from({ length: games }, (_, game) => playOut(game));
const [first] = played;
const whole = played.filter(({ turns }) => turns >= TURNS).map(({ cpu }) => cpu);
whole.sort((a, b) => a - b);
console.log(
  `clawpoly headless: ${whole.length} of ${games} games went to turn ${TURNS}; of these CPU in the median ` +
    `${whole[whole.length >> 1]!.toFixed(1)} ms, at most ${whole.at(-1)!.toFixed(1)} ms; the first game of the process ` +
    `${first!.cpu.toFixed(1)} ms for ${first!.turns} turns`,
);
