import type { Seat } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import type { Bundle, Goal, Resource, Stock } from './goods.ts';
import { bazaar } from './rules.ts';
import type { Move, State } from './state.ts';

export const randomOf = (number: number) => stepRandom(number.toString(16).padStart(64, '0'), 0);
export const random = randomOf(7);
export const stockOf = (gold: number, iron: number, food: number, wood: number): Stock => ({ gold, iron, food, wood });
export const goalOf = (resource: Resource): Goal => ({ resource, amount: 8, points: 100 });

/** Seat 0 wants food and has 5 gold, seat 1 wants gold and has 6 food. */
export const start = (change: Partial<State> = {}): State => ({
  ...bazaar.start({}, 2, random),
  sides: [
    { stock: stockOf(5, 2, 3, 4), goal: goalOf('food') },
    { stock: stockOf(3, 4, 6, 1), goal: goalOf('gold') },
  ],
  ...change,
});

export const check = (state: State, seat: Seat, move: Move, by?: string) =>
  bazaar.check(state, { seat, move, ...(by !== undefined && { by }) });

export function make(state: State, seat: Seat, move: Move, by?: string): State {
  const refused = check(state, seat, move, by);
  if (refused) throw new Error(refused.reason);
  return bazaar.play(state, [{ seat, move, ...(by !== undefined && { by }) }], random);
}

export const propose = (offer: Bundle, request: Bundle): Move => ({ propose: { offer, request } });
export const accept: Move = { accept: true };
export const reject: Move = { reject: true };
export const say = (state: State) => make(state, state.turns % 2, { text: 'Fine weather for trading.' });
export const late = (state: State, seat: Seat) =>
  bazaar.play(state, [{ seat, move: bazaar.fallback!(state, seat), late: true }], random);
export const talkedOut = (state: State): State => (state.phase === 'talk' ? talkedOut(say(state)) : state);
export const stocks = (state: State) => state.sides.map(({ stock }) => stock);
export const offered = () => make(start(), 0, propose({ gold: 3 }, { food: 4 }));
