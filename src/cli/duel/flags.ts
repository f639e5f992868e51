/** What duels, gauntlets and round robins take. */
export const DUEL_FLAGS = {
  game: { type: 'string' },
  games: { type: 'string' },
  seats: { type: 'string' },
  options: { type: 'string' },
  openings: { type: 'string' },
  plies: { type: 'string' },
  concurrency: { type: 'string' },
  clock: { type: 'string' },
  seed: { type: 'string' },
  sprt: { type: 'string' },
  'stop-early': { type: 'boolean' },
  json: { type: 'boolean' },
  records: { type: 'string' },
  expect: { type: 'string', multiple: true },
} as const;

/** The same for --help. */
export const DUEL_FLAGS_IN_WORDS: { [name in keyof typeof DUEL_FLAGS]: readonly [value: string, about: string] } = {
  game: ['GAME', 'what is played'],
  games: ['N', 'of each pairing, with swapped seats in turn; 200 if nothing is said'],
  clock: ['10s', 'for each move; 5s+0.1 for the game and after each move; fixed: no clock'],
  openings: ['FILE', '.pgn, .epd or .fen for chess, .sgf for go, or none; else the book, where there is one'],
  plies: ['N', 'cuts longer openings off'],
  seed: ['TEXT', 'the same gives the same games, where the agents always play alike'],
  concurrency: ['N', 'games at the same time; as many as there are cores if nothing is said'],
  sprt: ['elo0=0,elo1=5', 'ends as soon as the answer is known; also alpha= and beta=; for two agents'],
  'stop-early': ['', 'ends as soon as it is clear who is better; for two agents'],
  seats: ['N', 'how many play in a game'],
  options: ['JSON', 'of the game, such as {"size":13}'],
  records: ['DIR', 'keeps every game as a file'],
  json: ['', 'one object in place of the table'],
  expect: ['"elo > 0"', 'exit code 2 unless it holds; may be given again'],
};
