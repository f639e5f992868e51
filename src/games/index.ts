/** Every folder of games, one line each. `manifests.ts` reads them. */
export { bazaar } from './bazaar/game.ts';
export { blotto } from './blotto/game.ts';
export { chess } from './chess/game.ts';
export { clawpoly } from './clawpoly/game.ts';
export { connectFour } from './connect-four/game.ts';
export { danceBattle } from './dance-battle/game.ts';
export { regularDebate, spicyDebate } from './debate/game.ts';
export { echo } from './echo/game.ts';
export { evenOdd } from './even-odd/game.ts';
export { go } from './go/game.ts';
export { resourceRush } from './resource-rush/game.ts';
export { skillGomoku } from './skill-gomoku/game.ts';
export { ticTacToe } from './tic-tac-toe/game.ts';
