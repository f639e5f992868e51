import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const TICKS_PER_SECOND = 100;

/** Milliseconds of CPU that a process has used so far, all its threads together. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

/** Milliseconds for which the main thread of a process was ready and had no core: what the machine takes, not the program. */
export function waitedOf(pid: number): number {
  const [, nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** Bytes of memory that a process holds. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

export interface Program {
  child: ChildProcess;
  pid: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Runs a file of ours in a process of its own and waits for the line that says it is ready. */
export async function startProgram(
  args: string[],
  env: { [name: string]: string },
  ready: RegExp,
): Promise<Program & { said: string }> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let said: string | undefined;
  for await (const line of createInterface(child.stdout!)) {
    if (!ready.test(line)) continue;
    said = line;
    break;
  }
  if (said === undefined) throw new Error(`${args.join(' ')} ended before it was ready`);
  child.stdout!.resume();
  return {
    child,
    pid: child.pid!,
    said,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await exited;
    },
  };
}
