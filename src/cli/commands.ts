import { addKey, ban, mintToken, unban } from './accounts.ts';
import { SETTINGS } from './config.ts';
import { hostToken } from './host-token.ts';

export interface Command {
  usage: string;
  about: string;
  run(args: string[]): Promise<void>;
}

/** What needs the games or the whole server is loaded when it is run, so that minting a token takes no longer than it must. */
const serve = async (args: string[]): Promise<void> => (await import('./serve.ts')).serve(args);
const ladder = async (args: string[]): Promise<void> => (await import('./lists.ts')).ladder(args);
const matches = async (args: string[]): Promise<void> => (await import('./lists.ts')).matches(args);
const league = async (args: string[]): Promise<void> => (await import('./league.ts')).league(args);
const verify = async (args: string[]): Promise<void> => (await import('./verify.ts')).verify(args);

export const commands: { [name: string]: Command } = {
  serve: { usage: 'serve [--port 3000 …]', about: 'run the server', run: serve },
  'mint-token': {
    usage: 'mint-token NAME',
    about: 'make a token for an account (made if there is none)',
    run: mintToken,
  },
  'add-key': {
    usage: 'add-key NAME FILE.pub',
    about: 'let an SSH key play for an account (made if there is none)',
    run: addKey,
  },
  ban: { usage: 'ban NAME', about: 'shut an account out', run: ban },
  unban: { usage: 'unban NAME', about: 'let it in again', run: unban },
  'host-token': { usage: 'host-token', about: "make a new token for the host's page", run: hostToken },
  ladder: { usage: 'ladder GAME [--json]', about: 'print the ratings of a game', run: ladder },
  matches: {
    usage: 'matches GAME [--limit 100] [--json]',
    about: 'print the latest finished matches of a game; --json with their moves',
    run: matches,
  },
  verify: { usage: 'verify FILE', about: 'replay an exported record and check its seed and result', run: verify },
  league: {
    usage: 'league open|start|player|referee|demo',
    about: 'leagues: open and start them, run a player or a referee, or watch a whole one',
    run: league,
  },
  help: { usage: 'help', about: 'this page', run: help },
};

async function help(): Promise<void> {
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length)) + 2;
  console.log('crossplay COMMAND\n');
  for (const { usage, about } of Object.values(commands)) console.log(`  ${usage.padEnd(width)}${about}`);
  console.log('\nSettings of serve, as flags or variables:\n');
  for (const { flag, variable, fallback, about } of Object.values(SETTINGS)) {
    console.log(`  --${flag.padEnd(18)}${variable.padEnd(30)}${about}${fallback ? ` (${fallback})` : ''}`);
  }
}
