import type { Random, Seat } from '../../core/game.ts';
import { emit } from './events.ts';
import type { State } from './state.ts';

const die = (random: Random): number => 1 + random.int(6);

export interface Roll {
  state: State;
  total: number;
  doubles: boolean;
}

export function rollDice(state: State, seat: Seat, random: Random): Roll {
  const dice: [number, number] = [die(random), die(random)];
  const total = dice[0] + dice[1];
  const doubles = dice[0] === dice[1];
  return { state: emit({ ...state, dice }, 'dice_rolled', seat, { dice, total, doubles }), total, doubles };
}

/** One die each, the highest first; those who tie roll again among themselves. */
export function rollOrder(seats: Seat[], random: Random): Seat[] {
  if (seats.length < 2) return seats;
  const rolled = seats.map((seat) => ({ seat, pips: die(random) }));
  return [6, 5, 4, 3, 2, 1].flatMap((pips) =>
    rollOrder(
      rolled.filter((one) => one.pips === pips).map((one) => one.seat),
      random,
    ),
  );
}
