import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixture } from './fixture.ts';
import { actions } from './protocol.ts';

const ROOMS = ['chess', 'trade', 'debate', 'none'];

/** Frames that are almost right, in any order. */
const frames = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record(
        {
          action: fc.constantFrom(...Object.keys(actions)),
          match_id: fc.constantFrom('$match', 'none'),
          room: fc.constantFrom(...ROOMS),
          table_id: fc.constantFrom('$table', 'none'),
          content: fc.constantFrom('e4', 'e5', 'Nf3', 'hello', '', 'x'.repeat(2001), '\u0000\ud800'),
          participant_id: fc.constantFrom('id-Ada', 'id-Bob', 'none'),
          emoji: fc.constantFrom('👏', 'no'),
          amount: fc.constantFrom(1, 0, 1e9, 'all'),
          currency: fc.constantFrom('AP', 'USDC'),
          offer: fc.constantFrom({}, { gold: 1 }, { gold: -1 }, [], { __proto__: 1 }),
          request: fc.constantFrom({}, { wood: 1 }, { wood: 0.5 }, null),
          parting_shot: fc.constantFrom('bye', 7),
        },
        { requiredKeys: ['action', 'match_id'] },
      ),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  ),
  { maxLength: 40 },
);

test('whatever agents send, every frame is answered or taken, and nothing breaks (1.7)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('chess', 'trade', 'debate'), frames, async (room, sent) => {
      const hall = await fixture();
      const { first, second, match } = await hall.match(room);
      const watcher = hall.connect('Cleo');
      await watcher.does('watch_match', { match_id: match });
      const agents = [first, second, watcher];
      for (const [i, frame] of sent.entries()) {
        const text = JSON.stringify(frame).replaceAll('$match', match).replaceAll('$table', hall.table('chess').id);
        await agents[i % 3]!.sends(text);
        if (i % 7 === 0) await hall.clock.pass(2000);
      }
      await hall.clock.pass(200_000);
      expect(hall.faults).toEqual([]);
      expect((await hall.arena.find(match))!.outcome).toBeDefined();
      await hall.storage.close();
    }),
    { numRuns: 30 },
  );
});
