import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Children } from './children.ts';
import { LastWords } from './last-words.ts';
import { Faulty } from './player.ts';

const MOST_LINE_BYTES = 1 << 20;
/** What a program may say between one question and its answer. */
const MOST_BYTES = 16 << 20;
const FAREWELL_MS = 1000;

/** A program that is talked to line by line. Every way in which it can misbehave becomes one `Faulty`, kept until it is asked for. */
export class Conversation {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #children: Children;
  readonly #lines: string[] = [];
  readonly #gone: Promise<void>;
  readonly #words = new LastWords();
  #unread = '';
  #heard = 0;
  #fault: Faulty | undefined;
  #wake: (() => void) | undefined;

  constructor(command: string, children: Children, env: NodeJS.ProcessEnv = process.env) {
    this.#children = children;
    const child = spawn(command, { shell: true, detached: true, env, stdio: 'pipe' });
    this.#child = child;
    if (child.pid) children.add(child.pid);
    const gone = Promise.withResolvers<void>();
    this.#gone = gone.promise;
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.#hear(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#words.add(text));
    // Writing to one that is gone fails; that it is gone is told by 'close'.
    child.stdin.on('error', () => {});
    child.on('error', (error) => {
      this.#fail(`It could not be started: ${error.message}.`);
      gone.resolve();
    });
    // What it started may hold its pipes open.
    child.on('exit', () => child.pid && children.end(child.pid));
    child.on('close', (code, signal) => {
      this.#fail(signal ? `It was ended by ${signal}.` : `It ended with exit code ${code}.`);
      gone.resolve();
    });
  }

  say(line: string): void {
    this.#heard = 0;
    this.#child.stdin.write(`${line}\n`);
  }

  /** The next line. @throws Faulty once there is none and will be none */
  hear(): string | Promise<string> {
    const line = this.#lines.shift();
    if (line !== undefined) return line;
    if (this.#fault) throw this.#fault;
    return new Promise<string>((resolve, reject) => {
      this.#wake = () => {
        const next = this.#lines.shift();
        if (next !== undefined) resolve(next);
        else reject(this.#fault);
      };
    });
  }

  /** The next line that fits. What comes before it is passed over. */
  async hearUntil(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(await this.hear());
      if (found) return found;
    }
  }

  /** False once it is gone or is to be gone. */
  get alive(): boolean {
    return this.#fault === undefined;
  }

  /** Lines that nobody asked for. */
  get unasked(): number {
    return this.#lines.length;
  }

  forget(): void {
    this.#lines.length = 0;
  }

  get lastWords(): string[] {
    return this.#words.lines;
  }

  drop(): void {
    if (this.#child.pid) this.#children.end(this.#child.pid);
  }

  /** Lets it end by itself for a moment, then ends it. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    const late = setTimeout(() => this.drop(), FAREWELL_MS);
    await this.#gone;
    clearTimeout(late);
    this.drop();
  }

  #hear(text: string): void {
    this.#heard += text.length;
    if (this.#heard > MOST_BYTES) return this.#flood(`It wrote more than ${MOST_BYTES >> 20} MB without being asked.`);
    const parts = text.split('\n');
    parts[0] = this.#unread + parts[0];
    this.#unread = parts.pop()!;
    if (this.#unread.length > MOST_LINE_BYTES) return this.#flood('It wrote a line of more than 1 MB.');
    for (const part of parts) this.#lines.push(part.endsWith('\r') ? part.slice(0, -1) : part);
    if (parts.length) this.#awake();
  }

  #flood(message: string): void {
    this.#lines.length = 0;
    this.#unread = '';
    this.#child.stdout.destroy();
    this.#fail(message);
    this.drop();
  }

  #fail(message: string): void {
    this.#fault ??= new Faulty('crash', message);
    this.#awake();
  }

  #awake(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
