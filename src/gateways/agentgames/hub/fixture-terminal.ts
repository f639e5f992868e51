import type { Terminal } from '../ssh/hub-channel.ts';

/** A terminal that understands just what the painter sends, and remembers what it shows. */
export class TestTerminal implements Terminal {
  size = { columns: 80, rows: 24 };
  ended = false;
  written = 0;
  unread = 0;
  #rows: string[] = [];
  #row = 0;

  write(bytes: string): void {
    this.written += bytes.length;
    for (const sequence of bytes.split('\x1b[')) {
      const [, row, rest] = /^(\d+);1H(.*)$/s.exec(sequence) ?? [];
      if (sequence === '2J') this.#rows = [];
      else if (row !== undefined) this.#rows[(this.#row = Number(row) - 1)] = rest!;
      else this.#rows[this.#row] += /^[\d;]+m(.*)$/s.exec(sequence)?.[1] ?? '';
    }
  }

  behind(): number {
    return this.unread;
  }

  end(): void {
    this.ended = true;
  }

  /** What is to be seen, without the spaces at the ends. */
  get shows(): string {
    const rows = Array.from(this.#rows, (row) => (row ?? '').trimEnd());
    return rows.join('\n').replace(/\n+$/, '');
  }
}
