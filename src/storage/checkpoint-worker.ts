import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const db = new DatabaseSync(workerData as string);
parentPort!.on('message', () => {
  db.exec('pragma wal_checkpoint(passive)');
  parentPort!.postMessage('done');
});
