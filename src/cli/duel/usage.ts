/** For --help; docs/evaluation.md says the rest. */
export const PLAYERS = [
  'A player is house:BOT, a module (./bot.ts), a program that talks in JSON lines ("python3 bot.py"), an engine',
  '(uci:stockfish, "gtp:gnugo --mode gtp") or an agent of any protocol ("arena:node agent.js"). docs/evaluation.md',
  'says what each is told, and what the figures mean.',
];

const FLAGS = {
  '--game GAME': 'what is played',
  '--games N': 'how many, in pairs with swapped seats; 200 for each two if nothing is said',
  '--clock TIME': '10s for each move (if nothing is said), 5s+0.1 for the game and each move, or fixed: none',
  '--openings FILE': '.pgn, .epd, .fen or .sgf, or none; else the book of the game where it has one',
  '--plies N': 'cut longer openings off',
  '--seats N': 'how many play, where the game leaves a choice',
  '--options JSON': 'options of the game, such as {"size":13}',
  '--seed TEXT': 'the same games again, where the agents always play alike',
  '--concurrency N': 'games at the same time; as many as there are cores if nothing is said',
  '--records DIR': 'keep every game, for crossplay verify and replay',
  '--json': 'one object in place of the tables',
  '--expect "elo > 0"': 'exit code 2 unless it holds of a figure of the JSON; may be given again',
};

/** Of all that take more than two players. */
export const RANKING_FLAGS: { [flag: string]: string } = FLAGS;

export const DUEL_FLAGS: { [flag: string]: string } = {
  ...FLAGS,
  '--sprt elo0=0,elo1=5,…': 'end as soon as the answer is known; alpha and beta are 0.05 if nothing is said',
  '--stop-early': 'end as soon as it is clear at 95 % who is better',
};
