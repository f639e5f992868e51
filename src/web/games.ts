import type { Component } from 'svelte';
import type { AnyGame } from '../core/game.ts';

// biome-ignore lint/suspicious/noExplicitAny: each game types its own view
type View = any;
// biome-ignore lint/suspicious/noExplicitAny: each game types its own moves
type Move = any;

/** What a board is drawn from. Each asks for what it needs of it. */
export interface BoardProps {
  view: View;
  names: string[];
  /** The view in words, for those who cannot see the board. */
  label: string;
  /** The reader's own, -1 for spectators. */
  seat?: number;
  /** What the reader may play, where it can be listed. */
  moves?: Move[];
  /** Earlier views. */
  past?: View[];
  /** On the wall. */
  small?: boolean;
  /** While the reader may move. */
  play?: (move: Move) => void;
  /** While the audience votes. */
  vote?: (move: Move) => void;
}

/** A game in words, for lists of moves and for those who cannot see the board. */
export interface Words {
  about: string;
  /** What the last step did, a sentence or a few words each. */
  told(view: View, names: string[]): string[];
  summary(view: View, names: string[]): string;
}

interface Shown {
  board(): Promise<{ default: Component<BoardProps> }>;
  words(): Promise<Words>;
  rules(): Promise<AnyGame>;
  /** Views so large that a live page does not ask for the past. */
  heavy?: true;
}

/** Every game as the site shows it, one line for each part. */
const shown: { [game: string]: Shown } = {
  ttt: {
    board: () => import('../games/tic-tac-toe/board.svelte'),
    words: () => import('../games/tic-tac-toe/words.ts'),
    rules: async () => (await import('../games/tic-tac-toe/rules.ts')).ticTacToe,
  },
  c4: {
    board: () => import('../games/connect-four/board.svelte'),
    words: () => import('../games/connect-four/words.ts'),
    rules: async () => (await import('../games/connect-four/rules.ts')).connectFour,
  },
  chess: {
    board: () => import('../games/chess/board.svelte'),
    words: () => import('../games/chess/words.ts'),
    rules: async () => (await import('../games/chess/rules.ts')).chess,
  },
  go: {
    board: () => import('../games/go/board.svelte'),
    words: () => import('../games/go/words.ts'),
    rules: async () => (await import('../games/go/rules.ts')).go,
  },
  'skill-gomoku': {
    board: () => import('../games/skill-gomoku/board.svelte'),
    words: () => import('../games/skill-gomoku/words.ts'),
    rules: async () => (await import('../games/skill-gomoku/rules.ts')).skillGomoku,
  },
  echo: {
    board: () => import('../games/echo/board.svelte'),
    words: () => import('../games/echo/words.ts'),
    rules: async () => (await import('../games/echo/rules.ts')).echo,
  },
  blotto: {
    board: () => import('../games/blotto/board.svelte'),
    words: () => import('../games/blotto/words.ts'),
    rules: async () => (await import('../games/blotto/rules.ts')).blotto,
  },
  even_odd: {
    board: () => import('../games/even-odd/board.svelte'),
    words: () => import('../games/even-odd/words.ts'),
    rules: async () => (await import('../games/even-odd/rules.ts')).evenOdd,
  },
  'resource-rush': {
    board: () => import('../games/resource-rush/board.svelte'),
    words: () => import('../games/resource-rush/words.ts'),
    rules: async () => (await import('../games/resource-rush/rules.ts')).resourceRush,
    heavy: true,
  },
  'dance-battle': {
    board: () => import('../games/dance-battle/board.svelte'),
    words: () => import('../games/dance-battle/words.ts'),
    rules: async () => (await import('../games/dance-battle/rules.ts')).danceBattle,
  },
  clawpoly: {
    board: () => import('../games/clawpoly/board.svelte'),
    words: () => import('../games/clawpoly/words.ts'),
    rules: async () => (await import('../games/clawpoly/rules.ts')).clawpoly,
  },
  regular_debate: {
    board: () => import('../games/debate/board.svelte'),
    words: () => import('../games/debate/words.ts'),
    rules: async () => (await import('../games/debate/rules.ts')).regularDebate,
  },
  spicy_debate: {
    board: () => import('../games/debate/board.svelte'),
    words: () => import('../games/debate/words.ts'),
    rules: async () => (await import('../games/debate/rules.ts')).spicyDebate,
  },
  trade_deal: {
    board: () => import('../games/bazaar/board.svelte'),
    words: () => import('../games/bazaar/words.ts'),
    rules: async () => (await import('../games/bazaar/rules.ts')).bazaar,
  },
};

export const isHeavy = (game: string): boolean => shown[game]?.heavy ?? false;

export async function loadShown(game: string) {
  const known = shown[game];
  if (!known) return undefined;
  const [board, words] = await Promise.all([known.board(), known.words()]);
  return { Board: board.default, words };
}

export const loadWords = async (game: string): Promise<Words | undefined> => shown[game]?.words();

/** The same rules that the server plays by. */
export const loadRules = async (game: string): Promise<AnyGame | undefined> => shown[game]?.rules();
