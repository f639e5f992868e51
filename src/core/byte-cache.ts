interface Kept<Value> {
  value: Value;
  bytes: number;
}

/** Keeps what was put in last, as long as all of it together is not too large. */
export class ByteCache<Value> {
  readonly #most: number;
  readonly #kept = new Map<string, Kept<Value>>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Value | undefined {
    return this.#kept.get(key)?.value;
  }

  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    this.#kept.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}
