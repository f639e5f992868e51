import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { busyLoop } from '../core/busy-loop.ts';
import { ConnectionLost } from './commit-queue.ts';

export interface LogSync {
  /** Resolves when everything that was committed before is on the disk. @throws ConnectionLost when nobody knows whether it is */
  sync(): Promise<void>;
  close(): void;
}

const flushBeside = promisify(fdatasync);
/** A disk that takes longer than this is never waited for. */
const SLOW_MS = 2;

/**
 * Brings the write-ahead log of a database to the disk. SQLite's own way stops everything else until the disk has
 * answered; this one goes on meanwhile when the loop is busy or the disk slow. Otherwise it waits as well: waking two
 * threads costs more than a quick disk while there is little else to do. The log's order and checksums make
 * whatever a failing machine leaves of it the beginning of it.
 */
export function logSync(path: string, isBusy = busyLoop()): LogSync {
  let file: number | undefined;
  let took = 0;
  return {
    async sync() {
      const began = performance.now();
      try {
        file ??= openSync(`${path}-wal`, 'r+');
        if (took > SLOW_MS || isBusy()) await flushBeside(file);
        else fdatasyncSync(file);
      } catch (error) {
        throw new ConnectionLost('the write-ahead log could not be brought to the disk', { cause: error });
      }
      took = performance.now() - began;
    },
    close() {
      if (file !== undefined) closeSync(file);
    },
  };
}
