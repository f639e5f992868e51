import { Type } from 'typebox';
import type { Game, Over, Refusal, Seat, SeatMove, Turn } from '../../core/game.ts';
import { CORNERS, drawFloor, drawRounds, ROUNDS } from './floor.ts';
import { LONGEST_MOTTO, Move } from './move.ts';
import { danceRound } from './round.ts';
import { conclude } from './standings.ts';
import type { Beat, Dancer, Floor, Result, Round, State } from './state.ts';
import { onFloor } from './state.ts';

export type Options = Record<string, never>;

export type RefusalCode = 'beat-count' | 'beat-missing' | 'beat-kind' | 'motto-too-long';

export interface View {
  round: number;
  maxRounds: number;
  status: 'active' | 'completed';
  map: Floor;
  beatSequence: { rounds: Round[] };
  players: {
    seat: Seat;
    x: number;
    y: number;
    score: number;
    stunned: boolean;
    eliminated: boolean;
    motto: string;
  }[];
  /** The beats of the last round played. */
  events: State['events'];
  matchResult?: Omit<Result, 'ranks'>;
}

export const danceBattle: Game<State, Move, Options, View> = {
  id: 'dance-battle',
  title: 'Dance Battle',
  version: 1,
  seats: { min: 4, max: 4 },
  options: Type.Object({}),
  move: Move,
  moveBytes: 8 * 1024,

  start: (_options, _seats, random) => ({
    round: 1,
    floor: drawFloor(random),
    rounds: drawRounds(random),
    dancers: CORNERS.map((corner) => ({ ...corner, score: 0, stunned: false, eliminatedRound: null, motto: '' })),
    events: [],
    result: null,
  }),

  status(state): Turn | Over {
    const scores = state.dancers.map((dancer) => dancer.score);
    if (state.result) return { kind: 'over', ranks: state.result.ranks, scores, reason: state.result.reason };
    const must = onFloor(state.dancers);
    const out = state.dancers.flatMap((_, seat) => (must.includes(seat) ? [] : [seat]));
    return {
      kind: 'turn',
      number: state.round - 1,
      must,
      asks: out.map((seat) => ({ seat, id: `${state.round}/${seat}`, phase: 'eliminated' })),
      ...(out.length > 0 && { out }),
      sealed: true,
    };
  },

  check(state, { move }): Refusal<RefusalCode> | undefined {
    const beats = beatsNow(state);
    if (move.commands.length !== beats.length) {
      return { code: 'beat-count', reason: `The round has ${beats.length} beats: send one command for each` };
    }
    for (const { beatIndex, kind } of beats) {
      const command = move.commands.find((one) => one.beatIndex === beatIndex);
      const context = { beatIndex };
      if (!command) return { code: 'beat-missing', reason: `There is no command for beat ${beatIndex}`, context };
      const wanted = kind === 'move' ? 'move' : 'action';
      if (command.kind !== wanted) {
        return { code: 'beat-kind', reason: `Beat ${beatIndex} takes a command of kind "${wanted}"`, context };
      }
    }
    return mottos(move).some((motto) => [...motto].length > LONGEST_MOTTO)
      ? { code: 'motto-too-long', reason: `A motto has at most ${LONGEST_MOTTO} characters` }
      : undefined;
  },

  play(state, moves) {
    const plans = state.dancers.map((_, seat) => moves.find((move) => move.seat === seat)?.move);
    const { dancers, events } = danceRound(state.floor, state.rounds[state.round - 1]!, state.dancers, plans);
    return endRound({ ...state, dancers: withMottos(dancers, moves), events });
  },

  view: (state) => ({
    round: state.round,
    maxRounds: ROUNDS,
    status: state.result ? 'completed' : 'active',
    map: state.floor,
    beatSequence: { rounds: state.rounds },
    players: state.dancers.map(({ x, y, score, stunned, eliminatedRound, motto }, seat) => ({
      seat,
      x,
      y,
      score,
      stunned,
      eliminated: eliminatedRound !== null,
      motto,
    })),
    events: state.events,
    ...(state.result && {
      matchResult: {
        rankings: state.result.rankings,
        winner: state.result.winner,
        reason: state.result.reason,
      },
    }),
  }),

  fallback: (state) => ({
    commands: beatsNow(state).map(({ beatIndex, kind }) =>
      kind === 'move' ? { beatIndex, kind, direction: 'hold' } : { beatIndex, kind: 'action', action: 'rock' },
    ),
  }),

  leave(state, seats) {
    const leaving = onFloor(state.dancers).filter((seat) => seats.includes(seat));
    const dancers = state.dancers.map((dancer, seat) =>
      leaving.includes(seat) ? { ...dancer, eliminatedRound: state.round } : dancer,
    );
    const left = onFloor(dancers).length;
    if (left > 1) return { ...state, dancers };
    return { ...state, dancers, result: conclude(dancers, 'last_standing', left === 0 ? leaving : []) };
  },

  scores: (state) => state.dancers.map((dancer) => dancer.score),
};

const beatsNow = (state: State): Beat[] => state.rounds[state.round - 1]!.beats;

const mottos = (move: Move): string[] =>
  move.commands
    .toSorted((a, b) => a.beatIndex - b.beatIndex)
    .flatMap((command) => (command.kind === 'action' && command.motto !== undefined ? [command.motto] : []));

/** Everyone's last motto of the round counts, also that of the eliminated. */
const withMottos = (dancers: Dancer[], moves: SeatMove<Move>[]): Dancer[] =>
  dancers.map((dancer, seat) => {
    const own = moves.find((move) => move.seat === seat);
    return { ...dancer, motto: (own && mottos(own.move).at(-1)) ?? dancer.motto };
  });

function endRound(state: State): State {
  if (onFloor(state.dancers).length < 2) return { ...state, result: conclude(state.dancers, 'last_standing') };
  if (state.round === ROUNDS) return { ...state, result: conclude(state.dancers, 'round_limit') };
  return { ...state, round: state.round + 1, dancers: state.dancers.map((dancer) => ({ ...dancer, stunned: false })) };
}
