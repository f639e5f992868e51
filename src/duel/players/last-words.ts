const MOST_CHARACTERS = 4096;
const MOST_LINES = 20;

/** The end of what somebody wrote. */
export class LastWords {
  #text = '';

  add(text: string): void {
    this.#text = (this.#text + text).slice(-MOST_CHARACTERS);
  }

  get lines(): string[] {
    return this.#text.trimEnd().split('\n').slice(-MOST_LINES).filter(Boolean);
  }
}
