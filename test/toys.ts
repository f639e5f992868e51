import { Type } from 'typebox';
import { AUDIENCE, type Game, type Over, type Refusal, type Turn } from '../src/core/game.ts';

interface Rounds {
  count: number;
  round: number;
  gone: number[];
  sums: number[];
}

/** A sealed game for any number of seats: three rounds of secret numbers, the highest sum wins; who leaves is out. */
export const sums: Game<Rounds, { add: number }, object, { sums: number[]; round: number }> = {
  id: 'sums',
  title: 'Sums',
  version: 1,
  seats: { min: 2, max: 4 },
  options: Type.Object({}),
  move: Type.Object({ add: Type.Integer({ minimum: 0, maximum: 9 }) }, { additionalProperties: false }),
  start: (_, count) => ({ count, round: 1, gone: [], sums: Array(count).fill(0) }),
  status({ count, round, gone, sums: totals }): Turn | Over {
    const standing = [...Array(count).keys()].filter((seat) => !gone.includes(seat));
    if (round > 3 || standing.length < 2) {
      const value = (seat: number) => (gone.includes(seat) ? -1 : totals[seat]!);
      const ranks = totals.map((_, seat) => 1 + totals.filter((_, other) => value(other) > value(seat)).length);
      return { kind: 'over', ranks, scores: totals, reason: 'counted' };
    }
    return { kind: 'turn', number: round, must: standing, sealed: true, out: gone };
  },
  check: (_, { move }) => (move.add === 9 ? { code: 'too-much', reason: 'Nine is too much.' } : undefined),
  play: (state, moves) => ({
    ...state,
    round: state.round + 1,
    sums: state.sums.map((sum, seat) => sum + (moves.find((move) => move.seat === seat)?.move.add ?? 0)),
  }),
  view: ({ sums: totals, round }) => ({ sums: totals, round }),
  leave: (state, seats) => ({ ...state, gone: [...state.gone, ...seats] }),
};

interface Offers {
  ply: number;
  offer: { id: string; from: number } | null;
  deals: number;
  votes: { [by: string]: number };
  closed: boolean;
}

type OffersMove = { go: true } | { offer: true } | { answer: boolean } | { vote: number } | { close: true };

/** Alternating moves, offers out of turn that are asked of the other side, and an audience that decides. */
export const offers: Game<Offers, OffersMove, object, Omit<Offers, 'votes'> & { votes: number }> = {
  id: 'offers',
  title: 'Offers',
  version: 1,
  seats: { min: 2, max: 2 },
  options: Type.Object({}),
  move: Type.Union([
    Type.Object({ go: Type.Literal(true) }),
    Type.Object({ offer: Type.Literal(true) }),
    Type.Object({ answer: Type.Boolean() }),
    Type.Object({ vote: Type.Integer({ minimum: 0, maximum: 1 }) }),
  ]),
  start: () => ({ ply: 0, offer: null, deals: 0, votes: {}, closed: false }),
  status({ ply, offer, votes, closed }): Turn | Over {
    if (closed) {
      const counts = [0, 1].map((seat) => Object.values(votes).filter((vote) => vote === seat).length);
      const ranks = counts.map((count, seat) => (count < counts[1 - seat]! ? 2 : 1));
      return { kind: 'over', ranks, scores: counts, reason: 'vote' };
    }
    if (ply === 4) return { kind: 'turn', number: 5, must: [AUDIENCE], phase: 'vote', skipUnwatched: true };
    return {
      kind: 'turn',
      number: ply + 1,
      must: [ply % 2],
      may: [0, 1],
      events: ply,
      ...(offer && { asks: [{ seat: 1 - offer.from, id: offer.id, phase: 'offer' }] }),
    };
  },
  check(state, { seat, move, by }) {
    if ('vote' in move) return refuseIf(state.votes[by!] !== undefined, 'voted', 'One vote each.');
    if ('go' in move) return refuseIf(state.ply % 2 !== seat, 'not-your-turn', 'Not your move.');
    if ('offer' in move) return refuseIf(state.offer !== null, 'offer-open', 'There is an offer already.');
    const isAsked = state.offer !== null && 'answer' in move && state.offer.from !== seat;
    return refuseIf(!isAsked, 'nothing-to-answer', 'Nothing to answer.');
  },
  play(state, moves) {
    let now = state;
    for (const { seat, move, by } of moves) now = playOne(now, seat, move, by);
    return now;
  },
  view: ({ ply, offer, deals, closed, votes }) => ({ ply, offer, deals, closed, votes: Object.keys(votes).length }),
  fallback: (_, seat, ask) => (ask ? { answer: false } : seat === AUDIENCE ? { close: true } : { go: true }),
};

const refuseIf = (wrong: boolean, code: string, reason: string): Refusal | undefined =>
  wrong ? { code, reason } : undefined;

function playOne(now: Offers, seat: number, move: OffersMove, by: string | undefined): Offers {
  if ('vote' in move) return { ...now, votes: { ...now.votes, [by!]: move.vote } };
  if ('close' in move) return { ...now, closed: true };
  if ('offer' in move) return { ...now, offer: { id: `${now.ply}/${seat}`, from: seat } };
  if ('answer' in move) return { ...now, offer: null, deals: now.deals + (move.answer ? 1 : 0) };
  return { ...now, ply: now.ply + 1, offer: null };
}
