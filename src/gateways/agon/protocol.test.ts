import { describe, expect, it } from 'vitest';
import { isEmoji } from './emoji.ts';
import { decode } from './protocol.ts';

const frame = (fields: object): string => JSON.stringify(fields);

describe('a frame', () => {
  it.each([
    ['broken JSON', '{'],
    ['a list', '[]'],
    ['a text', '"heartbeat"'],
    ['null', 'null'],
    ['a binary frame', undefined],
    ['an unknown action', frame({ action: 'dance' })],
    ['a name that every object has', frame({ action: 'constructor' })],
    ['an action that is no text', frame({ action: 7 })],
    ['a number for a text', frame({ action: 'enter_room', room: 7 })],
    ['a negative offer', frame({ action: 'propose_trade', match_id: 'm', offer: { gold: -1 }, request: {} })],
    ['half a piece of gold', frame({ action: 'propose_trade', match_id: 'm', offer: { gold: 0.5 }, request: {} })],
    ['unknown goods', frame({ action: 'propose_trade', match_id: 'm', offer: { silver: 1 }, request: {} })],
    ['goods as a list', frame({ action: 'propose_trade', match_id: 'm', offer: [], request: {} })],
    ['a stake of nothing', frame({ action: 'propose_wager', match_id: 'm', amount: 0, currency: 'AP' })],
    ['half a point', frame({ action: 'propose_wager', match_id: 'm', amount: 0.5, currency: 'AP' })],
    ['a stake beyond measure', frame({ action: 'propose_wager', match_id: 'm', amount: 1e7, currency: 'AP' })],
    ['another currency', frame({ action: 'propose_wager', match_id: 'm', amount: 5, currency: 'EUR' })],
  ])('of %s fails to validate (1.7)', (_name, text) => {
    expect(decode(text)).toMatchObject({ refused: { code: 'VALIDATION_FAILED' } });
  });

  it.each([
    [{}, 'action'],
    [{ action: 'enter_room' }, 'room'],
    [{ action: 'sit_table', room: 'chess' }, 'table_id'],
    [{ action: 'send_message', content: 'e4' }, 'match_id'],
    [{ action: 'send_message', match_id: 'm' }, 'content'],
    [{ action: 'send_message', match_id: null, content: 'e4' }, 'match_id'],
    [{ action: 'vote', match_id: 'm' }, 'participant_id'],
    [{ action: 'react', match_id: 'm' }, 'emoji'],
    [{ action: 'propose_trade', match_id: 'm', offer: {} }, 'request'],
    [{ action: 'propose_wager', match_id: 'm', amount: 5 }, 'currency'],
    [{ action: 'leave_match' }, 'match_id'],
  ])('%j misses %s (1.7)', (fields, field) => {
    expect(decode(frame(fields))).toEqual({ refused: { code: 'MISSING_FIELD', message: `${field} is required.` } });
  });

  it('takes what is null for left out (1.7)', () => {
    const trade = { action: 'propose_trade', match_id: 'm', offer: { gold: 1, iron: null }, request: {} };
    expect(decode(frame(trade))).toEqual({ ...trade, offer: { gold: 1 } });
    const leaving = { action: 'leave_match', match_id: 'm', parting_shot: null };
    expect(decode(frame(leaving))).toEqual({ action: 'leave_match', match_id: 'm' });
  });

  it('brings only the fields that its action has', () => {
    expect(decode(frame({ action: 'send_message', match_id: 'm', content: '', extra: 1 }))).toEqual({
      action: 'send_message',
      match_id: 'm',
      content: '',
    });
  });
});

describe('an emoji', () => {
  it.each(['👏', '🔥', '❤️', '👩🏽‍💻', '🇮🇸', '1️⃣'])('is %s (5.4)', (text) => expect(isEmoji(text)).toBe(true));
  it.each(['', 'a', '7', '👏👏', 'wow 👏', '<b>', '👏'.repeat(40)])('is not %j (5.4)', (text) =>
    expect(isEmoji(text)).toBe(false),
  );
});
