import { closeSync, fdatasyncSync, fstatSync, openSync, writeSync } from 'node:fs';

const AHEAD = 4 * 1024 * 1024;
const PIECE = Buffer.alloc(256 * 1024);

/**
 * Sees to it that the file of a write-ahead log is longer than what is in it: what is written within a file costs the
 * disk half of what it costs to make one longer. The room is added behind everything, whoever writes meanwhile, and
 * is nothing that a log could begin with.
 * @param used so many bytes of it are in use
 */
export function makeRoom(log: string, used: number, ahead = AHEAD): void {
  const file = openSync(log, 'a');
  try {
    while (fstatSync(file).size < used + ahead) {
      writeSync(file, PIECE);
      fdatasyncSync(file);
    }
  } finally {
    closeSync(file);
  }
}
