import type { Clock } from '../../core/clock.ts';
import type { Caller } from './calls/caller.ts';
import type { Questions } from './matches/questions.ts';
import { compose, type Message, messageIn, newConversation } from './protocol.ts';
import { ERRORS, type ErrorCode } from './wire/errors.ts';
import { isTimestamp, timestampAt } from './wire/timestamps.ts';

export interface Contact {
  league: string;
  id: string;
  endpoint: string;
  /** None where the caller does not know it: a referee of another house. */
  token: string | undefined;
}

export interface SessionParts {
  caller: Pick<Caller, 'call' | 'gaveUpOn'>;
  questions: Questions;
  clock: Clock;
  /** Real milliseconds per millisecond of match time. */
  timeScale: number;
  /** Who signs what is said about a match. */
  sender: string;
}

type Fields = { [field: string]: unknown };

export interface Question {
  match: string;
  type: string;
  /** The body of the call. @param deadline when the answer is due */
  body(deadline: string): object;
  expects: string;
  ms: number;
  /** Takes the answer. @returns what is wrong with it, or nothing */
  take(answer: Fields): Promise<ErrorCode | undefined> | ErrorCode | undefined;
  /** Nobody wants to know any more. */
  signal: AbortSignal;
}

export type Asked = 'answered' | 'abandoned' | { failed: ErrorCode };

const NOTICE = 10_000;
const DELAYS = [1000, 2000, 4000];

/**
 * One agent that we call: what it is told and asked goes out one after the other, in order. A call that fails or is not
 * answered in time goes out again after 1, 2 and 4 s; a wrong answer is asked for again at once; four calls in all.
 */
export class Session {
  readonly contact: Contact;
  readonly #parts: SessionParts;
  readonly #stop = new AbortController();
  #lane: Promise<unknown> = Promise.resolve();

  constructor(parts: SessionParts, contact: Contact) {
    this.#parts = parts;
    this.contact = contact;
  }

  /** Says nothing and waits for nothing any more. */
  stop(): void {
    this.#stop.abort();
  }

  /** @returns whether it arrived; whoever has no use for it may refuse it */
  notify(message: Message): Promise<boolean> {
    return this.#inOrder(async () => {
      const { signal } = this.#stop;
      for (const delay of [...DELAYS, undefined]) {
        if (signal.aborted) return false;
        const called = await this.#parts.caller.call(this.contact.endpoint, message, NOTICE, signal);
        if ('reply' in called || called.refused) return true;
        if (delay === undefined || this.#parts.caller.gaveUpOn(this.contact.endpoint)) return false;
        await this.#wait(delay, signal);
      }
      return false;
    });
  }

  ask(question: Question): Promise<Asked> {
    return this.#inOrder(async () => {
      const given = new AbortController();
      const abandon = () => given.abort();
      const sources = [this.#stop.signal, question.signal];
      for (const source of sources) {
        if (source.aborted) return 'abandoned';
        source.addEventListener('abort', abandon);
      }
      try {
        return await this.#askPatiently(question, given.signal);
      } finally {
        for (const source of sources) source.removeEventListener('abort', abandon);
      }
    });
  }

  async #askPatiently(question: Question, signal: AbortSignal): Promise<Asked> {
    const conversation = newConversation();
    for (let retry = 0; ; retry++) {
      const came = await this.#askOnce(question, conversation, signal);
      if (signal.aborted) return 'abandoned';
      const wrong = 'answer' in came ? await this.#judge(question, came.answer) : undefined;
      if (signal.aborted) return 'abandoned';
      const code = 'failed' in came ? came.failed : wrong;
      if (code === undefined) return 'answered';
      const delay = wrong ? 0 : DELAYS[retry];
      const last = retry === DELAYS.length;
      const told = this.#tellError(question, conversation, code, retry, last ? undefined : delay, signal);
      // Whoever answers hears what was wrong before anything else; whoever does not is not waited for.
      if (wrong) await told;
      if (last) return { failed: code };
      if (!wrong) await this.#wait(delay!, signal);
      if (signal.aborted) return 'abandoned';
    }
  }

  /** One call, answered in its reply or by a POST until the deadline. */
  #askOnce(
    question: Question,
    conversation: string,
    signal: AbortSignal,
  ): Promise<{ answer: Fields } | { failed: 'E001' | 'E009' }> {
    const { caller, questions, clock, timeScale, sender } = this.#parts;
    const { league, id, endpoint } = this.contact;
    const { match, type, expects, ms } = question;
    return new Promise((resolve) => {
      const calling = new AbortController();
      const settle = (came: { answer: Fields } | { failed: 'E001' | 'E009' }): void => {
        close();
        cancel();
        signal.removeEventListener('abort', abandon);
        resolve(came);
      };
      const finish = (came: { answer: Fields } | { failed: 'E001' | 'E009' }): void => {
        settle(came);
        calling.abort();
      };
      const abandon = () => finish({ failed: 'E001' });
      const close = questions.add({
        league,
        match,
        player: id,
        conversation,
        expects,
        answer: (answer) => finish({ answer }),
      });
      // The call runs out by itself, so that an endpoint which never replies is known to have failed.
      const cancel = clock.after(ms, () => settle({ failed: 'E001' }));
      signal.addEventListener('abort', abandon);
      const deadline = timestampAt(clock.now() + ms * timeScale);
      const message = compose(type, sender, clock.now(), conversation, question.body(deadline));
      // The reply is waited for a little longer than the answer, so that a missed deadline is always E001.
      caller.call(endpoint, message, ms + 1, calling.signal).then(
        (called) => {
          if ('failed' in called) return finish({ failed: called.failed });
          const answer = messageIn(called.reply);
          // Anything else is a receipt: the answer may still come by itself.
          if (answer && this.#isAnswer(question, answer)) finish({ answer });
        },
        () => finish({ failed: 'E009' }),
      );
    });
  }

  #isAnswer({ match, expects }: Question, answer: Fields): boolean {
    const { message_type, match_id = match, player_id = this.contact.id } = answer;
    return message_type === expects && match_id === match && player_id === this.contact.id;
  }

  async #judge(question: Question, answer: Fields): Promise<ErrorCode | undefined> {
    const { timestamp, auth_token } = answer;
    if (timestamp !== undefined && !isTimestamp(timestamp)) return 'E021';
    const { token } = this.contact;
    if (auth_token !== undefined && auth_token !== null && token !== undefined && auth_token !== token) return 'E012';
    return question.take(answer);
  }

  async #tellError(
    { match }: Question,
    conversation: string,
    code: ErrorCode,
    retry: number,
    delay: number | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { caller, clock, timeScale, sender } = this.#parts;
    const last = delay === undefined;
    const message = compose('GAME_ERROR', sender, clock.now(), conversation, {
      match_id: match,
      error_code: code,
      error_description: ERRORS[code].name,
      affected_player: this.contact.id,
      action_required: last ? 'None: the match is decided.' : ERRORS[code].action,
      retry_info: {
        retry_count: Math.min(retry + 1, DELAYS.length),
        max_retries: DELAYS.length,
        ...(!last && { next_retry_at: timestampAt(clock.now() + delay * timeScale) }),
      },
      consequence: last ? 'Technical loss.' : 'Technical loss, if the last retry fails too.',
    });
    await caller.call(this.contact.endpoint, message, NOTICE, signal, false);
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        cancel();
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const cancel = this.#parts.clock.after(ms, finish);
      signal.addEventListener('abort', finish);
      if (signal.aborted) finish();
    });
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lane.then(work);
    this.#lane = done.catch(() => {});
    return done;
  }
}
