import { expect, test } from 'vitest';
import { fixture } from './fixture.ts';

test('try', async () => {
  const hall = await fixture();
  const { first, second, match } = await hall.match('chess');
  await first.does('send_message', { match_id: match, content: 'e4' });
  await second.does('send_message', { match_id: match, content: 'e7e5' });
  await first.does('leave_match', { match_id: match, parting_shot: 'bye' });
  console.log(JSON.stringify(first.frames, null, 1).slice(0, 9000));
  console.log(JSON.stringify(second.take(), null, 1).slice(-4000));
  expect(hall.faults).toEqual([]);
});
