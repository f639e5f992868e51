import { randomUUID } from 'node:crypto';
import { type Bus, NoAnswer } from './bus.ts';

const ASK_FOR = 2000;
const ASK_AGAIN_AFTER = 200;

/** An answer that says that it went wrong there. */
export interface Failed {
  failed: string;
}

/** Asks until somebody answers or the patience is over. The question keeps its id, so that it is taken once. */
export async function ask(bus: Bus, subject: string, question: object, patience: number): Promise<unknown> {
  const id = randomUUID();
  const since = performance.now();
  for (let again = false; ; again = true) {
    try {
      const answer = await bus.request(subject, { ...question, id, ...(again && { again }) }, ASK_FOR);
      if (isFailed(answer)) throw new Error(answer.failed);
      return answer;
    } catch (error) {
      if (!(error instanceof NoAnswer) || performance.now() - since >= patience) throw error;
    }
    await new Promise((done) => setTimeout(done, ASK_AGAIN_AFTER));
  }
}

const isFailed = (answer: unknown): answer is Failed =>
  typeof answer === 'object' && answer !== null && typeof (answer as Failed).failed === 'string';

/** What went wrong is the asker's to know. */
export const orFailed = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    (value) => (value === undefined ? null : value),
    (error): Failed => ({ failed: error instanceof Error ? error.message : String(error) }),
  );
