import { expect, test } from 'vitest';
import type { MatchHandle } from '../core/arena.ts';
import type { Bots } from '../core/game.ts';
import type { Refused } from '../core/judge.ts';
import type { Update } from '../core/update.ts';
import { driveBot } from './driver.ts';
import { Thinker } from './thinker.ts';

const BOT = { name: 'Trader', play: (view: unknown) => view } as unknown as Bots[number];

/** A bot in seat 1; answers become due and refusals come when the test says so. */
function driven() {
  const due: (() => void)[] = [];
  const later: (() => void)[] = [];
  const faults: unknown[] = [];
  const sent: { move: unknown; done(refused?: Refused): void }[] = [];
  let tell: (update: Update) => void;
  const match = {
    header: { game: 'clawpoly' },
    watch(_: number, listener: typeof tell) {
      tell = listener;
      return () => {};
    },
    submit: ({ move }: { move: unknown }, _: number, done: (refused?: Refused) => void) => sent.push({ move, done }),
  } as unknown as MatchHandle;
  driveBot(
    { match, seat: 1, bot: BOT, whenDue: (answer) => due.push(answer), later: (again) => later.push(again) },
    new Thinker(),
    (fault) => faults.push(fault),
  );
  return {
    faults,
    sent,
    /** @param waiting for whom the match waits after that step */
    step: (step: number, waiting: number[], asks: object[] = []) =>
      tell({
        step,
        waiting,
        begun: true,
        view: `after ${step}`,
        status: { kind: 'turn', number: step, must: waiting, asks },
      } as unknown as Update),
    async go(which: (() => void)[] = due) {
      for (const act of which.splice(0)) act();
      await Promise.resolve();
    },
    later,
  };
}

const refusal = (code: Refused['code']): Refused => ({ code, reason: `It is ${code}.` });

test('a bot answers the latest of what it is asked, once', async () => {
  const { step, go, sent } = driven();
  step(5, [1]);
  step(6, [1]);
  await go();
  step(7, [0]);
  await go();
  expect(sent.map(({ move }) => move)).toEqual(['after 6']);
});

test('a bot does not answer what it is not asked any more', async () => {
  const { step, go, sent } = driven();
  step(5, [1]);
  step(6, [0]);
  await go();
  expect(sent).toEqual([]);
});

test('what is refused because the match went on is no fault, what is refused now is one', async () => {
  const { step, go, sent, faults } = driven();
  step(5, [1]);
  await go();
  step(6, [1]);
  await go();
  step(7, [0]);
  expect(sent).toHaveLength(2);
  sent[1]!.done(refusal('not-your-turn'));
  expect(faults).toEqual([]);
  step(8, [1]);
  await go();
  sent[2]!.done(refusal('illegal'));
  expect(faults).toEqual([new Error('the bot Trader of clawpoly was refused: It is illegal.')]);
});

test('what is refused because the match changed under the same question is answered anew, once for each change', async () => {
  const { step, go, sent, faults } = driven();
  const asks = [{ id: 'offer', seat: 1 }];
  step(5, [0], asks);
  await go();
  step(6, [0], asks);
  await go();
  expect(sent).toHaveLength(1);
  sent[0]!.done(refusal('illegal'));
  await go();
  expect(sent.map(({ move }) => move)).toEqual(['after 5', 'after 6']);
  expect(faults).toEqual([]);
  sent[1]!.done(refusal('illegal'));
  await go();
  expect(sent).toHaveLength(2);
  expect(faults).toHaveLength(1);
});

test('what could not be stored is answered again, later', async () => {
  const { step, go, sent, later, faults } = driven();
  step(5, [1]);
  await go();
  sent[0]!.done(refusal('error'));
  step(5, [1]);
  await go();
  expect(sent).toHaveLength(1);
  await go(later);
  await go();
  expect(sent.map(({ move }) => move)).toEqual(['after 5', 'after 5']);
  expect(faults).toEqual([]);
});
