import { type Conversation, type Fields, type Frame, fieldsOf, parsed } from './conversation.ts';
import type { Wire } from './wires/wire.ts';

/** What happens to frames on their way. */
export interface Meddling {
  /** Milliseconds for each frame, either way. */
  delay: number;
  /** The arena says things that nobody knows yet. */
  strange: boolean;
  /** The agent's first move is made one that is refused. */
  spoil: boolean;
}

/** Stands between the two: writes down what is said, and changes it as a trial wants. */
export class Meddler {
  readonly meddling: Meddling;
  /** Frames that nobody knows come from the beginning of the match on; before it an agent may look for one thing alone. */
  begun = false;
  /** A move was spoilt. */
  spoilt = false;
  readonly #wire: Wire;
  readonly #game: string;
  readonly #conversation: Conversation;

  constructor(wire: Wire, game: string, conversation: Conversation, meddling: Meddling) {
    this.#wire = wire;
    this.#game = game;
    this.#conversation = conversation;
    this.meddling = meddling;
  }

  /** @returns the text as it goes on */
  pass(from: Frame['from'], text: string, about: { call?: string; status?: number } = {}): string {
    const json = parsed(text);
    const changed = from === 'agent' ? this.#spoiled(fieldsOf(json), about.call) : this.#widened(json);
    // What the agent sent itself is what it is judged by; what it was told, as the arena said it.
    this.#conversation.add({
      from,
      json,
      text,
      ...about,
      ...(from === 'agent' && changed !== undefined && { meddled: true }),
    });
    return changed === undefined ? text : JSON.stringify(changed);
  }

  /** A frame that nobody knows, after one that everybody does. */
  between(): string | undefined {
    const { strange } = this.#wire;
    if (!this.meddling.strange || !this.begun || !strange) return undefined;
    const text = JSON.stringify(strange);
    this.#conversation.add({ from: 'arena', json: strange, text, meddled: true });
    return text;
  }

  #spoiled(json: Fields, call: string | undefined): unknown {
    if (!this.meddling.spoil || this.spoilt) return undefined;
    const spoilt = this.#wire.spoil(json, call, this.#game);
    if (spoilt !== undefined) this.spoilt = true;
    return spoilt;
  }

  #widened(json: unknown): Fields | undefined {
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
    return this.meddling.strange && isObject ? this.#wire.widen(json as Fields) : undefined;
  }
}
