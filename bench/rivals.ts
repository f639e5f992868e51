import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Load } from './play-load.ts';
import { type Program, startProgram } from './process.ts';

export interface Contender {
  name: string;
  line: Load['line'];
  /** @param frame bytes of what tells of a move on Crossplay */
  start(frame: number): Promise<Program & { url: string }>;
}

const here = (...path: string[]) => join(import.meta.dirname, ...path);

/** A program of ours that says its name and its port. */
const program =
  (file: string) =>
  async (...args: (string | number)[]): Promise<Program & { url: string }> => {
    const started = await startProgram([here(file), ...args.map(String)], {}, /^\S+ \d+$/);
    return { ...started, url: `ws://127.0.0.1:${started.said.split(' ')[1]}` };
  };

/** The floor beneath all: what any server has to do for such matches. */
export const relay = (plies: number): Contender => ({
  name: 'bare relay',
  line: 'play',
  start: (frame) => program('floor.ts')(frame, plies),
});

/** The floor beneath all that store: the relay, with each move on the disk before it is told. */
export const storingRelay = (plies: number, folder: string): Contender => ({
  name: 'relay that stores',
  line: 'play',
  start: (frame) => program('floor.ts')(frame, plies, join(folder, 'relay.log')),
});

/** Servers for games that others made, from a package of their own, which is installed when it is first needed. */
export function rivals(): Contender[] {
  if (!existsSync(here('rivals/node_modules'))) {
    const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
      cwd: here('rivals'),
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('The rivals could not be installed: npm install in bench/rivals failed.');
  }
  return [
    { name: 'Colyseus', line: 'colyseus', start: () => program('rivals/colyseus.ts')() },
    { name: 'boardgame.io', line: 'boardgame', start: () => program('rivals/boardgame.ts')() },
  ];
}
