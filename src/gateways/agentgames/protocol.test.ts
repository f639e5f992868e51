import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encodeError, encodeHello, encodeQueued, encodeResult, encodeState } from './protocol.ts';

describe('decode', () => {
  it('3.8 a move is a string', () => {
    expect(decode('{"type":"move","move":"4","more":1}')).toEqual({ type: 'move', move: '4' });
    expect(decode('{"type":"move","move":""}')).toEqual({ type: 'move', move: '' });
  });

  it('2.2 a join without a game names none', () => {
    expect(decode('{"type":"join","game":"ttt"}')).toEqual({ type: 'join', game: 'ttt' });
    expect(decode('{"type":"join","game":7}')).toEqual({ type: 'join', game: '' });
  });

  it('3.8 keys are read in any case; where one comes twice, the plain one counts', () => {
    expect(decode('{"Type":"move","MOVE":"4"}')).toEqual({ type: 'move', move: '4' });
    expect(decode('{"TYPE":"join","Game":"ttt"}')).toEqual({ type: 'join', game: 'ttt' });
    expect(decode('{"Type":"join","type":"move","Move":"1","move":"4"}')).toEqual({ type: 'move', move: '4' });
  });

  it.each([
    '{"type":"move","move":4}',
    '{"type":"move"}',
    '{"type":["move"],"move":"4"}',
    '{"__proto__":{"type":"move","move":"4"}}',
    '{"type":"constructor"}',
    '"move"',
    'null',
    '',
    '{"type":"move","move":"4"',
  ])('3.9 %s is nothing', (text) => {
    expect(decode(text)).toBeUndefined();
  });

  it('5.4 no text breaks it, however deep or broken', () => {
    for (const text of ['['.repeat(60_000), '{"a":'.repeat(10_000), `${'['.repeat(30_000)}${']'.repeat(30_000)}`]) {
      expect(decode(text)).toBeUndefined();
    }
    const message = fc.record({
      type: fc.constantFrom('move', 'join', '__proto__'),
      move: fc.jsonValue(),
      game: fc.jsonValue(),
    });
    const text = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      message.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(text, fc.nat(300), (whole, length) => {
        for (const one of [whole, whole.slice(0, length)]) {
          const read = decode(one);
          if (read) expect(typeof (read.type === 'move' ? read.move : read.game)).toBe('string');
        }
      }),
    );
  });
});

it('the frames have the fields and the order that agents know', () => {
  expect(encodeQueued('ttt')).toBe('{"type":"queued","game":"ttt"}');
  expect(encodeHello(0, 'ttt', 'agent-bob')).toBe('{"type":"hello","player":0,"game":"ttt","opponent":"agent-bob"}');
  expect(encodeState('{"board":[]}', true)).toBe('{"type":"state","observation":{"board":[]},"yourTurn":true}');
  expect(encodeResult({ winner: 0, outcome: 'win', rating: 1516 })).toBe(
    '{"type":"result","winner":0,"outcome":"win","rating":1516}',
  );
  expect(encodeError('no "join"')).toBe('{"type":"error","error":"no \\"join\\""}');
});
