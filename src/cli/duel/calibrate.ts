import { type Anchor, writeAnchors } from '../../core/anchors.ts';
import { gameIds, loadGame } from '../../duel/catalogue.ts';
import { hold } from '../../duel/contest.ts';
import { Children } from '../../duel/players/children.ts';
import { standingsOf } from '../../duel/report/standings.ts';
import { threadLane } from '../../duel/run.ts';
import { databaseOf, withStorage } from '../arguments.ts';
import { ConfigError } from '../config.ts';
import { readFlags } from '../read-flags.ts';
import { INTERRUPTED, onInterrupt } from './interrupt.ts';
import { readSettings } from './settings.ts';

const USAGE = 'calibrate [--game GAME] [--games 100] [--seed TEXT]';
/** The middle of the house bots of a game is where newcomers begin. */
const MIDDLE = 1500;
const Z95 = 1.96;

/** Plays the house bots of each game against each other and keeps how strong they are, as anchors of the ladders. */
export async function calibrate(args: string[]): Promise<void> {
  const { game, games = '100', seed = 'calibrate', ...database } = parse(args);
  const children = new Children();
  const interrupt = onInterrupt(() => children.endAll());
  try {
    for (const id of game === undefined ? gameIds() : [game]) {
      const anchors = await measure(id, [games, seed], interrupt.signal, children);
      if (interrupt.signal.aborted) return void (process.exitCode = INTERRUPTED);
      await withStorage(databaseOf(database), ({ documents }) => writeAnchors(documents, id, anchors));
      const words = anchors.map(
        ({ name, rating, deviation }) => `${name} ${Math.round(rating)} ±${Math.round(Z95 * deviation)}`,
      );
      console.log(`${id}: ${words.join(', ')}`);
    }
  } finally {
    interrupt.release();
  }
}

async function measure(
  id: string,
  [games, seed]: [string, string],
  signal: AbortSignal,
  children: Children,
): Promise<Anchor[]> {
  const known = await loadGame(id);
  if (!known) throw new ConfigError(`--game must be one of ${gameIds().join(', ')}.`);
  const bots = known.bots.map(({ name }) => `house:${name}`);
  const flags = ['--game', id, '--games', games, '--seed', seed, '--clock', 'fixed'];
  const { plan } = await readSettings('round-robin', [...bots, ...flags], USAGE);
  const startLane = threadLane(plan, children);
  const { tally } = await hold(
    { plan, children, startLane, hypotheses: undefined, stopEarly: false, signal },
    () => {},
  );
  return standingsOf(
    tally,
    known.bots.map(({ name }) => name),
    plan.schedule.seats,
  ).map(({ name, elo, low, high }) => ({ name, rating: MIDDLE + elo, deviation: (high - low) / 2 / Z95 }));
}

const parse = (args: string[]) =>
  readFlags(USAGE, {
    args,
    options: {
      game: { type: 'string' },
      games: { type: 'string' },
      seed: { type: 'string' },
      data: { type: 'string' },
      'database-url': { type: 'string' },
    },
  }).values;
