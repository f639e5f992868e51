import { readFile } from 'node:fs/promises';
import { COMPETITION_USAGE as USAGE } from './competition-usage.ts';
import { ConfigError } from './config.ts';
import { printable } from './printable.ts';
import { readFlags } from './read-flags.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the server, printed
type Json = any;
type Flags = { [flag: string]: string | undefined };

type Role = keyof typeof USAGE;

const FLAGS = [
  'url',
  'token',
  'key',
  'game',
  'format',
  'rounds',
  'best-of',
  'minutes',
  'max',
  'no-show',
  'break',
  'prize',
  'start',
  'agent',
  'bots',
  'why',
];

/** `crossplay competition …`, asked of a running server. The token is the host's, or an organiser's key. */
export async function competition(args: string[]): Promise<void> {
  const { words, flags, json } = read(args);
  const [role, subject] = words;
  if (role === undefined || !Object.hasOwn(USAGE, role) || words.length > 2) throw usage();
  const url = flags.url ?? `http://127.0.0.1:${process.env.PORT || 3000}`;
  if (!URL.canParse(url))
    throw new ConfigError(`--url is "${url}", but must be an address such as http://127.0.0.1:3000.`);
  const token = flags.token ?? flags.key ?? process.env.CROSSPLAY_TOKEN;
  const server: Server = { url, token };
  if (role === 'show') return subject === undefined ? list(server, json) : show(server, subject, json);
  if (subject === undefined) throw new ConfigError(`usage: crossplay competition ${USAGE[role as Role]}`);
  const path = `competitions/${encodeURIComponent(subject)}`;
  switch (role as Exclude<Role, 'show'>) {
    case 'open': {
      const opened = await ask(server, 'POST', 'competitions', await opening(subject, flags));
      return console.log(`${opened.name} is open for entry: ${opened.id}`);
    }
    case 'enter':
      return enter(server, path, flags);
    case 'withdraw':
      await ask(server, 'DELETE', `${path}/entries/me`);
      return console.log('Withdrawn.');
    case 'export':
      return void process.stdout.write(await text(server, `${path}/export?format=${flags.format ?? 'json'}`));
    case 'start':
    case 'pause':
    case 'resume':
    case 'end': {
      const why = flags.why === undefined ? {} : { why: flags.why };
      const { name, status } = await ask(server, 'POST', `${path}/${role}`, why);
      return console.log(`${printable(name)}: ${status}`);
    }
  }
}

const usage = (): ConfigError =>
  new ConfigError(
    `usage: ${Object.values(USAGE)
      .map((one) => `crossplay competition ${one}`)
      .join('\n       ')}\n       all take --url URL`,
  );

// ── what is asked ──

/** The format is a type with its numbers as flags, or a file with all of it. */
async function opening(name: string, flags: Flags): Promise<object> {
  if (!flags.game || !flags.format) throw new ConfigError(`usage: crossplay competition ${USAGE.open}`);
  const { rounds, minutes, max } = flags;
  const format = flags.format.endsWith('.json')
    ? JSON.parse(await readFile(flags.format, 'utf8'))
    : {
        type: flags.format,
        ...(rounds && { rounds: whole(rounds, 'rounds') }),
        ...(flags['best-of'] && { bestOf: whole(flags['best-of'], 'best-of') }),
        ...(minutes && { minutes: whole(minutes, 'minutes') }),
      };
  return {
    name,
    game: flags.game,
    format,
    ...(max && { entry: { max: whole(max, 'max') } }),
    ...(flags.start && { start: flags.start }),
    ...(flags['no-show'] && { noShowSeconds: whole(flags['no-show'], 'no-show') }),
    ...(flags.break && { breakSeconds: whole(flags.break, 'break') }),
    ...(flags.prize && { prize: flags.prize }),
  };
}

async function enter(server: Server, path: string, { agent, bots }: Flags): Promise<void> {
  const body = bots ? { count: whole(bots, 'bots') } : agent ? { agent } : {};
  const entered = await ask(server, 'POST', `${path}/entries`, body);
  const count = entered.agents?.length;
  if (count === undefined) return console.log(`${printable(entered.name)} has entered.`);
  console.log(count === 1 ? 'A house bot has entered.' : `${count} house bots have entered.`);
}

async function list(server: Server, json: boolean): Promise<void> {
  const answer = await ask(server, 'GET', 'competitions');
  if (json) return console.log(JSON.stringify(answer, null, 2));
  for (const { id, name, game, format, status, entered, round } of answer.competitions) {
    console.log(`${id}  ${printable(name)}: ${game}, ${format.type}, ${status}, ${entered} entered, round ${round}`);
  }
}

async function show(server: Server, id: string, json: boolean): Promise<void> {
  const shown = await ask(server, 'GET', `competitions/${encodeURIComponent(id)}`);
  if (json) return console.log(JSON.stringify(shown, null, 2));
  const { name, game, format, status, entrants, rounds, standings } = shown;
  console.log(`${printable(name)}: ${game}, ${format.type}, ${status}`);
  if (standings.length === 0) {
    for (const entrant of entrants) console.log(`  ${printable(entrant.name)}`);
    return;
  }
  const names = new Map<string, string>(entrants.map((entrant: Json) => [entrant.agent, printable(entrant.name)]));
  for (const { rank, agent, points, wins, draws, losses } of standings) {
    console.log(
      `${String(rank).padStart(4)}  ${names.get(agent)!.padEnd(32)} ${String(points).padStart(5)}  +${wins} =${draws} -${losses}`,
    );
  }
  for (const { number, pairings } of rounds.slice(-1)) {
    console.log(`Round ${number}`);
    for (const pairing of pairings) {
      const { id: number, agents, outcome } = pairing;
      const met = agents.map((agent: string) => names.get(agent)).join(' – ');
      console.log(
        `  ${number}  ${met}  ${outcome ? `${scored(agents, outcome)} (${printable(outcome.reason)})` : '…'}`,
      );
    }
  }
}

/** Points of two, as `1:0`; where more meet, their ranks, as `2nd, 1st, 3rd`. */
function scored(agents: string[], { ranks, scores, forfeit = [] }: Json): string {
  if (agents.length === 1) return '1';
  if (agents.length > 2) return ranks.map((rank: number) => `${rank}${ORDINALS[rank] ?? 'th'}`).join(', ');
  const first = ranks.filter((rank: number) => rank === 1).length;
  const own = (agent: string, i: number) =>
    forfeit.includes(agent) ? '-' : (scores?.[i] ?? (ranks[i] === 1 ? 1 / first : 0));
  return agents.map(own).join(':');
}

const ORDINALS: { [rank: number]: string } = { 1: 'st', 2: 'nd', 3: 'rd' };

// ── asking ──

interface Server {
  url: string;
  token: string | undefined;
}

async function reach({ url, token }: Server, method: string, path: string, body?: object): Promise<Response> {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(new URL(`/api/v1/${path}`, url), init).catch(() => {
    throw new ConfigError(`nobody answers at ${url}; is the server running?`);
  });
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as { error?: string };
  throw new ConfigError(error ?? `the server answered ${response.status}`);
}

const ask = async (...what: Parameters<typeof reach>): Promise<Json> => (await reach(...what)).json();
const text = async (server: Server, path: string): Promise<string> => (await reach(server, 'GET', path)).text();

function read(args: string[]): { words: string[]; flags: Flags; json: boolean } {
  const options = Object.fromEntries(FLAGS.map((flag) => [flag, { type: 'string' as const }]));
  const { positionals, values } = readFlags(`competition ${Object.keys(USAGE).join('|')}`, {
    args,
    options: { ...options, json: { type: 'boolean' as const } },
    allowPositionals: true,
  });
  const { json, ...flags } = values as Flags & { json?: boolean };
  return { words: positionals, flags: flags as Flags, json: json === true };
}

function whole(value: string, flag: string): number {
  if (!/^\d{1,6}$/.test(value)) throw new ConfigError(`--${flag} is "${value}", but must be a whole number.`);
  return Number(value);
}
