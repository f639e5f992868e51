import { type Fields, type Frame, fieldsOf } from '../conversation.ts';

/** What a check looks at; each protocol has a rule for it. */
export type Matter =
  /** It comes in and asks for a match. */
  | 'comes'
  /** It waits while nobody is there. */
  | 'waits'
  /** It answers when it is asked. */
  | 'answers'
  /** What it does is allowed. */
  | 'allowed'
  /** It stays until the end. */
  | 'stays'
  /** It hears of an opponent's end. */
  | 'ends'
  /** It comes back after a restart. */
  | 'returns'
  /** It goes on after a refused move. */
  | 'refused';

export interface Wrong {
  rule: string;
  says: string;
  frame: Frame;
}

/** A protocol as one sees it between an agent and the arena. */
export interface Wire {
  /** What is played unless the author names a game. */
  game: string;
  /** Scenarios that cannot be, by name. */
  lacks?: string[];
  /** Numbers in the protocol's SPEC.md. */
  rules: { [matter in Matter]: string };
  /** The agent's frame, made so that it is refused; undefined: it is no move. */
  spoil(frame: Fields, call: string | undefined, game: string): unknown;
  /** A frame or an answer of the arena with something in it that nobody knows. */
  widen(frame: Fields): Fields;
  /** A frame that nobody knows; for protocols with sockets. */
  strange?: Fields;
  /** What was wrong in a conversation, the first time of each kind. `spoilt`: one move was refused by our doing. */
  look(frames: Frame[], spoilt: boolean): Wrong[];
}

export const widened = (frame: Fields): Fields => ({ ...frame, x_unknown: { from: 'a later version' } });

/** Of each kind the first; of refusals one less, where we made one. */
export function refusals(
  frames: Frame[],
  spoilt: boolean,
  isOne: (frame: Fields, at: Frame) => { rule: string; says: string } | undefined,
): Wrong[] {
  const found = frames.flatMap((frame): Wrong[] => {
    const one = frame.from === 'arena' && !frame.meddled ? isOne(fieldsOf(frame.json), frame) : undefined;
    return one ? [{ ...one, frame }] : [];
  });
  const its = spoilt ? found.slice(1) : found;
  return its.filter(({ says }, i) => its.findIndex((one) => one.says === says) === i);
}
