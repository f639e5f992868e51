const SEQUENCES: { [bytes: string]: string } = {
  '[A': 'up',
  '[B': 'down',
  '[C': 'right',
  '[D': 'left',
  OA: 'up',
  OB: 'down',
  OC: 'right',
  OD: 'left',
  '[H': 'home',
  '[F': 'end',
  OH: 'home',
  OF: 'end',
  '[1~': 'home',
  '[4~': 'end',
  '[7~': 'home',
  '[8~': 'end',
  '[5~': 'page-up',
  '[6~': 'page-down',
};

const CONTROLS: { [byte: string]: string } = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\x03': 'ctrl-c',
  '\x04': 'ctrl-d',
  '\x08': 'backspace',
  '\x7f': 'backspace',
};

const ESCAPE = '\x1b';
/** A whole sequence after the escape, or the beginning of one. */
const WHOLE = /^(?:\[[0-?]*[ -/]*[@-~]|O[@-~])/;
const BEGUN = /^(?:\[[0-?]*[ -/]*|O)$/;
const LONGEST_SEQUENCE = 32;

/** Tells keys from what a terminal sends. A key is its character, or a name such as 'up' or 'enter'. */
export class Keys {
  #rest = '';

  /** A sequence has begun, or the escape key was pressed: only time tells. */
  get isWaiting(): boolean {
    return this.#rest !== '';
  }

  /** Nothing more has come for a while. */
  flush(): string[] {
    const isEscape = this.#rest !== '' && [...this.#rest].every((character) => character === ESCAPE);
    this.#rest = '';
    return isEscape ? ['escape'] : [];
  }

  read(bytes: Uint8Array): string[] {
    const text = this.#rest + Buffer.from(bytes).toString('latin1');
    this.#rest = '';
    const keys: string[] = [];
    for (let at = 0; at < text.length; at++) {
      const character = text[at]!;
      if (character !== ESCAPE) {
        const key = CONTROLS[character] ?? (character >= ' ' && character <= '~' ? character : undefined);
        if (key) keys.push(key);
        continue;
      }
      let from = at + 1;
      while (text[from] === ESCAPE) from++;
      // A second escape before a key is Alt: what was pressed with it means nothing here.
      const alt = from > at + 1;
      const after = text.slice(from, from + LONGEST_SEQUENCE);
      const sequence = WHOLE.exec(after)?.[0];
      if (sequence === undefined && (after === '' || BEGUN.test(after)) && after.length < LONGEST_SEQUENCE) {
        this.#rest = `${alt ? ESCAPE : ''}${ESCAPE}${after}`;
        return keys;
      }
      const key = SEQUENCES[sequence ?? ''];
      if (key && !alt) keys.push(key);
      // An escape before a character is Alt as well.
      at = from + (sequence?.length ?? 1) - 1;
    }
    return keys;
  }
}
