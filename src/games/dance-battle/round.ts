import type { Seat } from '../../core/game.ts';
import { moveBeat, stressBeat } from './beats.ts';
import type { Action, Command, Direction, Move } from './move.ts';
import type { BeatEvent, Dancer, Floor, Round } from './state.ts';
import { onFloor } from './state.ts';

/** Dances a round beat by beat; it stops as soon as fewer than two are left. `plans` holds one for everyone on the floor. */
export function danceRound(
  floor: Floor,
  round: Round,
  start: readonly Dancer[],
  plans: readonly (Move | undefined)[],
): { dancers: Dancer[]; events: BeatEvent[] } {
  let dancers = [...start];
  const events: BeatEvent[] = [];
  for (const { beatIndex, kind } of round.beats) {
    if (onFloor(dancers).length < 2) break;
    const command = (seat: Seat): Command => plans[seat]!.commands.find((each) => each.beatIndex === beatIndex)!;
    if (kind === 'move') {
      const { steps, ...beat } = moveBeat(floor, dancers, (seat) => directionOf(command(seat)));
      dancers = beat.dancers;
      events.push({ round: round.round, beatIndex, kind, steps });
    } else {
      const { dancers: after, ...beat } = stressBeat(dancers, round.round, (seat) => actionOf(command(seat)));
      dancers = after;
      events.push({ round: round.round, beatIndex, kind, ...beat });
    }
  }
  return { dancers, events };
}

function directionOf(command: Command): Direction {
  if (command.kind !== 'move') throw new Error('an action on a move beat');
  return command.direction;
}

function actionOf(command: Command): Action {
  if (command.kind !== 'action') throw new Error('a step on a stress beat');
  return command.action;
}
