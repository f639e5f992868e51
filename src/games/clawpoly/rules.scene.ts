/** Positions and chance for the tests of this folder. */
import type { Random, Seat } from '../../core/game.ts';
import type { EventType, LogEvent } from './events.ts';
import type { Move } from './moves.ts';
import { clawpoly } from './rules.ts';
import type { Deck, Holding, Phase, Player, State } from './state.ts';
import { withPlayer, withSquare } from './state.ts';

/** Dice that fall as told; cards stay as they lie. */
export const diceOf = (...pips: number[]): Random => {
  const left = [...pips];
  const int = (below: number): number => {
    const next = left.shift();
    if (next === undefined || next > below) throw new Error('no more dice');
    return next - 1;
  };
  return { int, pick: (list) => list[int(list.length)]!, shuffle: (list) => [...list] };
};

/** A new game in which seat 0 begins and the seats follow each other. */
export const newGame = (seats = 2, turnLimit = 200): State =>
  clawpoly.start({ turnLimit }, seats, diceOf(...[6, 5, 4, 3, 2, 1].slice(0, seats)));

export const having = (state: State, seat: Seat, change: Partial<Player>): State => withPlayer(state, seat, change);

export const owning = (state: State, seat: Seat, indexes: number[], change: Partial<Holding> = {}): State =>
  indexes.reduce((next, index) => withSquare(next, index, { owner: seat, ...change }), state);

export const inPhase = (state: State, phase: Phase): State => ({ ...state, phase });

/** Lays a card on top of its deck. */
export const onTop = (state: State, deck: Deck, card: number): State => ({
  ...state,
  decks: { ...state.decks, [deck]: [card, ...state.decks[deck].filter((other) => other !== card)] },
});

/** Plays a move that has to be legal. */
export function play(state: State, seat: Seat, move: Move, ...pips: number[]): State {
  const refused = clawpoly.check(state, { seat, move });
  if (refused !== undefined) throw new Error(refused.reason);
  return clawpoly.play(state, [{ seat, move }], diceOf(...pips));
}

/** What the clock does for whoever is waited for. */
export function playLate(state: State, seat: Seat, ...pips: number[]): State {
  return clawpoly.play(state, [{ seat, move: clawpoly.fallback!(state, seat), late: true }], diceOf(...pips));
}

export const roll = (state: State, ...pips: number[]): State =>
  play(state, state.current, { type: 'roll_dice' }, ...pips);

export const moneyOf = (state: State): number[] => state.players.map(({ money }) => money);

export const typesOf = (state: State): EventType[] => state.events.map(({ type }) => type);

export const eventsOf = <Type extends EventType>(state: State, type: Type) =>
  state.events.filter((event): event is LogEvent & { type: Type } => event.type === type);
