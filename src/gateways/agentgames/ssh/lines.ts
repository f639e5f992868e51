const LF = 0x0a;
const CR = 0x0d;
const CTRL_C = 0x03;
const CTRL_D = 0x04;

export interface LineEvents {
  line(text: string): void;
  /** A line got longer than allowed. Nothing more is told after it. */
  tooLong(): void;
  /** At a terminal: Ctrl-C or Ctrl-D. Nothing more is told after it. */
  hangUp(): void;
}

/** Cuts a stream of bytes into lines. Holds at most one line. */
export class Lines {
  readonly #longest: number;
  readonly #terminal: boolean;
  readonly #events: LineEvents;
  #held: Buffer[] = [];
  #length = 0;
  #over = false;

  /** @param terminal CR ends a line as well, and Ctrl-C and Ctrl-D hang up */
  constructor(longest: number, terminal: boolean, events: LineEvents) {
    this.#longest = longest;
    this.#terminal = terminal;
    this.#events = events;
  }

  push(chunk: Buffer): void {
    let start = 0;
    while (!this.#over && start < chunk.length) {
      const end = this.#nextEnd(chunk, start);
      if (!this.#hold(chunk.subarray(start, end < 0 ? chunk.length : end))) return;
      if (end < 0) return;
      if (chunk[end] === CTRL_C || chunk[end] === CTRL_D) {
        this.#over = true;
        return this.#events.hangUp();
      }
      this.#tell();
      start = end + 1;
    }
  }

  /** The stream is over: what stands without a line's end is a line too. */
  end(): void {
    if (!this.#over) this.#tell();
    this.#over = true;
  }

  #nextEnd(chunk: Buffer, start: number): number {
    if (!this.#terminal) return chunk.indexOf(LF, start);
    for (let i = start; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte === LF || byte === CR || byte === CTRL_C || byte === CTRL_D) return i;
    }
    return -1;
  }

  #hold(part: Buffer): boolean {
    this.#length += part.length;
    if (this.#length > this.#longest) {
      this.#over = true;
      this.#held = [];
      this.#events.tooLong();
      return false;
    }
    if (part.length > 0) this.#held.push(part);
    return true;
  }

  #tell(): void {
    if (this.#length === 0) return;
    const line = this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held);
    this.#held = [];
    this.#length = 0;
    this.#events.line(line.toString('utf8'));
  }
}
