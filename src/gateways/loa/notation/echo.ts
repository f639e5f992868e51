import type { EchoView } from '../../../games/echo/rules.ts';
import { byId, type Notation, nameOf } from './notation.ts';

const keycap = (number: number): string => (number === 10 ? '🔟' : `${number}\u{fe0f}\u{20e3}`);

export const echo: Notation<EchoView> = {
  maxRounds: ({ view }) => view.maxRounds,
  round: ({ view }) => view.currentRound,
  made: ({ view }) => view.history.length,
  scores: ({ view }) => view.scores,
  extra: ({ view, players }) => ({
    currentRound: view.currentRound,
    maxRounds: view.maxRounds,
    scores: byId(players, (seat) => view.scores[seat]),
  }),
  actions({ view }) {
    const { last } = view;
    if (!last) return [];
    return last.numbers.map((number, seat) => {
      const repeated = last.counted[seat] !== number;
      return { seat, action: `Played ${keycap(number)}${repeated ? ' (a repeat: counts as 0)' : ''}` };
    });
  },
  summary: ({ view, players }, round) =>
    view.last && view.last.winner !== null
      ? `Round ${round}: ${nameOf(players, view.last.winner)} wins!`
      : `Round ${round}: a tie.`,
};
