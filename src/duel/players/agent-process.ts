import { type ChildProcess, spawn } from 'node:child_process';
import type { Children } from './children.ts';
import { LastWords } from './last-words.ts';

const FAREWELL_MS = 500;

/** An agent that connects by itself: it is started, and what it writes is about itself. */
export class AgentProcess {
  /** How it ended, as a sentence. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #children: Children;
  readonly #words = new LastWords();

  constructor(command: string, env: NodeJS.ProcessEnv, children: Children) {
    this.#children = children;
    const child = spawn(command, { shell: true, detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    if (child.pid) children.add(child.pid);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => this.#words.add(text));
    }
    const ended = Promise.withResolvers<string>();
    this.ended = ended.promise;
    child.on('error', (error) => ended.resolve(`It could not be started: ${error.message}.`));
    // What it started may hold its pipes open.
    child.on('exit', () => child.pid && children.end(child.pid));
    child.on('close', (code, signal) =>
      ended.resolve(signal ? `It was ended by ${signal}.` : `It ended with exit code ${code}.`),
    );
  }

  get lastWords(): string[] {
    return this.#words.lines;
  }

  drop(): void {
    if (this.#child.pid) this.#children.end(this.#child.pid);
  }

  /** Lets it end by itself for a moment, then ends it. */
  async close(): Promise<void> {
    const late = setTimeout(() => this.drop(), FAREWELL_MS);
    await this.ended;
    clearTimeout(late);
  }
}
