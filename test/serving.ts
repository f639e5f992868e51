import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Serving {
  /** http://127.0.0.1:PORT */
  url: string;
  sshPort: number;
  child: ChildProcess;
  /** Everything it printed. */
  output: string[];
  /** @returns the exit code, or the signal that ended it */
  stop(signal?: NodeJS.Signals): Promise<number | string>;
}

const HERE = join(import.meta.dirname, '..');

/** Where processes that tests start keep what Node made of their sources: each next one starts in half the time. */
export const COMPILED = join(HERE, 'node_modules/.cache/crossplay-tests');

/**
 * The real server in a process of its own, on free ports, ready when this resolves.
 * @param tree the folder with its sources
 * @param enter what the command begins with
 */
export async function serve(env: { [name: string]: string }, tree = HERE, enter: string[] = []): Promise<Serving> {
  const [command, ...args] = [...enter, process.execPath, join(tree, 'bin/crossplay.js'), 'serve'];
  const child = spawn(command!, args, {
    env: {
      ...process.env,
      PORT: '0',
      CROSSPLAY_SSH_PORT: '0',
      CROSSPLAY_LOG: 'error',
      CROSSPLAY_HOUSE_BOTS: 'off',
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  const output: string[] = [];
  const ready = new Promise<RegExpExecArray>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream!).on('line', (line) => {
        output.push(line);
        const found = /serving (http[^\s"]+)(?:.* SSH on port (\d+))?/.exec(line);
        if (found) resolve(found);
      });
    }
    // What it printed last is read by then.
    child.once('close', () => reject(new Error(`the server ended: ${output.join('\n')}`)));
  });
  const [, url, sshPort] = await ready;
  return {
    url: url!,
    sshPort: Number(sshPort ?? 0),
    child,
    output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const [code, by] = await exited;
      return code ?? by!;
    },
  };
}
