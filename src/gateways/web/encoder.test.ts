import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flawOfFrame } from '../../../test/wire.ts';
import type { Update } from '../../core/update.ts';
import { type Step, stepOf, type UpdateFrame } from '../../web/wire.ts';
import { Encoder } from './encoder.ts';

const updateOf = (step: number, view: object, broadcast?: Update['broadcast']): Update => ({
  match: 'm',
  step,
  at: 0,
  status: { kind: 'turn', number: step, must: [0] },
  moved: [],
  late: [],
  waiting: [0],
  first: 0,
  decisions: 0,
  view,
  clock: null,
  seats: [],
  watching: 1,
  begun: true,
  paused: false,
  pace: 0,
  ...(broadcast && { broadcast }),
});

const frameOf = (text: string): UpdateFrame => {
  expect(flawOfFrame(text)).toBeUndefined();
  return JSON.parse(text);
};

test('2.3 what a page puts together from patches is what was sent, whatever changed', () => {
  const views = fc.array(fc.dictionary(fc.constantFrom('board', 'last', 'toMove', '__x'), fc.jsonValue()), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(views, (all) => {
      const encoder = new Encoder();
      let base: Update | undefined;
      let kept: Step | undefined;
      for (const [step, view] of all.entries()) {
        const update = updateOf(step, view);
        kept = stepOf(frameOf(encoder.after(base, update)), kept);
        base = update;
        expect(kept.view).toEqual(JSON.parse(JSON.stringify(view)));
      }
    }),
  );
});

test('2.3 parts that stay the same are not sent again', () => {
  const encoder = new Encoder();
  const [before, after] = [
    { board: 'long', last: 1 },
    { board: 'long', last: 2 },
  ];
  expect(frameOf(encoder.after(undefined, updateOf(0, before)))).toMatchObject({ view: before });
  expect(frameOf(encoder.after(updateOf(0, before), updateOf(1, after)))).toMatchObject({ patch: { last: 2 } });
  expect(encoder.after(updateOf(0, before), updateOf(1, after))).not.toContain('long');
});

test('2.3 what is broadcast is sent once for each position that it is of, and not beyond the end', () => {
  const encoder = new Encoder();
  const shown = (step: number) => ({ step, at: 0, view: { land: `land ${step}` } });
  const told = [updateOf(8, {}, shown(1)), updateOf(9, {}, shown(1)), updateOf(10, {}, shown(2))];
  const texts = told.map((update, i) => encoder.after(told[i - 1], update));
  expect(texts.map((text) => text.includes('land'))).toEqual([true, false, true]);
  let kept: Step | undefined;
  for (const [i, text] of texts.entries()) {
    kept = stepOf(frameOf(text), kept);
    expect(kept.broadcast).toEqual(told[i]!.broadcast);
  }
  const over: Update = { ...updateOf(11, {}), status: { kind: 'void', reason: 'error' } };
  expect(stepOf(frameOf(encoder.after(told[2], over)), kept)).not.toHaveProperty('broadcast');
});
