import { type Static, Type } from 'typebox';
import type { Game, Over, Refusal, Seat, SeatMove, Turn } from '../../core/game.ts';
import { AUDIENCE } from '../../core/game.ts';
import type { Ballot, VoteRefusal } from '../shared/ballot.ts';
import { countVotes, refuseVote, totalVotes, withVote } from '../shared/ballot.ts';
import type { MessageRefusal, TalkLimits, TalkOptions } from '../shared/talk.ts';
import { refuseMessage, TALK_BYTES, talkLimits, talkOptions } from '../shared/talk.ts';
import { scored } from '../shared/two-seats.ts';

export type Options = TalkOptions;
export type RefusalCode = MessageRefusal | VoteRefusal;

const Message = Type.Object({ text: Type.String() });
const Vote = Type.Object({ vote: Type.Integer({ minimum: 0, maximum: 1, description: 'A seat.' }) });

/** A debater speaks, a spectator votes. Only the clock passes a turn or closes the vote. */
export type Move = Static<typeof Message> | Static<typeof Vote> | { pass: true } | { close: true };

export interface Spoken {
  seat: Seat;
  /** Empty where the turn was missed. */
  text: string;
  late?: true;
}

export interface State extends TalkLimits {
  /** Missed turns too. */
  messages: Spoken[];
  phase: 'talk' | 'vote' | 'over';
  /** The seats that walked out, which opened the vote. */
  left: Seat[];
  ballot: Ballot;
}

export interface View extends Omit<State, 'ballot'> {
  /** How many of their messages the sides have used, by seat. */
  used: [number, number];
  toMove: Seat | null;
  totalVotes: number;
  /** By seat; null until the vote is closed. */
  votes: [number, number] | null;
}

const usedBy = (state: State, seat: Seat): number => state.messages.filter((message) => message.seat === seat).length;

const speaker = (state: State): Seat => state.messages.length % 2;

function debate(id: string, title: string): Game<State, Move, Options, View> {
  return {
    id,
    title,
    version: 1,
    open: true,
    seats: { min: 2, max: 2 },
    options: talkOptions('For each side.'),
    move: Type.Union([Message, Vote]),
    moveBytes: TALK_BYTES,

    start: (options) => ({
      ...talkLimits(options),
      messages: [],
      phase: 'talk',
      left: [],
      ballot: {},
    }),

    status(state): Turn | Over {
      if (state.phase === 'talk') return { kind: 'turn', number: state.messages.length, must: [speaker(state)] };
      if (state.phase === 'vote') {
        // A new decision also when someone walked out before the last message.
        const number = 2 * state.maxMessages;
        // The two are done: whether they are still here changes nothing, and the vote does not wait for them.
        return { kind: 'turn', number, must: [AUDIENCE], out: [0, 1], phase: 'vote' };
      }
      return scored(countVotes(state.ballot), state.left.length ? 'leave' : 'cap');
    },

    check(state, { seat, move, by = '' }): Refusal<RefusalCode> | undefined {
      if (seat === AUDIENCE || 'vote' in move) {
        return refuseVote(state.ballot, state.phase === 'vote' && seat === AUDIENCE && 'vote' in move, by);
      }
      const text = 'text' in move ? move.text : '';
      return refuseMessage(text, state, state.phase === 'talk' && seat === speaker(state) && 'text' in move);
    },

    play(state, moves) {
      if (state.phase === 'vote') return moves.reduce(vote, state);
      const [{ seat, move }] = moves;
      const spoken: Spoken = 'text' in move ? { seat, text: move.text } : { seat, text: '', late: true };
      const messages = [...state.messages, spoken];
      return { ...state, messages, phase: messages.length === 2 * state.maxMessages ? 'vote' : 'talk' };
    },

    view: (state, viewer) => ({
      maxMessages: state.maxMessages,
      maxChars: state.maxChars,
      prompt: state.prompt,
      messages: state.messages,
      phase: state.phase,
      left: state.left,
      used: [usedBy(state, 0), usedBy(state, 1)],
      toMove: state.phase === 'talk' ? speaker(state) : null,
      totalVotes: totalVotes(state.ballot),
      votes: state.phase === 'over' || viewer === 'replay' ? countVotes(state.ballot) : null,
    }),

    fallback: (_state, seat) => (seat === AUDIENCE ? { close: true } : { pass: true }),

    /** Walking out opens the vote; once it is open the debaters are done, and their absence changes nothing. */
    leave(state, seats, why) {
      if (state.phase === 'vote') return state;
      return why === 'left' || why === 'resigned' ? { ...state, phase: 'vote', left: seats } : undefined;
    },

    scores: ({ ballot }) => countVotes(ballot),

    /** Speech cannot be listed; votes can. */
    moves: (state, seat) => (seat === AUDIENCE && state.phase === 'vote' ? [{ vote: 0 }, { vote: 1 }] : []),

    text: {
      parse: (_state, seat, text) => (seat === AUDIENCE ? undefined : { text }),
      print: (_state, move) => {
        if ('text' in move) return move.text;
        return 'vote' in move ? `vote ${move.vote}` : '';
      },
    },
  };
}

function vote(state: State, { move, by = '' }: SeatMove<Move>): State {
  if ('vote' in move) return { ...state, ballot: withVote(state.ballot, by, move.vote) };
  return { ...state, phase: 'over' };
}

export const regularDebate = debate('regular_debate', 'Debate');
export const spicyDebate = debate('spicy_debate', 'Spicy Debate');
