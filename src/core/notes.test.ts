import { expect, test } from 'vitest';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import { begin, note, submit } from './fixture.ts';
import type { NoteRules } from './notes.ts';

const rules: NoteRules = {
  stake: {
    allow: ({ entries }, { status }, data) => {
      if (entries.some(({ kind }) => kind === 'note')) return 'There is one already.';
      return status.kind === 'turn' && typeof data === 'number' ? undefined : 'A stake is a number.';
    },
    settlement: ({ seats }, data) => {
      const figures = seats.map(({ agent }) => ({ agent, book: 'coins' }));
      return { figures, settle: () => figures.map((key) => ({ ...key, change: -(data as number), reason: 'stake' })) };
    },
  },
};

test('a note is kept with its effects when the rule of its topic allows it', async () => {
  const { match, storage, seen } = await begin(ticTacToe, {}, { notes: rules });
  expect(await note(match, 'stake', 'much')).toEqual({ code: 'illegal', reason: 'A stake is a number.' });
  expect(await note(match, 'stake', 5)).toBeUndefined();
  expect(await note(match, 'stake', 5)).toEqual({ code: 'illegal', reason: 'There is one already.' });
  expect(seen[0]!.at(-1)).toMatchObject({ step: 1, note: { topic: 'stake', data: 5 } });
  expect(await storage.figures.of('a0')).toEqual({ coins: -5 });
  expect(await submit(match, 0, { cell: 0 })).toBeUndefined();
});

test.each(['remark', 'constructor', '__proto__'])('a topic that nobody registered is refused: %s', async (topic) => {
  const { match, storage } = await begin(ticTacToe, {}, { notes: rules });
  expect(await note(match, topic, 1)).toEqual({ code: 'illegal', reason: `Nothing is noted about ${topic}.` });
  expect((await storage.matches.load(match.id))!.entries).toEqual([]);
});

test('pause, resume and pace have rules of their own, which nobody replaces', async () => {
  const { match } = await begin(ticTacToe, {}, { notes: { pause: { allow: () => 'Never.' } } });
  expect(await note(match, 'resume', null)).toMatchObject({ reason: 'The match is not paused.' });
  expect(await note(match, 'pause', null)).toBeUndefined();
  expect(await note(match, 'pause', null)).toMatchObject({ reason: 'The match is paused already.' });
  expect(await note(match, 'resume', null)).toBeUndefined();
  for (const pace of [-1, 1e9, Number.NaN, '5', null]) {
    expect(await note(match, 'pace', pace)).toMatchObject({ code: 'illegal' });
  }
  expect(await note(match, 'pace', 250)).toBeUndefined();
  expect(match.position).toMatchObject({ paused: false, pace: 250 });
});

test('a match that is over takes no notes', async () => {
  const { match } = await begin(ticTacToe, {}, { notes: rules });
  match.end(undefined, 'enough', 'test');
  expect(await note(match, 'stake', 5)).toMatchObject({ code: 'over' });
});
