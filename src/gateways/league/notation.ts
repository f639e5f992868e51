import type { Seat, Why } from '../../core/game.ts';
import type { Match } from '../../core/match.ts';
import type { Update } from '../../core/update.ts';
import type { EvenOddView } from '../../games/even-odd/rules.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { isObject, parseJson } from './protocol.ts';
import type { Pairing } from './schedule.ts';
import { POINTS, pointsOf, type Result, type Standing } from './standings.ts';

export const EVEN_ODD = 'even_odd';

type Fields = { [field: string]: unknown };

export const roleOf = (seat: Seat): string => (seat === 0 ? 'PLAYER_A' : 'PLAYER_B');
export const idAt = ({ a, b }: Pairing, seat: Seat): string => (seat === 0 ? a : b);

// ── questions and answers ──

export interface MoveQuestion {
  type: string;
  expects: string;
  body(deadline: string): object;
  /** The move in an answer as the game knows it; undefined: none. */
  read(answer: Fields): unknown;
}

export interface Situation {
  match: Match;
  pairing: Pairing;
  seat: Seat;
  standing: Standing | undefined;
}

export function moveQuestion({ match, pairing, seat, standing }: Situation, update: Update): MoveQuestion {
  const asked = { match_id: pairing.id, player_id: idAt(pairing, seat), game_type: match.record.game };
  const context = {
    opponent_id: idAt(pairing, 1 - seat),
    round_id: pairing.round,
    your_standings: {
      wins: standing?.wins ?? 0,
      losses: standing?.losses ?? 0,
      draws: standing?.draws ?? 0,
    },
  };
  if (match.record.game === EVEN_ODD) {
    return {
      type: 'CHOOSE_PARITY_CALL',
      expects: 'CHOOSE_PARITY_RESPONSE',
      body: (deadline) => ({ ...asked, context, deadline }),
      read: ({ parity_choice: choice }) => (choice === 'even' || choice === 'odd' ? { choice } : undefined),
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
        valid_options: match.legal(seat),
        context: { ...context, seat, view: update.view },
      },
      deadline,
    }),
    read: ({ move_data }) => (isObject(move_data) ? readChoice(match, seat, move_data.choice) : undefined),
  };
}

/** A text in the game's own writing or as JSON, or the move itself. */
function readChoice(match: Match, seat: Seat, choice: unknown): unknown {
  if (typeof choice !== 'string') return choice;
  return match.parse(seat, choice) ?? parseJson(choice)?.value;
}

// ── results ──

const CODES: { [why in Why]: ErrorCode } = {
  late: 'E001',
  away: 'E009',
  illegal: 'E004',
  left: 'E009',
  removed: 'E009',
};

/** How a finished match counts in the league; undefined: it was void. */
export function resultOf(match: Match, pairing: Pairing): Result | undefined {
  const { outcome, record } = match;
  if (outcome?.kind !== 'over') return undefined;
  const best = Math.min(...outcome.ranks);
  const top = outcome.ranks.flatMap((rank, seat) => (rank === best ? [seat] : []));
  const winner = top.length === 1 ? idAt(pairing, top[0]!) : null;
  const isEvenOdd = record.game === EVEN_ODD;
  if (outcome.forfeit) {
    const { seats, why } = outcome.forfeit;
    const last = record.entries.at(-1);
    const words = last?.kind === 'forfeit' ? last.words : undefined;
    const said = words ?? seats.map((seat) => failure(idAt(pairing, seat), CODES[why])).join('; ');
    return {
      status: 'TECHNICAL_LOSS',
      winner: seats.length > 1 ? null : winner,
      reason: said,
      ...(isEvenOdd && { drawn: { number: 0, parity: 'even' as const, choices: choicesOf(match, pairing, seats) } }),
    };
  }
  if (!isEvenOdd) {
    return winner
      ? { status: 'WIN', winner, reason: `${winner} won: ${outcome.reason}.` }
      : { status: 'DRAW', winner, reason: `Draw: ${outcome.reason}.` };
  }
  const { number, parity } = match.game.view(match.position.state, 'replay') as EvenOddView;
  const drawn = { number: number!, parity: parity!, choices: choicesOf(match, pairing, []) };
  const right = winner ?? (outcome.scores[0] ? 'both' : 'nobody');
  return {
    status: winner ? 'WIN' : 'DRAW',
    winner,
    reason: `${number} is ${parity}: ${right} chose ${parity}.`,
    drawn,
  };
}

export const failure = (player: string, code: ErrorCode): string => `${player}: ${code} ${ERRORS[code].name}`;

function choicesOf(match: Match, pairing: Pairing, absent: Seat[]): { [player: string]: string } {
  const moves = match.record.entries.flatMap((entry) => (entry.kind === 'move' ? entry.moves : []));
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
  const { drawn, winner } = result;
  return {
    league_id: league,
    round_id: pairing.round,
    match_id: pairing.id,
    game_type: game,
    result: {
      winner,
      score: { [pairing.a]: pointsOf(result, pairing.a), [pairing.b]: pointsOf(result, pairing.b) },
      details: drawn ? { drawn_number: drawn.number, choices: drawn.choices } : {},
    },
  };
}

export interface Reported {
  winner: string | null;
  details?: object | null;
}

/** What a referee's report says. `winner` decides, never the score; a lot of 0 is a match that was not played. */
export function readReport({ winner, details }: Reported, game: string, referee: string): Result {
  const { drawn_number: number, choices: chosen } = (details ?? {}) as Fields;
  const reason = `Reported by ${referee}.`;
  const isLot =
    game === EVEN_ODD && typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 10;
  const status = isLot && number === 0 ? 'TECHNICAL_LOSS' : winner === null ? 'DRAW' : 'WIN';
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
