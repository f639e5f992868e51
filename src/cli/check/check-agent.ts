import { gameIds, loadGame } from '../../duel/catalogue.ts';
import { Children } from '../../duel/players/children.ts';
import { ConfigError } from '../config.ts';
import { INTERRUPTED, onInterrupt } from '../duel/interrupt.ts';
import { readFlags } from '../read-flags.ts';
import { CheckArena } from './check-arena.ts';
import { tableOf } from './report.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { type Checked, type Finding, Trial } from './trial.ts';
import { wires } from './wires/index.ts';
import type { Wire } from './wires/wire.ts';

export const CHECK_USAGE =
  'check-agent --protocol NAME [--game GAME] [--only SCENARIO …] [--patience SECONDS] [--json] -- COMMAND …';

const PATIENCE_SECONDS = 10;
/** A league's agent is called with deadlines of its own, and called again; those waits are shortened. */
const LEAGUE_SCALE = 0.25;

/** Takes an agent through scripted matches in an arena of its own. Exit code 1: something was wrong. */
export async function checkAgent(args: string[]): Promise<void> {
  const { json, chosen, ...checked } = await read(args);
  const children = new Children();
  const { signal, release } = onInterrupt(() => children.endAll());
  try {
    const findings = await check({ ...checked, children }, chosen, signal);
    if (json)
      console.log(JSON.stringify({ protocol: checked.protocol, game: checked.game.rules.id, findings }, null, 2));
    else if (findings.length) console.log(tableOf(checked.protocol, findings));
    if (findings.some(({ right }) => !right)) process.exitCode = 1;
    if (signal.aborted) process.exitCode = INTERRUPTED;
  } finally {
    release();
  }
}

/** One scenario after the other, each with a process and an account of its own. */
export async function check(checked: Checked, chosen: readonly Scenario[], signal?: AbortSignal): Promise<Finding[]> {
  const host = await CheckArena.open(checked.protocol === 'league' ? LEAGUE_SCALE : 1);
  const findings: Finding[] = [];
  try {
    for (const scenario of chosen) {
      if (signal?.aborted) break;
      findings.push(...(await new Trial(scenario, host, checked).run()));
    }
  } finally {
    await host.close();
  }
  return findings;
}

/** All that can happen to an agent of this protocol. */
export const scenariosOf = ({ lacks }: Wire): Scenario[] => scenarios.filter(({ name }) => !lacks?.includes(name));

async function read(args: string[]) {
  const { values, positionals } = parse(args);
  const { protocol = '', only, json = false } = values;
  const wire = Object.hasOwn(wires, protocol) ? wires[protocol] : undefined;
  if (!wire)
    throw new ConfigError(
      `--protocol must be one of ${Object.keys(wires).join(', ')}. Usage: crossplay ${CHECK_USAGE}`,
    );
  const game = await loadGame(values.game ?? wire.game);
  if (!game) throw new ConfigError(`--game must be one of ${gameIds().join(', ')}.`);
  if (!positionals.length)
    throw new ConfigError(`The command that starts the agent is missing. Usage: crossplay ${CHECK_USAGE}`);
  const unknown = only?.find((name) => !scenarios.some((one) => one.name === name));
  if (unknown !== undefined) {
    throw new ConfigError(
      `--only is "${unknown}", but must be one of ${scenarios.map(({ name }) => name).join(', ')}.`,
    );
  }
  const chosen = scenariosOf(wire).filter(({ name }) => only === undefined || only.includes(name));
  return { protocol, wire, game, command: commandOf(positionals), patience: patience(values.patience), json, chosen };
}

const parse = (args: string[]) =>
  readFlags(CHECK_USAGE, {
    args,
    allowPositionals: true,
    options: {
      protocol: { type: 'string' },
      game: { type: 'string' },
      only: { type: 'string', multiple: true },
      patience: { type: 'string' },
      json: { type: 'boolean' },
    },
  });

/** One word is a line for the shell, several are taken as they are. */
const commandOf = (words: string[]): string =>
  words.length === 1 ? words[0]! : words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');

function patience(text: string | undefined): number {
  const seconds = Number(text ?? PATIENCE_SECONDS);
  if (!(seconds >= 0.1 && seconds <= 600))
    throw new ConfigError(`--patience is "${text}", but must be a number of seconds from 0.1 to 600.`);
  return seconds * 1000;
}
