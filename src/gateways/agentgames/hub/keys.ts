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
      const after = text.slice(at + 1, at + 1 + LONGEST_SEQUENCE);
      const sequence = WHOLE.exec(after)?.[0];
      if (sequence !== undefined) {
        at += sequence.length;
        const key = SEQUENCES[sequence];
        if (key) keys.push(key);
      } else if (BEGUN.test(after) && after.length < LONGEST_SEQUENCE) {
        this.#rest = text.slice(at);
        return keys;
      } else keys.push('escape');
    }
    return keys;
  }
}
