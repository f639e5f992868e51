/** One thing that was said between the agent and the arena, as both sides saw it. */
export interface Frame {
  from: 'agent' | 'arena';
  /** Undefined: no JSON. */
  json: unknown;
  text: string;
  /** Of HTTP: the call that it is, or that it answers. */
  call?: string;
  /** Of an answer over HTTP. */
  status?: number;
  /** It was changed or made up on the way. */
  meddled?: true;
}

const MOST_FRAMES = 20_000;
const MOST_IN_VAIN = 200;
const MOST_CHARACTERS = 300;
const SECRETS = /("(?:token|agentToken|auth_token|apiKey|api_key|key)"\s*:\s*")[^"]+/g;

/** All that was said in one trial, without the keys. */
export class Conversation {
  readonly frames: Frame[] = [];
  /** Resolves when the agent goes on and on and nothing comes of it. */
  readonly tooMuch = Promise.withResolvers<void>();
  readonly #key: string;
  #inVain = 0;

  constructor(key: string) {
    this.#key = key;
  }

  add(frame: Frame): void {
    if (this.frames.length < MOST_FRAMES) this.frames.push(frame);
    if (frame.from === 'agent' && ++this.#inVain > MOST_IN_VAIN) this.tooMuch.resolve();
  }

  /** Something came of what was said. */
  led(): void {
    this.#inVain = 0;
  }

  /** The last so many, or those up to one of them, as lines. */
  lines(count: number, upTo?: Frame): string[] {
    const end = upTo ? this.frames.indexOf(upTo) + 1 : this.frames.length;
    return this.frames.slice(Math.max(0, end - count), end).map((frame) => this.#line(frame));
  }

  #line({ from, text, call, status, meddled }: Frame): string {
    const shown = text.replaceAll(this.#key, 'KEY').replace(SECRETS, '$1…').replace(/\s+/g, ' ');
    const cut = shown.length > MOST_CHARACTERS ? `${shown.slice(0, MOST_CHARACTERS)}…` : shown;
    const words = [
      from === 'agent' ? '→' : '←',
      from === 'agent' ? call : status,
      cut,
      meddled && '(changed on the way)',
    ];
    return words
      .filter((word) => word !== undefined && word !== '')
      .join(' ')
      .replaceAll(this.#key, 'KEY');
  }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Fields = { [field: string]: unknown };

/** The fields of an object; none, if it is something else. */
export const fieldsOf = (json: unknown): Fields =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Fields) : {};
