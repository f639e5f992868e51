import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { makeRoom } from './log-room.ts';

const path = workerData as string;
const db = new DatabaseSync(path);
const [{ page_size: pageSize }] = db.prepare('pragma page_size').all() as [{ page_size: number }];
const checkpoint = db.prepare('pragma wal_checkpoint(passive)');
parentPort!.on('message', () => {
  const { log } = checkpoint.get() as { log: number };
  try {
    makeRoom(`${path}-wal`, log * pageSize);
  } catch {
    // It grows with each commit then, if there is any room on the disk.
  }
  parentPort!.postMessage('done');
});
