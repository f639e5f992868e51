import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/clock.ts';
import { Breaker } from './calls/breaker.ts';
import { Caller } from './calls/caller.ts';
import type { HttpReply } from './calls/http-client.ts';
import { type Json, problemWith } from './fixture.ts';
import { Questions } from './matches/questions.ts';
import { compose } from './protocol.ts';
import { type Asked, Session } from './session.ts';

const START = Date.UTC(2026, 0, 1);

/** One player, called by a real session over a wire that the test holds in its hands. */
function world() {
  const clock = fakeClock(START);
  const questions = new Questions();
  const calls: { method: string; message: Json; reply: (reply: HttpReply) => void }[] = [];
  const caller = new Caller({
    breaker: new Breaker(clock),
    post: (_endpoint, body, ms, signal) =>
      new Promise((resolve) => {
        const { method, params } = JSON.parse(body);
        calls.push({ method, message: params, reply: resolve });
        clock.after(ms, () => resolve({ failed: 'timeout', why: '' }));
        signal.addEventListener('abort', () => resolve({ failed: 'connection', why: '' }));
      }),
  });
  const session = new Session(
    { caller, questions, clock, timeScale: 1, sender: 'referee:REF00' },
    { league: 'spring', id: 'P01', endpoint: 'http://p01/', token: 'token-of-P01' },
  );
  const taken: string[] = [];
  const given = new AbortController();
  const ask = (): Promise<Asked> =>
    session.ask({
      match: 'R1M1',
      type: 'CHOOSE_PARITY_CALL',
      expects: 'CHOOSE_PARITY_RESPONSE',
      ms: 30_000,
      signal: given.signal,
      body: (deadline) => ({
        match_id: 'R1M1',
        player_id: 'P01',
        game_type: 'even_odd',
        context: { opponent_id: 'P02', round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } },
        deadline,
      }),
      take({ parity_choice }) {
        if (parity_choice !== 'even' && parity_choice !== 'odd') return 'E004';
        taken.push(parity_choice);
        return undefined;
      },
    });
  return { clock, questions, calls, session, taken, ask, given };
}

const at = (seconds: string) => new Date(START + 1000 * Number(seconds)).toISOString();

/** The line that tells of a call. */
function described({ method, message }: { method: string; message: Json }, expected: string): string {
  const { message_type: type, deadline } = message;
  const head = `${method} ${type}`;
  if (type === 'GAME_ERROR') {
    const { retry_count, next_retry_at } = message.retry_info;
    const next = next_retry_at === undefined ? 'last' : `at ${(Date.parse(next_retry_at) - START) / 1000}`;
    return `${head} ${message.error_code} retry ${retry_count} ${next}`;
  }
  const due = / deadline (\S+)$/.exec(expected)?.[1];
  return due !== undefined && deadline === at(due) ? `${head} deadline ${due}` : head;
}

async function run(text: string): Promise<void> {
  const { clock, questions, calls, session, taken, ask } = world();
  let last: (typeof calls)[number] | undefined;
  let asked: Promise<Asked> | undefined;
  let found = true;
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    await clock.pass(0);
    if (line === 'asked for a choice') asked = ask();
    else if (line.startsWith('told ')) {
      void session.notify(compose(line.slice(5), 'league_manager', clock.now(), 'c', {}));
    } else if (line.startsWith('P01 ← ')) {
      last = calls.shift();
      expect(last && `P01 ← ${described(last, line)}`).toBe(line);
      const isBare = ['ROUND_ANNOUNCEMENT', 'GAME_OVER'].includes(last!.message.message_type);
      if (!isBare) expect(problemWith(last!.message)).toBeUndefined();
    } else if (line.startsWith('P01 → ')) last!.reply({ status: 200, body: line.slice(6) });
    else if (line === 'P01 is not there') last!.reply({ failed: 'connection', why: 'refused' });
    else if (line === 'P01 hears nothing') expect(calls).toEqual([]);
    else if (line.startsWith('P01 posts ')) {
      const message = JSON.parse(line.slice(10));
      const question = questions.find(message, undefined);
      found = question !== undefined;
      if (question !== 'several') question?.answer(message);
    } else if (line === 'nobody asked') expect(found).toBe(false);
    else if (line.endsWith(' s pass')) await clock.pass(1000 * Number.parseFloat(line));
    else if (line.startsWith('took ')) expect(taken.shift()).toBe(line.slice(5));
    else if (line === 'outcome answered') expect(await asked).toBe('answered');
    else if (line.startsWith('outcome ')) expect(await asked).toEqual({ failed: line.slice(8) });
    else throw new Error(`no such line: ${line}`);
  }
  await clock.pass(0);
  expect(calls).toEqual([]);
  expect(taken).toEqual([]);
}

const folder = join(import.meta.dirname, 'transcripts');
test.each(
  readdirSync(folder).map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return [text.split('\n')[0]!.slice(2), text] as const;
  }),
)('%s', async (_, text) => {
  await run(text);
});

test('6.11 a question that nobody wants answered any more is dropped, and what follows goes out', async () => {
  const { calls, ask, session, given, clock } = world();
  const asked = ask();
  await clock.pass(0);
  expect(calls.shift()!.method).toBe('choose_parity');
  given.abort();
  expect(await asked).toBe('abandoned');
  void session.notify(compose('GAME_OVER', 'referee:REF00', clock.now(), 'c', {}));
  await clock.pass(0);
  expect(calls.shift()!.method).toBe('notify_match_result');
});

test('9.4 a session that is stopped decides nothing and says nothing', async () => {
  const { calls, ask, session, clock } = world();
  const asked = ask();
  const told = session.notify(compose('GAME_OVER', 'referee:REF00', clock.now(), 'c', {}));
  await clock.pass(0);
  expect(calls).toHaveLength(1);
  session.stop();
  expect(await asked).toBe('abandoned');
  expect(await told).toBe(false);
  await clock.pass(200_000);
  expect(calls).toHaveLength(1);
});

test('6.1 every retry of a question has the conversation of the first call and a fresh timestamp', async () => {
  const { calls, ask, clock } = world();
  void ask();
  await clock.pass(31_000);
  const [first, , second] = calls.map(({ message }) => message);
  expect(second.conversation_id).toBe(first.conversation_id);
  expect(first).toMatchObject({ timestamp: at('0'), deadline: at('30') });
  expect(second).toMatchObject({ timestamp: at('31'), deadline: at('61') });
});
