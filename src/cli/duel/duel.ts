import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportedRecord } from '../../core/record.ts';
import type { Playable } from '../../duel/catalogue.ts';
import { hold } from '../../duel/contest.ts';
import type { Expectation } from '../../duel/expectation.ts';
import type { Plan } from '../../duel/plan.ts';
import { Children } from '../../duel/players/children.ts';
import { duelReport } from '../../duel/report/duel.ts';
import { duelFigures } from '../../duel/report/figures.ts';
import { progressLine } from '../../duel/report/progress.ts';
import { standingsFigures, standingsOf, standingsReport } from '../../duel/report/standings.ts';
import { type StartLane, threadLane } from '../../duel/run.ts';
import { roundsOf } from '../../duel/schedule.ts';
import type { Tally } from '../../duel/tally.ts';
import { INTERRUPTED, onInterrupt } from './interrupt.ts';
import { readSettings, type Settings } from './settings.ts';

/** Exit code where an expectation was not met; a wrong call is 1. */
const UNMET = 2;

const DUEL_USAGE = 'duel A B --game GAME [--games 200 …]';
const GAUNTLET_USAGE = 'gauntlet A B C … --game GAME';
const ROUND_ROBIN_USAGE = 'round-robin A B C … --game GAME';

/** Is A better than B? */
export async function duel(args: string[]): Promise<void> {
  const settings = await readSettings('duel', args, DUEL_USAGE);
  const { game, plan, hypotheses } = settings;
  const { tally, ended } = await play(settings);
  const figures = duelFigures(plan.game, tally, hypotheses);
  const names = plan.players.map(({ name }) => name) as [string, string];
  conclude(settings, figures, () =>
    duelReport({ title: game.rules.title, names, seed: plan.seed, tally, figures, hypotheses, ended }),
  );
}

/** How strong is A among the others? */
export const gauntlet = (args: string[]): Promise<void> => rank('gauntlet', args, GAUNTLET_USAGE);

/** Who is how strong? */
export const roundRobin = (args: string[]): Promise<void> => rank('round-robin', args, ROUND_ROBIN_USAGE);

async function rank(kind: 'gauntlet' | 'round-robin', args: string[], usage: string): Promise<void> {
  const settings = await readSettings(kind, args, usage);
  const { game, plan } = settings;
  const { tally, ended } = await play(settings);
  const names = plan.players.map(({ name }) => name);
  const standings = standingsOf(tally, names, plan.schedule.seats);
  conclude(settings, standingsFigures(plan.game, tally, standings), () =>
    standingsReport({ title: game.rules.title, names, seed: plan.seed, tally, standings, ended }),
  );
}

async function play({ game, plan, hypotheses, stopEarly, records }: Settings) {
  const children = new Children();
  const interrupt = onInterrupt(() => children.endAll());
  const { count, gamesPerRound } = roundsOf(plan.schedule);
  const progress = new ProgressLine((tally, seconds, width) =>
    progressLine({ tally, games: count * gamesPerRound, seconds, hypotheses, width }),
  );
  if (records !== undefined) mkdirSync(records, { recursive: true });
  try {
    const finished = await hold(
      {
        plan,
        children,
        startLane: await laneStarter(plan, game, children),
        hypotheses,
        stopEarly,
        ...(records !== undefined && { keep: (record) => keepRecord(records, record) }),
        signal: interrupt.signal,
      },
      (tally) => progress.show(tally),
    );
    if (interrupt.signal.aborted) process.exitCode = INTERRUPTED;
    return finished;
  } finally {
    progress.end();
    interrupt.release();
  }
}

/** The whole server is loaded only for those who need it. */
async function laneStarter(plan: Plan, game: Playable, children: Children): Promise<StartLane> {
  if (!plan.players.some(({ kind }) => kind === 'arena')) return threadLane(plan, children);
  return (await import('./arena-host.ts')).arenaLane(plan, game, children);
}

const keepRecord = (folder: string, record: ExportedRecord): void =>
  writeFileSync(join(folder, `${record.id}.json`), `${JSON.stringify(record)}\n`);

function conclude({ json, expectations }: Settings, figures: object, report: () => string): void {
  console.log(json ? JSON.stringify(figures) : report());
  const unmet = expectations.filter(({ holds }) => holds(figures) !== true);
  if (unmet.length === 0) return;
  for (const expectation of unmet) console.error(`crossplay: ${complaint(expectation, figures)}`);
  process.exitCode = UNMET;
}

const complaint = ({ text, holds }: Expectation, figures: object): string =>
  holds(figures) === undefined ? `expected ${text}, but that is not known.` : `expected ${text}, but it is not so.`;

/** On a terminal one line that changes, elsewhere a line now and then; always beside the result, never in it. */
class ProgressLine {
  readonly #line: (tally: Tally, seconds: number, width: number) => string;
  readonly #since = performance.now();
  readonly #terminal = process.stderr.isTTY === true;
  #shown = performance.now();
  #open = false;

  constructor(line: (tally: Tally, seconds: number, width: number) => string) {
    this.#line = line;
  }

  show(tally: Tally): void {
    const now = performance.now();
    if (now - this.#shown < (this.#terminal ? 200 : 10_000)) return;
    this.#shown = now;
    const width = this.#terminal ? (process.stderr.columns ?? 80) - 1 : Infinity;
    const line = this.#line(tally, (now - this.#since) / 1000, width);
    process.stderr.write(this.#terminal ? `\r\x1b[K${line}` : `${line}\n`);
    this.#open = this.#terminal;
  }

  end(): void {
    if (this.#open) process.stderr.write('\r\x1b[K');
  }
}
