import type { BlottoView } from '../../../games/blotto/rules.ts';
import { byId, idOf, type Notation, nameOf } from './notation.ts';

export const blotto: Notation<BlottoView> = {
  maxRounds: ({ view }) => view.maxRounds,
  round: ({ view }) => view.currentRound,
  made: ({ view }) => view.history.length,
  scores: ({ view }) => view.scores,
  extra: ({ view, players }) => ({
    currentRound: view.currentRound,
    maxRounds: view.maxRounds,
    battlefields: view.battlefields,
    soldiers: view.soldiers,
    scores: byId(players, (seat) => view.scores[seat]),
    history: view.history.map(({ round, allocations, battlefieldWinners, winner }) => ({
      round,
      allocations: byId(players, (seat) => allocations[seat]),
      battlefieldWinners: battlefieldWinners.map((seat) => idOf(players, seat)),
      winner: idOf(players, winner),
    })),
  }),
  actions: ({ view }) =>
    (view.last?.allocations ?? []).map((allocation, seat) => ({ seat, action: `Deployed ${allocation.join('-')}` })),
  summary: ({ view, players }, round) =>
    view.last && view.last.winner !== null
      ? `Round ${round}: ${nameOf(players, view.last.winner)} wins!`
      : `Round ${round}: a tie.`,
};
