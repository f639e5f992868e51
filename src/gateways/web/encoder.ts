import type { Update } from '../../core/update.ts';
import type { WholeUpdate } from './frames.ts';

type Parts = Map<string, string>;

/** What a reader has. */
type Known = Pick<Update, 'view' | 'broadcast'>;

/**
 * Updates as text, each written once for all who watch. An update goes out whole (`view`), or with only the parts of the
 * view that differ from the one before (`patch`, and `gone` for parts that are no more).
 */
export class Encoder {
  readonly #parts = new WeakMap<object, Parts>();
  readonly #whole = new WeakMap<Update, string>();
  readonly #patched = new WeakMap<Update, { base: Known; text: string }>();

  whole(update: Update): string {
    let text = this.#whole.get(update);
    if (text === undefined) {
      text = frame(update, update.broadcast, `"view":${object(this.#partsOf(update.view as object))}`);
      this.#whole.set(update, text);
    }
    return text;
  }

  /** @param base undefined: the reader has nothing yet */
  after(base: Known | undefined, update: Update): string {
    if (!base) return this.whole(update);
    const known = this.#patched.get(update);
    if (known && known.base.view === base.view && known.base.broadcast === base.broadcast) return known.text;
    const before = this.#partsOf(base.view as object);
    const now = this.#partsOf(update.view as object);
    const changed = new Map([...now].filter(([key, text]) => before.get(key) !== text));
    const gone = [...before.keys()].filter((key) => !now.has(key));
    const broadcast = update.broadcast?.step === base.broadcast?.step ? undefined : update.broadcast;
    const text = frame(
      update,
      broadcast,
      `"patch":${object(changed)}${gone.length ? `,"gone":${JSON.stringify(gone)}` : ''}`,
    );
    if (!known) this.#patched.set(update, { base, text });
    return text;
  }

  #partsOf(view: object): Parts {
    let parts = this.#parts.get(view);
    if (!parts) {
      parts = new Map(Object.entries(view).map(([key, value]) => [key, JSON.stringify(value)]));
      this.#parts.set(view, parts);
    }
    return parts;
  }
}

const object = (parts: Parts): string =>
  `{${[...parts].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;

function frame(update: Update, broadcast: Update['broadcast'], rest: string): string {
  const { view, broadcast: _, ...head } = update;
  const told: Omit<WholeUpdate, 'type' | 'view'> = broadcast ? { ...head, broadcast } : head;
  return `{"type":"update",${JSON.stringify(told).slice(1, -1)},${rest}}`;
}
