import type { Bot, Bots, Random, Seat } from '../../core/game.ts';
import { stride } from './beats.ts';
import { isOnFloor, isWall, stepsTo } from './floor.ts';
import type { Direction, Move } from './move.ts';
import { ACTIONS, DIRECTIONS } from './move.ts';
import { danceRound } from './round.ts';
import type { View } from './rules.ts';
import type { Dancer, Round, Tile } from './state.ts';
import { distance, onFloor } from './state.ts';

const roundOf = (view: View): Round => view.beatSequence.rounds[view.round - 1]!;

/** A plan that walks as told and strikes random poses. */
function plan(round: Round, random: Random, walk: () => Direction): Move {
  return {
    commands: round.beats.map(({ beatIndex, kind }) =>
      kind === 'move'
        ? { beatIndex, kind, direction: walk() }
        : { beatIndex, kind: 'action', action: random.pick(ACTIONS) },
    ),
  };
}

const wander: Bot<View, Move> = (view, _turn, _seat, random) =>
  plan(roundOf(view), random, () => random.pick(DIRECTIONS));

/** A random walk that stays clear of walls and the edge. */
function stroll(view: View, from: Tile, random: Random): Move {
  let at = from;
  return plan(roundOf(view), random, () => {
    const direction = random.pick(DIRECTIONS.filter((each) => isFree(view, stride(at, each))));
    at = stride(at, direction);
    return direction;
  });
}

const isFree = (view: View, tile: Tile): boolean => isOnFloor(view.map, tile) && !isWall(view.map, tile);

/** Goes up to the nearest dancer and stops beside them. */
const chase: Bot<View, Move> = (view, _turn, seat, random) => {
  let at: Tile = view.players[seat]!;
  const others = view.players.filter((player) => player.seat !== seat && !player.eliminated);
  const target = others.sort((a, b) => distance(at, a) - distance(at, b))[0];
  if (!target) return stroll(view, at, random);
  const steps = stepsTo(view.map, target);
  const stepsFrom = (tile: Tile) => steps[tile.y * view.map.width + tile.x]!;
  return plan(roundOf(view), random, () => {
    if (stepsFrom(at) <= 1) return 'hold';
    const closer = DIRECTIONS.filter(
      (each) => isFree(view, stride(at, each)) && stepsFrom(stride(at, each)) < stepsFrom(at),
    );
    const direction = random.pick(closer);
    at = stride(at, direction);
    return direction;
  });
};

const OWN_PLANS = 24;
const GUESSES = 24;
const FARTHEST = 32;

/** Tries plans of its own against guesses of what the others will do, and takes the one that ends best on average. */
const rehearse: Bot<View, Move> = (view, turn, seat, random) => {
  const dancers = dancersOf(view);
  const others = onFloor(dancers).filter((each) => each !== seat);
  const guess = (other: Seat) =>
    random.int(2) ? chase(view, turn, other, random) : stroll(view, dancers[other]!, random);
  const guesses = Array.from({ length: GUESSES }, () =>
    dancers.map((_, other) => (others.includes(other) ? guess(other) : undefined)),
  );
  const own = [chase(view, turn, seat, random)];
  while (own.length < OWN_PLANS) own.push(stroll(view, dancers[seat]!, random));

  const worth = own.map((move) =>
    guesses
      .map((plans) => danceRound(view.map, roundOf(view), dancers, plans.with(seat, move)).dancers)
      .reduce((sum, after) => sum + worthOf(after, seat), 0),
  );
  return own[worth.indexOf(Math.max(...worth))]!;
};

const dancersOf = (view: View): Dancer[] =>
  view.players.map(({ x, y, score, stunned, eliminated, motto }) => ({
    x,
    y,
    score,
    stunned,
    eliminatedRound: eliminated ? view.round : null,
    motto,
  }));

/** The place it would have if the match ended here; then being far from others when it leads, and near when it does not. */
function worthOf(dancers: readonly Dancer[], seat: Seat): number {
  const own = dancers[seat]!;
  const standing = ({ eliminatedRound, score }: Dancer) => (eliminatedRound === null ? 1000 : 0) + score;
  const others = dancers.filter((other) => other !== own);
  const behind = others.filter((other) => standing(other) > standing(own)).length;
  const level = others.filter((other) => standing(other) === standing(own)).length;
  const nearest = Math.min(
    ...others.filter((other) => other.eliminatedRound === null).map((other) => distance(own, other)),
    FARTHEST,
  );
  const isLeading = behind + level === 0;
  return -behind - level / 2 + (isLeading ? 0.01 : -0.01) * nearest;
}

export const danceBattleBots: Bots<View, Move> = [
  { name: 'easy', play: wander },
  { name: 'medium', play: chase },
  { name: 'hard', play: rehearse },
];
