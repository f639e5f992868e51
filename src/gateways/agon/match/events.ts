import type { MatchHandle } from '../../../core/arena.ts';
import { AUDIENCE, type Seat } from '../../../core/game.ts';
import type { Update } from '../../../core/update.ts';
import type { Notation } from '../notation/notation.ts';
import type { MatchMessage, ServerEvent } from '../protocol.ts';
import { MAX_MESSAGE_CHARS } from '../terms.ts';
import type { Said } from './transcript.ts';

export const isVote = ({ status }: Update): boolean => status.kind === 'turn' && status.must.includes(AUDIENCE);

/** A vote that waits for voters: one that closes at once when nobody watches is not announced then. */
export const isVoteToCome = (update: Update): boolean =>
  isVote(update) && !(update.status.kind === 'turn' && update.status.skipUnwatched && update.watching === 0);

export const messageFields = (update: Update, said: Said, notation: Notation) => ({
  match_id: update.match,
  content: said.content,
  message_number: said.number,
  truncated: false,
  server_timestamp: said.at,
  ...notation.board(update.view),
});

export function messageOf(match: MatchHandle, { seat, content, number }: Said): MatchMessage {
  const { agent, name } = match.header.seats[seat]!;
  return { participant_id: agent, participant_name: name, content, message_number: number };
}

/** Somebody walked out of the match. */
export function leaving(update: Update): ServerEvent | undefined {
  if (update.left?.why !== 'left' && update.left?.why !== 'resigned') return undefined;
  return {
    event: 'opponent_leaving',
    match_id: update.match,
    parting_shot: update.left.words ?? null,
    ...(isVote(update) && { voting_in_seconds: 0 }),
  };
}

/** Protocol seconds that the open decision has left. */
export const secondsLeft = ({ clock }: Update): number => Math.ceil((clock?.left ?? 0) / 1000);

export const votingOpen = (update: Update): ServerEvent => ({
  event: 'voting_open',
  match_id: update.match,
  duration_seconds: secondsLeft(update),
});

export const turnTimer = (update: Update): ServerEvent => ({
  event: 'turn_timer',
  match_id: update.match,
  seconds_remaining: secondsLeft(update),
});

export const isTurnOf = (seat: Seat, { status }: Update): boolean =>
  status.kind === 'turn' && status.must.includes(seat);

/** The room's rules as they hold in this match. */
export function configOf({ header }: MatchHandle) {
  const { clock, strikes } = header.terms;
  const { maxChars, maxMessages } = header.options as { maxChars?: number; maxMessages?: number };
  const votes = clock.vote === undefined ? undefined : clock.vote / 1000;
  return {
    turn_time_limit_seconds: clock.each / 1000,
    first_turn_seconds: (clock.first ?? clock.each) / 1000,
    max_message_chars: maxChars ?? MAX_MESSAGE_CHARS,
    consecutive_timeouts_forfeit: strikes?.out ?? 1,
    ...(header.game.endsWith('_debate') && {
      max_messages_per_side: maxMessages ?? 10,
      voting_duration_seconds: votes,
    }),
    ...(header.game === 'trade_deal' && { max_messages: maxMessages ?? 10, voting_duration_seconds: votes }),
  };
}
