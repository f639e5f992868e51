import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Where a program is; Debian keeps its games apart from the rest. */
export function programPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/games'];
  return folders.map((folder) => join(folder, name)).find(existsSync);
}

/** A program that is asked line by line. */
class Conversation {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: string[] = [];
  #wake: (() => void) | undefined;

  constructor(path: string, args: string[] = []) {
    this.#child = spawn(path, args);
    createInterface(this.#child.stdout).on('line', (line) => {
      this.#lines.push(line);
      this.#wake?.();
    });
  }

  say(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  async hear(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const line = this.#lines.shift();
      const found = line === undefined ? undefined : pattern.exec(line);
      if (found) return found;
      if (line === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  close(): void {
    this.#child.kill();
  }
}

/** Stockfish over UCI. */
export class Stockfish {
  readonly #talk: Conversation;

  constructor(path: string) {
    this.#talk = new Conversation(path);
    this.#talk.say('uci');
  }

  async bestMove(fen: string, depth: number): Promise<string> {
    this.#talk.say(`position fen ${fen}`);
    this.#talk.say(`go depth ${depth}`);
    return (await this.#talk.hear(/^bestmove (\S+)/))[1]!;
  }

  close(): void {
    this.#talk.close();
  }
}

/** GNU Go over GTP, 9x9 with Chinese rules. */
export class GnuGo {
  readonly #talk: Conversation;

  constructor(path: string) {
    this.#talk = new Conversation(path, [
      '--mode',
      'gtp',
      '--chinese-rules',
      '--boardsize',
      '9',
      '--komi',
      '7',
      '--level',
      '1',
      '--positional-superko',
    ]);
  }

  async ask(command: string): Promise<string> {
    this.#talk.say(command);
    const [, ok, answer] = await this.#talk.hear(/^([=?])\s*(.*)$/);
    if (ok !== '=') throw new Error(`${command}: ${answer}`);
    return answer!;
  }

  close(): void {
    this.#talk.close();
  }
}
