import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

const PIECE = 64 * 1024;
const LARGE = 256 * 1024;

type Fields = { [name: string]: unknown };

/** Answers with an object as JSON. What is larger than 256 KB goes out piece by piece, and others get their turn between. */
export function sendJson(reply: FastifyReply, value: object): FastifyReply {
  reply.type('application/json; charset=utf-8');
  const pieces = piecesOf(value as Fields);
  let start = '';
  for (let next = pieces.next(); !next.done; next = pieces.next()) {
    start += next.value;
    if (start.length > LARGE) return reply.send(Readable.from(paced(start, pieces)));
  }
  return reply.send(start);
}

async function* paced(start: string, pieces: Iterable<string>): AsyncGenerator<string> {
  yield start;
  for (const piece of pieces) {
    await turn();
    yield piece;
  }
}

/** Lists among the fields are read item by item; they need not be arrays. */
function* piecesOf(value: Fields): Generator<string> {
  let text = '';
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:`;
    if (!isList(field)) {
      text += JSON.stringify(field);
      continue;
    }
    let before = '[';
    for (const item of field) {
      text += before + JSON.stringify(item);
      before = ',';
      if (text.length < PIECE) continue;
      yield text;
      text = '';
    }
    text += before === '[' ? '[]' : ']';
  }
  yield text === '' ? '{}' : `${text}}`;
}

const isList = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;
