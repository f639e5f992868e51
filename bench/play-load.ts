import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchAgent } from './agents.ts';

export interface Measured {
  /** Moves per second. */
  rate: number;
  p50: number;
  p99: number;
  cpuPerThousand: number;
  /** Bytes of what tells of a move. */
  frame: number;
  /** Cores that neither the server nor the load generator had. */
  otherLoad: number;
}

export interface Load {
  /** ws://host:port */
  url: string;
  /** How the server is talked to. */
  line: 'play' | 'colyseus' | 'boardgame';
  /** Each plays one match of connect-four. */
  tokens: BenchAgent[];
  /** Moves per second over all matches; 0: as many as there can be. */
  rate: number;
  /** The process whose CPU is measured. */
  pid: number;
}

/** Runs the load generator in a process of its own. */
export async function playLoad(load: Load): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-load-'));
  try {
    const plan = join(folder, 'plan.json');
    writeFileSync(plan, JSON.stringify(load));
    const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts'), plan], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const chunk of child.stdout) output += chunk;
    return JSON.parse(output.trim().split('\n').at(-1)!);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
