/**
 * The processes that players started, in memory that all threads share: whoever ends the run ends them, even those of a
 * thread that is gone. Each leads a group of its own, so that what it started ends with it.
 */
export class Children {
  readonly shared: Int32Array<SharedArrayBuffer>;

  constructor(shared = new Int32Array(new SharedArrayBuffer(4 * 4096))) {
    this.shared = shared;
  }

  add(pid: number): void {
    for (let slot = 0; slot < this.shared.length; slot++) {
      if (Atomics.compareExchange(this.shared, slot, 0, pid) === 0) return;
    }
    end(pid);
    throw new Error('too many processes at once');
  }

  /** Ends the whole group, whether its first process still runs or not. Once: its number may be another's later. */
  end(pid: number): void {
    const slot = this.shared.indexOf(pid);
    if (slot >= 0 && Atomics.compareExchange(this.shared, slot, pid, 0) === pid) end(pid);
  }

  endAll(): void {
    for (const pid of this.shared) if (pid) this.end(pid);
  }
}

function end(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // nobody of that group is left
  }
}
