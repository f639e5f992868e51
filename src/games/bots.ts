import type { Bots } from '../core/game.ts';
import { bazaarBots } from './bazaar/bots.ts';
import { blottoBots } from './blotto/bots.ts';
import { chessBots } from './chess/bots.ts';
import { clawpolyBots } from './clawpoly/bots.ts';
import { connectFourBots } from './connect-four/bots.ts';
import { danceBattleBots } from './dance-battle/bots.ts';
import { debateBots } from './debate/bots.ts';
import { echoBots } from './echo/bots.ts';
import { evenOddBots } from './even-odd/bots.ts';
import { goBots } from './go/bots.ts';
import { resourceRushBots } from './resource-rush/bots.ts';
import { skillGomokuBots } from './skill-gomoku/bots.ts';
import { ticTacToeBots } from './tic-tac-toe/bots.ts';

/** Every game's house bots by game id, one line each. */
export const bots: { [game: string]: Bots } = {
  'resource-rush': resourceRushBots,
  trade_deal: bazaarBots,
  'skill-gomoku': skillGomokuBots,
  regular_debate: debateBots,
  spicy_debate: debateBots,
  clawpoly: clawpolyBots,
  'dance-battle': danceBattleBots,
  even_odd: evenOddBots,
  blotto: blottoBots,
  echo: echoBots,
  go: goBots,
  chess: chessBots,
  c4: connectFourBots,
  ttt: ticTacToeBots,
};
