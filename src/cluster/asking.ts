import { randomUUID } from 'node:crypto';
import type { Bus } from './bus.ts';

const ASK_AGAIN_AFTER = 200;

/** An answer that says that it went wrong there. */
interface Failed {
  failed: string;
}

export interface Asking {
  /** Milliseconds after which it gives up. */
  patience: number;
  /** Called when nobody answered: whether there is no use in asking again. */
  isVain?(): Promise<boolean>;
}

/**
 * Asks until somebody answers: a place may be on its way from a node that died to another. The question keeps its id, so
 * that it is taken once.
 */
export function askUntil(
  bus: Bus,
  subject: string,
  question: object,
  { patience, isVain }: Asking,
  answered: (answer: unknown) => void,
  failed: (error: Error) => void,
): void {
  const id = randomUUID();
  const since = performance.now();
  const attempt = (again: boolean): void =>
    bus.request(subject, { ...question, id, ...(again && { again }) }, answered, (why) => {
      void (async () => {
        const vain = (await isVain?.().catch(() => false)) ?? false;
        if (vain || performance.now() - since >= patience) return failed(why);
        setTimeout(() => attempt(true), ASK_AGAIN_AFTER);
      })();
    });
  attempt(false);
}

export const ask = (bus: Bus, subject: string, question: object, patience: number): Promise<unknown> =>
  new Promise((resolve, reject) =>
    askUntil(
      bus,
      subject,
      question,
      { patience },
      (answer) => (isFailed(answer) ? reject(new Error(answer.failed)) : resolve(answer)),
      reject,
    ),
  );

const isFailed = (answer: unknown): answer is Failed =>
  typeof answer === 'object' && answer !== null && typeof (answer as Failed).failed === 'string';

/** What went wrong is the asker's to know. */
export const orFailed = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    (value) => (value === undefined ? null : value),
    (error): Failed => ({ failed: error instanceof Error ? error.message : String(error) }),
  );
