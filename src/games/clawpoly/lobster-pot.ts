import type { Seat } from '../../core/game.ts';
import { LOBSTER_POT } from './board.ts';
import type { PotExit, PotReason } from './events.ts';
import { emit } from './events.ts';
import type { State } from './state.ts';
import { withPlayer } from './state.ts';

export const POT_FEE = 50;
export const POT_ATTEMPTS = 3;

/** Straight to the pot: no bonus on the way and no further roll. */
export const enterPot = (state: State, seat: Seat, reason: PotReason): State => {
  const caught = withPlayer(state, seat, { position: LOBSTER_POT, inLobsterPot: true, lobsterPotTurns: 0 });
  return emit({ ...caught, again: false }, 'lobster_pot_in', seat, { reason });
};

export const leavePot = (state: State, seat: Seat, method: PotExit): State =>
  emit(withPlayer(state, seat, { inLobsterPot: false, lobsterPotTurns: 0 }), 'lobster_pot_out', seat, { method });
