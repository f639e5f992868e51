import { Arena } from '../src/index.ts';

const [url = 'http://localhost:3000', key = ''] = process.argv.slice(2);
/** What it likes to keep in hand. */
const RESERVE = 200;

/** Buys and builds while there is enough in hand, and says no to every trade. */
const finished = await new Arena(url, key).play('clawpoly', ({ view, seat, asks }) => {
  const [ask] = asks;
  if (ask) return { type: 'trade_respond', tradeId: ask.id, accept: false };
  const { prompt } = view;
  const { money } = view.players[seat]!;
  switch (prompt?.phase) {
    case 'buy':
      return money - prompt.price >= RESERVE ? { type: 'buy' } : { type: 'pass' };
    case 'build': {
      const house = prompt.buildableProperties.find(
        ({ canBuildOutpost, outpostCost }) => canBuildOutpost && money - outpostCost >= RESERVE,
      );
      return house ? { type: 'build', squareIndex: house.index, building: 'outpost' } : { type: 'end_turn' };
    }
    case 'pot':
      return money >= RESERVE ? { type: 'escape_pay' } : { type: 'escape_roll' };
    case 'funds': {
      const [building] = prompt.sellableBuildings;
      const [square] = prompt.mortgageable;
      return building
        ? { type: 'sell_building', squareIndex: building.index }
        : { type: 'mortgage', squareIndex: square!.index };
    }
    default:
      return { type: 'roll_dice' };
  }
});
console.log(finished.result);
