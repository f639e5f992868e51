/**
 * The processes that players started, in memory that all threads share: whoever ends the run ends them, even those of a
 * thread that is gone. Each leads a group of its own, so that what it started ends with it.
 */
export class Children {
  /** The first tells whether it is over, the others hold a process each. */
  readonly shared: Int32Array<SharedArrayBuffer>;

  constructor(shared = new Int32Array(new SharedArrayBuffer(4 * 4096))) {
    this.shared = shared;
  }

  /** Those that are running. */
  get running(): number[] {
    return [...this.shared.subarray(1)].filter((pid) => pid !== 0);
  }

  add(pid: number): void {
    for (let slot = 1; slot < this.shared.length; slot++) {
      if (Atomics.compareExchange(this.shared, slot, 0, pid) !== 0) continue;
      // Whoever was just being started when all were ended is ended too.
      if (Atomics.load(this.shared, 0)) this.end(pid);
      return;
    }
    kill(pid);
    throw new Error('too many processes at once');
  }

  /** Ends the whole group, whether its first process still runs or not. Once: its number may be another's later. */
  end(pid: number): void {
    const slot = this.shared.indexOf(pid, 1);
    if (slot > 0 && Atomics.compareExchange(this.shared, slot, pid, 0) === pid) kill(pid);
  }

  /** Ends all of them, and those that are still being started. */
  endAll(): void {
    Atomics.store(this.shared, 0, 1);
    for (const pid of this.running) this.end(pid);
  }
}

function kill(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // nobody of that group is left
  }
}
