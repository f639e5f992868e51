import { randomUUID } from 'node:crypto';
import type { MatchHandle } from '../core/arena.ts';
import type { Over, Seat, Viewer, Why } from '../core/game.ts';
import type { Refused } from '../core/judge.ts';
import type { Match } from '../core/match.ts';
import type { Submission } from '../core/submission.ts';
import type { Update } from '../core/update.ts';
import type { Bus } from './bus.ts';
import { isMatchRequest, type MatchRequest, type Presence, type WriteRequest } from './messages.ts';
import type { Once } from './once.ts';
import { kindOf, placeOf, updatesOf } from './subjects.ts';
import { isTaken } from './taken.ts';

/** An answer must fit into one message. */
const LARGEST_ANSWER = 500_000;

export type WriteAnswer = { refused?: Refused };
export type LookAnswer = { updates: Update[]; more?: true; stream?: string; seq?: number };

interface Stream {
  id: string;
  seq: number;
  nodes: Set<string>;
  stop(): void;
}

interface Visitors {
  serial: number;
  seats: Map<Seat, () => void>;
  spectators: number;
}

export interface MatchHostParts {
  bus: Bus;
  once: Once;
  /** Whether the match is this node's beyond doubt; otherwise it is silent, and the asker asks again. */
  isSure(): boolean;
  /** Whether that node is known to be there. One that was declared gone does not say who is here before it has joined anew. */
  isPresent(node: string): boolean;
  broken(subject: string): void;
}

/** A match of this node, as other nodes reach it: what they ask, who of theirs watches, and what is told to them. */
export class MatchHost {
  readonly #match: Match;
  readonly #parts: MatchHostParts;
  readonly #streams = new Map<string, Stream>();
  readonly #visitors = new Map<string, Visitors>();
  readonly #unlisten: () => void;

  constructor(match: Match, parts: MatchHostParts) {
    this.#match = match;
    this.#parts = parts;
    this.#unlisten = parts.bus.listen(placeOf(match.id), (message, answer) => this.#hear(message, answer));
  }

  /** A node is gone, and its watchers with it: those who had a seat may return by another. */
  lose(node: string): void {
    const visitors = this.#visitors.get(node);
    for (const [kind, stream] of this.#streams) this.#unfollow(kind, stream, node);
    if (!visitors) return;
    this.#visitors.delete(node);
    if (visitors.seats.size > 0) this.#match.awaitReturn();
    for (const leave of visitors.seats.values()) leave();
    this.#match.crowd(-visitors.spectators);
  }

  close(): void {
    this.#unlisten();
    for (const stream of this.#streams.values()) stream.stop();
    this.#streams.clear();
  }

  #hear(message: unknown, answer: (message: unknown) => void): void {
    const { once, isSure, isPresent, broken } = this.#parts;
    if (!isMatchRequest(message)) return broken(placeOf(this.#match.id));
    if (!isSure() || (message.op === 'attend' && !isPresent(message.from))) return;
    if (isWrite(message)) once.ask(message.id, answer, (done) => write(this.#match, message, done));
    else answer(this.#serve(message));
  }

  #serve(request: Exclude<MatchRequest, WriteRequest>): unknown {
    switch (request.op) {
      case 'follow':
        return this.#follow(request);
      case 'look':
        return look(this.#match, request);
      case 'unfollow': {
        const kind = kindOf(request.viewer, request.legal);
        const stream = this.#streams.get(kind);
        if (stream) this.#unfollow(kind, stream, request.from);
        return {};
      }
      case 'attend':
        this.#attend(request.from, request.present);
        return {
          lost: Object.entries(request.streams).flatMap(([kind, [id, seq]]) => {
            const stream = this.#streams.get(kind);
            return stream?.id === id && stream.seq === seq && stream.nodes.has(request.from) ? [] : [kind];
          }),
        };
    }
  }

  #follow(request: Extract<MatchRequest, { op: 'follow' }>): LookAnswer {
    const { viewer, legal, from } = request;
    const looked = look(this.#match, request);
    if (looked.more) return looked;
    const kind = kindOf(viewer, legal);
    const stream = this.#streams.get(kind) ?? this.#stream(kind, viewer, legal);
    stream.nodes.add(from);
    return { ...looked, stream: stream.id, seq: stream.seq };
  }

  #stream(kind: string, viewer: Viewer, legal: boolean): Stream {
    const subject = updatesOf(this.#match.id, kind);
    let first = true;
    const stream: Stream = { id: randomUUID(), seq: 0, nodes: new Set(), stop: () => {} };
    stream.stop = this.#match.watch(
      viewer,
      (update) => {
        if (!first) this.#parts.bus.publish(subject, { s: stream.id, n: ++stream.seq, u: update });
      },
      { unseen: true, ...(legal && { legal }) },
    );
    first = false;
    this.#streams.set(kind, stream);
    return stream;
  }

  #unfollow(kind: string, stream: Stream, node: string): void {
    if (!stream.nodes.delete(node) || stream.nodes.size > 0) return;
    stream.stop();
    this.#streams.delete(kind);
  }

  #attend(node: string, { seats, spectators, serial }: Presence): void {
    let visitors = this.#visitors.get(node);
    if (!visitors) this.#visitors.set(node, (visitors = { serial: -1, seats: new Map(), spectators: 0 }));
    if (serial < visitors.serial) return;
    visitors.serial = serial;
    this.#match.crowd(spectators - visitors.spectators);
    visitors.spectators = spectators;
    for (const seat of seats) {
      if (!visitors.seats.has(seat) && seat in this.#match.record.seats) {
        visitors.seats.set(
          seat,
          this.#match.watch(seat, () => {}),
        );
      }
    }
    for (const [seat, leave] of visitors.seats) {
      if (seats.includes(seat)) continue;
      visitors.seats.delete(seat);
      leave();
    }
  }
}

/** What somebody would be told now who begins to watch, as much as fits into a message. */
function look(
  match: MatchHandle,
  { viewer, legal, after }: { viewer: Viewer; legal: boolean; after?: number },
): LookAnswer {
  const updates: Update[] = [];
  let size = 0;
  let more = false;
  const stop = match.watch(
    viewer,
    (update) => {
      size += JSON.stringify(update).length;
      if (updates.length > 0 && size > LARGEST_ANSWER) more = true;
      else if (!more) updates.push(update);
    },
    { unseen: true, ...(legal && { legal }), ...(after !== undefined && { after }) },
  );
  stop();
  return more ? { updates, more } : { updates };
}

const isWrite = (request: MatchRequest): request is WriteRequest =>
  ['submit', 'forfeit', 'note', 'end'].includes(request.op);

function write(match: Match, request: WriteRequest, answer: (answer: WriteAnswer) => void): void {
  if (isTaken(match.record.entries, request)) return answer({});
  const done = (refused?: Refused) => answer(refused ? { refused } : {});
  switch (request.op) {
    case 'submit':
      return match.submit(request.move as Submission, request.turn, done);
    case 'forfeit':
      return match.forfeit(request.seats, request.why as Why, request.words, done);
    case 'note':
      return match.note(request.topic, request.data, done);
    case 'end':
      return match.end(request.over as Over | undefined, request.reason, request.source, done);
  }
}
