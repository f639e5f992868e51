import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const INSIDE = 'CROSSPLAY_TEST_NAMESPACE';
/** Root needs no more; others are given the right within a namespace of users. */
const UNSHARE = process.getuid?.() === 0 ? ['-n'] : ['-U', '--map-current-user', '--keep-caps', '-n'];

/** Whether this process is in a network of its own. */
export const isInside = process.env[INSIDE] !== undefined;

/** Why there can be none; undefined: there can. */
export function noNamespaces(): string | undefined {
  if (!['/usr/sbin/ip', '/sbin/ip', '/usr/bin/ip'].some(existsSync)) return 'there is no ip command';
  const tried = spawnSync('unshare', [...UNSHARE, 'ip', 'link', 'set', 'lo', 'up'], { encoding: 'utf8' });
  return tried.status === 0 ? undefined : `network namespaces are not allowed: ${tried.stderr ?? tried.error}`;
}

/** Runs a file of tests once more, in a network of its own. */
export async function runInside(file: string): Promise<{ code: number | null; output: string }> {
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const child = spawn('unshare', [...UNSHARE, process.execPath, vitest, 'run', '--no-color', file], {
    env: { ...process.env, [INSIDE]: 'yes' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((done) => child.once('close', (code) => done({ code, output })));
}

export type Cable = 'door' | 'nats' | 'database';
const CABLES: Cable[] = ['door', 'nats', 'database'];

/** The network of a node: a cable each to its callers, to NATS and to the database. */
export interface NodeNetwork {
  /** What a command in it begins with. */
  enter: string[];
  /** The node's end. */
  own(cable: Cable): string;
  /** Our end. */
  ours(cable: Cable): string;
  pull(cable: Cable): void;
  plug(cable: Cable): void;
  remove(): void;
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Before the first network. */
export function openHub(): void {
  ip('link', 'set', 'lo', 'up');
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1');
}

export async function nodeNetwork(nth: number): Promise<NodeNetwork> {
  const anchor: ChildProcess = spawn('unshare', ['-n', 'sh', '-c', 'echo here; exec sleep infinity'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((here) => anchor.stdout!.once('data', here));
  const enter = ['nsenter', '-t', String(anchor.pid), '-n'];
  const inside = (...args: string[]) => execFileSync(enter[0]!, [...enter.slice(1), 'ip', ...args]);
  const net = (cable: Cable) => `10.${10 + CABLES.indexOf(cable)}.${nth}`;
  const ours = (cable: Cable) => `${cable}${nth}`;
  inside('link', 'set', 'lo', 'up');
  for (const cable of CABLES) {
    ip('link', 'add', ours(cable), 'type', 'veth', 'peer', 'name', cable, 'netns', String(anchor.pid));
    ip('addr', 'add', `${net(cable)}.1/24`, 'dev', ours(cable));
    ip('link', 'set', ours(cable), 'up');
    inside('addr', 'add', `${net(cable)}.2/24`, 'dev', cable);
    inside('link', 'set', cable, 'up');
  }
  // Nodes reach each other by their doors alone.
  inside('route', 'add', '10.10.0.0/16', 'via', `${net('door')}.1`);
  return {
    enter,
    own: (cable) => `${net(cable)}.2`,
    ours: (cable) => `${net(cable)}.1`,
    pull: (cable) => void ip('link', 'set', ours(cable), 'down'),
    plug: (cable) => void ip('link', 'set', ours(cable), 'up'),
    remove: () => void anchor.kill('SIGKILL'),
  };
}
