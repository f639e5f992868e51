import type { MatchHandle } from '../../core/arena.ts';
import type { Seat, Why } from '../../core/game.ts';
import type { Update } from '../../core/update.ts';
import type { EvenOddView } from '../../games/even-odd/rules.ts';
import { nowOf, stepsOf } from '../now.ts';
import type { Pairing } from './manager/schedule.ts';
import { POINTS, pointsOf, type Result, type Standing } from './manager/standings.ts';
import { isObject, parseJson } from './protocol.ts';
import { ERRORS, type ErrorCode } from './wire/errors.ts';

export const EVEN_ODD = 'even_odd';

type Fields = { [field: string]: unknown };

export const roleOf = (seat: Seat): string => (seat === 0 ? 'PLAYER_A' : 'PLAYER_B');
export const idAt = ({ a, b }: Pairing, seat: Seat): string => (seat === 0 ? a : b);

// ── questions and answers ──

export interface MoveQuestion {
  type: string;
  expects: string;
  body(deadline: string): object;
  /** The move in an answer; undefined: none. */
  read(answer: Fields): Choice | undefined;
}

/** A move as the game knows it, or in the game's own writing. */
export type Choice = { move: unknown } | { text: string };

export interface Situation {
  match: MatchHandle;
  pairing: Pairing;
  seat: Seat;
  standing: Standing | undefined;
}

export function moveQuestion({ match, pairing, seat, standing }: Situation, update: Update): MoveQuestion {
  const asked = { match_id: pairing.id, player_id: idAt(pairing, seat), game_type: match.header.game };
  const context = {
    opponent_id: idAt(pairing, 1 - seat),
    round_id: pairing.round,
    your_standings: {
      wins: standing?.wins ?? 0,
      losses: standing?.losses ?? 0,
      draws: standing?.draws ?? 0,
    },
  };
  if (match.header.game === EVEN_ODD) {
    return {
      type: 'CHOOSE_PARITY_CALL',
      expects: 'CHOOSE_PARITY_RESPONSE',
      body: (deadline) => ({ ...asked, context, deadline }),
      read: ({ parity_choice: choice }) => (choice === 'even' || choice === 'odd' ? { move: { choice } } : undefined),
    };
  }
  const phase = update.status.kind === 'turn' ? update.status.phase : undefined;
  return {
    type: 'GAME_MOVE_CALL',
    expects: 'GAME_MOVE_RESPONSE',
    body: (deadline) => ({
      ...asked,
      move_request: {
        move_type: phase ?? 'move',
        valid_options: (update.legal ?? []).filter((one) => one.seat === seat).map(({ text }) => text),
        context: { ...context, seat, view: update.view },
      },
      deadline,
    }),
    read: ({ move_data }) => (isObject(move_data) ? readChoice(move_data.choice) : undefined),
  };
}

/** A text in the game's own writing or as JSON, or the move itself. */
function readChoice(choice: unknown): Choice | undefined {
  if (choice === undefined) return undefined;
  if (typeof choice !== 'string') return { move: choice };
  const value = parseJson(choice)?.value;
  return isObject(value) ? { move: value } : { text: choice };
}

// ── results ──

const CODES: { [why in Why]: ErrorCode } = {
  late: 'E001',
  away: 'E009',
  illegal: 'E004',
  left: 'E009',
  resigned: 'E009',
  removed: 'E009',
};

/** How a finished match counts in the league; undefined: it was void. */
export async function resultOf(match: MatchHandle, pairing: Pairing): Promise<Result | undefined> {
  const isEvenOdd = match.header.game === EVEN_ODD;
  const steps = isEvenOdd ? await stepsOf(match, 'replay') : [await nowOf(match, 'replay')];
  const last = steps.at(-1)!;
  const { status: outcome } = last;
  if (outcome.kind !== 'over') return undefined;
  const best = Math.min(...outcome.ranks);
  const top = outcome.ranks.flatMap((rank, seat) => (rank === best ? [seat] : []));
  const winner = top.length === 1 ? idAt(pairing, top[0]!) : null;
  if (outcome.forfeit) {
    const { seats, why } = outcome.forfeit;
    const said = last.left?.words ?? seats.map((seat) => failure(idAt(pairing, seat), CODES[why])).join('; ');
    return {
      status: 'TECHNICAL_LOSS',
      winner: seats.length > 1 ? null : winner,
      reason: said,
      ...(isEvenOdd && { drawn: { number: 0, parity: 'even' as const, choices: choicesOf(steps, pairing, seats) } }),
    };
  }
  if (!isEvenOdd) {
    return winner
      ? { status: 'WIN', winner, reason: `${winner} won: ${outcome.reason}.` }
      : { status: 'DRAW', winner, reason: `Draw: ${outcome.reason}.` };
  }
  const { number, parity } = last.view as EvenOddView;
  const drawn = { number: number!, parity: parity!, choices: choicesOf(steps, pairing, []) };
  const right = winner ?? (outcome.scores[0] ? 'both' : 'nobody');
  return {
    status: winner ? 'WIN' : 'DRAW',
    winner,
    reason: `${number} is ${parity}: ${right} chose ${parity}.`,
    drawn,
  };
}

export const failure = (player: string, code: ErrorCode): string => `${player}: ${code} ${ERRORS[code].name}`;

function choicesOf(steps: Update[], pairing: Pairing, absent: Seat[]): { [player: string]: string } {
  const moves = steps.flatMap(({ played = [] }) => played.filter(({ late }) => !late));
  return Object.fromEntries(
    moves
      .filter(({ seat }) => !absent.includes(seat))
      .sort((one, other) => one.seat - other.seat)
      .map(({ seat, move }) => [idAt(pairing, seat), (move as { choice: string }).choice]),
  );
}

export function gameOver(pairing: Pairing, game: string, { status, winner, reason, drawn }: Result): object {
  return {
    match_id: pairing.id,
    game_type: game,
    game_result: {
      status,
      winner_player_id: winner,
      ...(drawn && { drawn_number: drawn.number, number_parity: drawn.parity, choices: drawn.choices }),
      reason,
    },
  };
}

/** The body of a result report. */
export function resultReport(league: string, pairing: Pairing, game: string, result: Result): object {
  const { drawn, winner, status } = result;
  return {
    league_id: league,
    round_id: pairing.round,
    match_id: pairing.id,
    game_type: game,
    result: {
      winner,
      status,
      score: { [pairing.a]: pointsOf(result, pairing.a), [pairing.b]: pointsOf(result, pairing.b) },
      details: drawn ? { drawn_number: drawn.number, choices: drawn.choices } : {},
    },
  };
}

export interface Reported {
  status?: unknown;
  result: { winner: string | null; status?: unknown; details?: object | null };
}

/** What a referee's report says. `winner` decides, never the score; that somebody was absent has to be said in words. */
export function readReport({ status: told, result }: Reported, game: string, referee: string): Result {
  const { winner } = result;
  const { drawn_number: number, choices: chosen, status: detail } = (result.details ?? {}) as Fields;
  const reason = `Reported by ${referee}.`;
  const isAbsence = [told, result.status, detail].some((one) => String(one).toUpperCase() === 'TECHNICAL_LOSS');
  const status = isAbsence ? 'TECHNICAL_LOSS' : winner === null ? 'DRAW' : 'WIN';
  const least = isAbsence ? 0 : 1;
  const isLot =
    game === EVEN_ODD && typeof number === 'number' && Number.isInteger(number) && number >= least && number <= 10;
  if (!isLot) return { status, winner, reason };
  const said = isObject(chosen) ? Object.entries(chosen) : [];
  const choices = Object.fromEntries(said.filter(([, choice]) => choice === 'even' || choice === 'odd').slice(0, 2));
  return {
    status,
    winner,
    reason,
    drawn: { number, parity: number % 2 ? 'odd' : 'even', choices: choices as { [player: string]: string } },
  };
}

/** Ranks and scores of a reported result, for the record. */
export function reportedOver(result: Result, pairing: Pairing): { ranks: number[]; scores: number[] } {
  const scores = [pairing.a, pairing.b].map((id) => pointsOf(result, id));
  const ranks = scores.map((score) => (result.winner !== null && score !== POINTS.win ? 2 : 1));
  return { ranks, scores };
}
