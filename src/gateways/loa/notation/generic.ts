import { idOf, type Notation, nameOf, type Scene } from './notation.ts';

type View = { readonly [name: string]: unknown };

/** Decisions made so far. */
const made = ({ update }: Scene): number => update.decisions;

/** Limits of decisions, not of what a game calls turns: one of those may hold several decisions. */
const LIMITS = ['maxRounds', 'maxMoves', 'moveLimit'];
const LATEST = ['lastMove', 'lastCell', 'lastColumn', 'last'];
const WORDS = ['san', 'point', 'cell', 'column', 'text'];
const MOST_LEGAL = 250;

const isScores = (value: unknown, players: number): value is number[] =>
  Array.isArray(value) && value.length === players && value.every((score) => typeof score === 'number');

function legal({ viewer, update }: Scene): { legal?: string[] } {
  if (typeof viewer !== 'number' || !update.waiting.includes(viewer)) return {};
  const texts = (update.legal ?? []).flatMap(({ seat, text }) => (seat === viewer ? [text] : []));
  return texts.length > 0 && texts.length <= MOST_LEGAL ? { legal: texts } : {};
}

/** What a view tells of the latest move, if it says so in a word. */
function latestOf(view: View): string | number | undefined {
  const latest = LATEST.map((name) => view[name]).find((value) => value !== undefined && value !== null);
  const words = [latest, ...WORDS.map((word) => (latest as View | undefined)?.[word])];
  return words.find((value) => typeof value === 'string' || typeof value === 'number') as string | number | undefined;
}

/** Any game of which this protocol knows nothing: its view as it is, with the seats' agents beside it. */
export const generic: Notation<View> = {
  maxRounds({ view }) {
    const limit = LIMITS.map((name) => view[name]).find((value) => Number.isInteger(value));
    return (limit as number | undefined) ?? 0;
  },
  round(scene) {
    const { status, update } = scene;
    const decided = status.kind !== 'turn' && (update.moved.length > 0 || update.late.length > 0);
    return Math.max(1, decided ? made(scene) : made(scene) + 1);
  },
  made,
  scores: ({ view, players }) => (isScores(view.scores, players.length) ? view.scores : players.map(() => 0)),
  extra(scene) {
    const { view, viewer, players, update } = scene;
    return {
      ...view,
      seat: typeof viewer === 'number' ? viewer : null,
      seats: players.map(({ agentId }) => agentId),
      ...(update.begun && { waitingFor: update.waiting.flatMap((seat) => idOf(players, seat) ?? []) }),
      ...legal(scene),
    };
  },
  actions(scene) {
    const { view, update, players } = scene;
    if (scene.game.sealed) {
      const idle = [...update.late, ...(update.left?.seats ?? [])];
      return players.flatMap((_, seat) => (idle.includes(seat) ? [] : [{ seat, action: 'Moved' }]));
    }
    const latest = latestOf(view);
    const action = latest === undefined || update.moved.length > 1 ? 'Moved' : `Played ${latest}`;
    return update.moved.filter((seat) => seat >= 0).map((seat) => ({ seat, action }));
  },
  summary({ status, players }, round) {
    if (status.kind === 'turn') {
      const next = status.must.filter((seat) => seat >= 0).map((seat) => nameOf(players, seat));
      return `Round ${round}: played.${next.length ? ` Next: ${next.join(', ')}.` : ''}`;
    }
    const winners = status.kind === 'over' ? players.filter((_, seat) => status.ranks[seat] === 1) : [];
    return winners.length === 1 ? `Round ${round}: ${winners[0]!.agentName} wins!` : `Round ${round}: a draw.`;
  },
  legal: true,
  text: true,
};
