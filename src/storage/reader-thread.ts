import { setPriority } from 'node:os';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../core/give-way.ts';
import type { Answer, Question } from './reader.ts';

giveWay(setPriority);
const db = new DatabaseSync(workerData as string, { readOnly: true, timeout: 1000 });
const prepared = new Map<string, StatementSync>();

function rowsOf(sql: string, values: readonly unknown[]): unknown[] {
  let statement = prepared.get(sql);
  if (!statement) prepared.set(sql, (statement = db.prepare(sql)));
  return statement.all(...(values as SQLInputValue[]));
}

function answerTo({ sql, values, begin }: Exclude<Question, 'end'>): Answer {
  try {
    if (begin) db.exec('begin');
    return { rows: rowsOf(sql, values) };
  } catch (error) {
    return { error: String(error) };
  }
}

parentPort!.on('message', (question: Question) => {
  if (question !== 'end') parentPort!.postMessage(answerTo(question));
  else if (db.isTransaction) db.exec('commit');
});
parentPort!.postMessage('ready' satisfies Answer);
