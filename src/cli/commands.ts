import { COMPETITION_USAGE } from './competition-usage.ts';
import { SETTINGS } from './config.ts';
import { DUEL_FLAGS_IN_WORDS } from './duel/flags.ts';
import { LEAGUE_USAGE } from './league-usage.ts';

export interface Command {
  usage: string;
  about: string;
  /** For --help: what it takes, in full; absent: what finds the database. */
  details?: readonly string[];
  run(args: string[]): Promise<void>;
}

/** Each is loaded when it is run: what the others need would take most of its time. */
const accounts = () => import('./accounts.ts');
const mintToken = async (args: string[]): Promise<void> => (await accounts()).mintToken(args);
const addKey = async (args: string[]): Promise<void> => (await accounts()).addKey(args);
const ban = async (args: string[]): Promise<void> => (await accounts()).ban(args);
const unban = async (args: string[]): Promise<void> => (await accounts()).unban(args);
const owner = async (args: string[]): Promise<void> => (await accounts()).owner(args);
const deleteAgent = async (args: string[]): Promise<void> => (await accounts()).deleteAgent(args);
const hostToken = async (args: string[]): Promise<void> => (await import('./host-token.ts')).hostToken(args);
const rotateKey = async (args: string[]): Promise<void> => (await import('./rotate-key.ts')).rotateKey(args);
const serve = async (args: string[]): Promise<void> => (await import('./serve.ts')).serve(args);
const ladder = async (args: string[]): Promise<void> => (await import('./lists.ts')).ladder(args);
const matches = async (args: string[]): Promise<void> => (await import('./lists.ts')).matches(args);
const mcp = async (args: string[]): Promise<void> => (await import('./mcp.ts')).mcp(args);
const league = async (args: string[]): Promise<void> => (await import('./league.ts')).league(args);
const competition = async (args: string[]): Promise<void> => (await import('./competition.ts')).competition(args);
const purse = async (args: string[]): Promise<void> => (await import('./purse.ts')).purse(args);
const verify = async (args: string[]): Promise<void> => (await import('./verify.ts')).verify(args);
const duel = async (args: string[]): Promise<void> => (await import('./duel/duel.ts')).duel(args);
const gauntlet = async (args: string[]): Promise<void> => (await import('./duel/duel.ts')).gauntlet(args);
const roundRobin = async (args: string[]): Promise<void> => (await import('./duel/duel.ts')).roundRobin(args);
const exportMatches = async (args: string[]): Promise<void> => (await import('./export.ts')).exportMatches(args);
const calibrate = async (args: string[]): Promise<void> => (await import('./duel/calibrate.ts')).calibrate(args);
const backup = async (args: string[]): Promise<void> => (await import('./moving.ts')).backup(args);
const restore = async (args: string[]): Promise<void> => (await import('./moving.ts')).restore(args);
const copy = async (args: string[]): Promise<void> => (await import('./moving.ts')).copy(args);
const compact = async (args: string[]): Promise<void> => (await import('./moving.ts')).compact(args);
const rebuildRatings = async (args: string[]): Promise<void> =>
  (await import('./rebuild-ratings.ts')).rebuildRatings(args);
const replay = async (args: string[]): Promise<void> => (await import('./replay.ts')).replay(args);

const engine = async (args: string[]): Promise<void> => (await import('./agents/engine.ts')).engine(args);
const checkAgent = async (args: string[]): Promise<void> => (await import('./check/check-agent.ts')).checkAgent(args);
const newAgent = async (args: string[]): Promise<void> => (await import('./agents/new-agent.ts')).newAgent(args);

export const commands: { [name: string]: Command } = {
  serve: { usage: 'serve [--port 3000 …]', about: 'run the server', run: serve },
  mcp: {
    usage: 'mcp --url URL [--key KEY]',
    about: 'speak the Model Context Protocol with a program that starts this one',
    details: flagLines({
      '--url URL': 'the server, such as http://localhost:3000; or the variable CROSSPLAY_URL',
      '--key KEY': 'the API key of the account that plays; or CROSSPLAY_KEY; without one the tool register makes one',
    }),
    run: mcp,
  },
  'mint-token': {
    usage: 'mint-token NAME [--replace]',
    about: 'make a token for an account (made if there is none); --replace takes the others back',
    run: mintToken,
  },
  'add-key': {
    usage: 'add-key NAME FILE.pub',
    about: 'let an SSH key play for an account (made if there is none)',
    run: addKey,
  },
  ban: { usage: 'ban NAME', about: 'shut an account out', run: ban },
  unban: { usage: 'unban NAME', about: 'let it in again', run: unban },
  owner: {
    usage: 'owner NAME OWNER',
    about: 'say whose an account is, by a name or an e-mail address; an empty one is nobody',
    run: owner,
  },
  'delete-agent': {
    usage: 'delete-agent NAME',
    about: 'delete an account; its name is free in thirty days',
    run: deleteAgent,
  },
  'host-token': { usage: 'host-token', about: "make a new token for the host's page", run: hostToken },
  'rotate-key': { usage: 'rotate-key', about: 'make a new key for signing finished matches', run: rotateKey },
  ladder: { usage: 'ladder GAME [--json]', about: 'print the ratings of a game', run: ladder },
  matches: {
    usage: 'matches GAME [--limit 100] [--json]',
    about: 'print the latest finished matches of a game; --json with their moves',
    run: matches,
  },
  verify: {
    usage: 'verify FILE [--keys FILE|URL] [--previous FILE] [--signed]',
    about: 'check an exported record: rules, seed, result, and whose it is',
    details: flagLines({
      '--keys FILE|URL':
        "the server's keys, from its /.well-known/jwks.json; without them it is not checked whose it is",
      '--previous FILE': 'the earlier match of two that take turns with their seats',
      '--signed': 'fail unless the signature holds, as one of a match from before signatures does not',
    }),
    run: verify,
  },
  export: {
    usage: 'export --game GAME [--since DATE] [--format jsonl|csv] [--moves]',
    about: 'write finished matches, one row each, or one per move',
    run: exportMatches,
  },
  backup: {
    usage: 'backup FILE [--replace]',
    about: 'copy the embedded database to a file, while a server may run; --replace writes over a file that is there',
    run: backup,
  },
  restore: {
    usage: 'restore FILE [--replace]',
    about: 'put a backup in the place of the database, while no server runs',
    run: restore,
  },
  copy: {
    usage: 'copy --to postgres://…|FOLDER',
    about: 'copy everything into an empty database of the other kind and compare, while no server runs',
    run: copy,
  },
  compact: { usage: 'compact', about: 'give room back to the disk, while no server runs', run: compact },
  replay: {
    usage: 'replay FILE',
    about: 'show an exported record step by step in the terminal',
    details: [],
    run: replay,
  },
  new: {
    usage: 'new DIR [--lang ts|js|python] [--game GAME]',
    about: 'write a first agent, with everything it needs, into a new folder',
    details: flagLines({
      '--lang LANG': 'ts, js (if nothing is said) or python',
      '--game GAME': 'what it plays; ttt if nothing is said',
    }),
    run: newAgent,
  },
  engine: {
    usage: 'engine --game GAME (--uci|--gtp|--program) COMMAND --url URL --key KEY',
    about: 'let a program of yours play on a server',
    details: flagLines({
      '--uci COMMAND': 'a chess engine that speaks UCI, such as stockfish',
      '--gtp COMMAND': 'a go engine that speaks GTP, such as "gnugo --mode gtp --capture-all-dead --chinese-rules"',
      '--program COMMAND': 'for every game: one line of JSON in, one out, as in crossplay duel',
      '--url URL': 'the server; or the variable CROSSPLAY_URL; http://localhost:3000 if nothing is said',
      '--key KEY': 'the API key of the account that plays; or CROSSPLAY_KEY',
      '--games N': 'how many matches; 1 if nothing is said',
      '--concurrency N': 'how many of them at once, each with an engine of its own',
      '--against WHOM': 'anyone (if nothing is said), house:BOT, or the name of an agent',
      '--option NAME=VALUE': 'an option of a UCI engine; may be given again',
      '--unrated': 'the matches do not count',
    }),
    run: engine,
  },
  'check-agent': {
    usage: 'check-agent --protocol NAME -- COMMAND …',
    about: 'play an agent of yours through all that can happen, and say what it does wrong',
    details: flagLines({
      '--protocol NAME': 'agentgames, loa, agon, clawpoly, league, http or mcp',
      '--game GAME': 'what is played; if nothing is said, a game of that protocol',
      '--only SCENARIO': 'not all that can happen, but this; may be given again',
      '--patience SECONDS': 'how long the agent may take for anything; 10 if nothing is said',
      '--json': 'what was found as JSON, with the frames',
      '-- COMMAND …': 'starts the agent; ARENA, KEY and more are in its environment, see docs/check-agent.md',
    }),
    run: checkAgent,
  },
  duel: {
    usage: 'duel A B --game GAME [--games 200 …]',
    about: 'play two agents against each other here, without a server, and say whether A is better',
    details: duelDetails(),
    run: duel,
  },
  gauntlet: {
    usage: 'gauntlet A B C … --game GAME',
    about: 'the first against each of the others, and one rating list',
    details: duelDetails(),
    run: gauntlet,
  },
  'round-robin': {
    usage: 'round-robin A B C … --game GAME',
    about: 'everyone against everyone, and one rating list',
    details: duelDetails(),
    run: roundRobin,
  },
  calibrate: {
    usage: 'calibrate [--game GAME] [--games 100]',
    about: 'play the house bots against each other and keep how strong they are',
    run: calibrate,
  },
  'rebuild-ratings': {
    usage: 'rebuild-ratings',
    about: 'compute the sure ratings anew from all matches, while no server runs',
    run: rebuildRatings,
  },
  league: {
    usage: 'league open|start|player|referee|demo',
    about: 'leagues: open and start them, run a player or a referee, or watch a whole one',
    details: Object.values(LEAGUE_USAGE).map((usage) => `crossplay league ${usage}`),
    run: league,
  },
  competition: {
    usage: 'competition open|enter|start|show|export …',
    about: 'competitions of a running server: open, enter, lead, look at and export them',
    details: [
      ...Object.values(COMPETITION_USAGE).map((usage) => `crossplay competition ${usage}`),
      '',
      'TYPE is round-robin, swiss, knockout, double-knockout, arena (with --minutes), gauntlet or heats; FILE.json has',
      'the format with all that belongs to it. All take --url URL (http://127.0.0.1:3000). TOKEN is the host’s, or the',
      'key of an organiser.',
    ],
    run: competition,
  },
  purse: {
    usage: 'purse show|check|pause|resume|take',
    about: 'the money: what there is, whether the chain agrees, stop and go on paying out, take what the house earned',
    details: [
      ...flagLines({
        'show [--json]': 'what accounts have, what is on its way, what could not be sent and why',
        check: 'compare the books with the chain, address by address; ends with 1 if anything is wrong',
        pause: 'sign and send nothing from now on',
        resume: 'go on, and try once more what failed',
        'take AMOUNT USDC|native ADDRESS': 'send what the house has earned',
      }),
      '',
      'The database is found by --data or --database-url, the chain by the settings of serve. More: docs/stakes.md.',
    ],
    run: purse,
  },
  help: { usage: 'help', about: 'this page', details: [], run: help },
};

const widest = (texts: string[]): number => Math.max(...texts.map((text) => text.length)) + 2;
const FLAG_WIDTH = widest(Object.values(SETTINGS).map(({ flag }) => flag));
const VARIABLE_WIDTH = widest(Object.values(SETTINGS).map(({ variable }) => variable));

async function help(): Promise<void> {
  const width = widest(Object.values(commands).map(({ usage }) => usage));
  console.log('crossplay COMMAND\n');
  for (const { usage, about } of Object.values(commands)) console.log(`  ${usage.padEnd(width)}${about}`);
  console.log('\nEach answers --help; crossplay --version says which this is.\n');
  console.log(settingsPage());
}

/** What a command answers to --help. */
export function helpOn(name: string, { usage, about, details }: Command): string {
  const words = `crossplay ${usage}\n\n${about[0]!.toUpperCase()}${about.slice(1)}${about.endsWith('?') ? '' : '.'}`;
  if (name === 'serve') return `${words}\n\n${settingsPage()}`;
  if (details) return [words, details.join('\n')].filter(Boolean).join('\n\n');
  return `${words}\n\nCommands that need the database find it by --data or --database-url, as serve does.`;
}

function flagLines(flags: { [flag: string]: string }): string[] {
  const width = Math.max(...Object.keys(flags).map((flag) => flag.length)) + 2;
  return Object.entries(flags).map(([flag, about]) => `  ${flag.padEnd(width)}${about}`);
}

function duelDetails(): string[] {
  const flags = Object.entries(DUEL_FLAGS_IN_WORDS).map(([name, [value, about]]) => [
    `--${name} ${value}`.trim(),
    about,
  ]);
  return [
    ...flagLines(Object.fromEntries(flags)),
    '',
    'An agent is house:BOT, a module (./new.ts), a program ("python3 bot.py"), "uci:ENGINE", "gtp:ENGINE" or',
    '"arena:COMMAND". More: docs/evaluation.md.',
  ];
}

const settingsPage = (): string =>
  [
    'Settings of serve, as flags or variables:',
    '',
    ...Object.values(SETTINGS).map(
      ({ flag, variable, fallback, about }) =>
        `  --${flag.padEnd(FLAG_WIDTH)}${variable.padEnd(VARIABLE_WIDTH)}${about}${fallback ? ` (${fallback})` : ''}`,
    ),
  ].join('\n');
