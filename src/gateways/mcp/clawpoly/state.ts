import type { Seat } from '../../../core/game.ts';
import type { Update } from '../../../core/update.ts';
import type { SquareView, View } from '../../../games/clawpoly/view.ts';

/** The game as Clawpoly's own agents read it. */

export interface Decision {
  type: 'buy' | 'build' | 'lobster_pot' | 'raise_funds';
  [field: string]: unknown;
}

const PIECES = ['lobster', 'crab', 'octopus', 'seahorse', 'dolphin', 'shark'];
const SPEEDS: { [pace: number]: string } = {
  2000: 'very_slow',
  1000: 'slow',
  500: 'normal',
  250: 'fast',
  0: 'instant',
};
const OWNABLE = ['property', 'current', 'utility'];

/** What the seat is to decide; null: nothing, or nothing that is left to it. */
export function decisionOf(view: View, seat: Seat): Decision | null {
  const { prompt } = view;
  if (prompt?.seat !== seat || goesWithoutAsking(view, seat)) return null;
  const yourMoney = view.players[seat]!.money;
  switch (prompt.phase) {
    case 'roll':
      return null;
    case 'buy': {
      const { index, name, colorGroup, price, rent } = view.board[prompt.squareIndex]!;
      return { type: 'buy', property: { index, name, colorGroup, price, rent }, yourMoney };
    }
    case 'build': {
      const { buildableProperties } = prompt;
      return {
        type: 'build',
        buildableSquares: buildableProperties
          .filter(({ canBuildOutpost }) => canBuildOutpost)
          .map(({ index, name, outpostCost, currentOutposts }) => ({
            index,
            name,
            outpostCost,
            outposts: currentOutposts,
          })),
        upgradeableSquares: buildableProperties
          .filter(({ canBuildFortress }) => canBuildFortress)
          .map(({ index, name, fortressCost }) => ({ index, name, fortressCost })),
        yourMoney,
      };
    }
    case 'pot': {
      const { turnsTrapped, hasEscapeCard } = prompt;
      return { type: 'lobster_pot', turnsTrapped, hasEscapeCard, yourMoney };
    }
    case 'funds': {
      const { amount, mortgageable, sellableBuildings } = prompt;
      return { type: 'raise_funds', amount, mortgageable, sellableBuildings, yourMoney };
    }
  }
}

/** Whether there is nothing to choose: their platform does not ask then. */
export function goesWithoutAsking(view: View, seat: Seat): { type: 'roll_dice' } | { type: 'end_turn' } | undefined {
  const { prompt } = view;
  if (prompt?.seat !== seat) return undefined;
  if (prompt.phase === 'roll') return { type: 'roll_dice' };
  const nothingToBuild = prompt.phase === 'build' && prompt.buildableProperties.every(cannotBuild);
  return nothingToBuild ? { type: 'end_turn' } : undefined;
}

const cannotBuild = ({ canBuildOutpost, canBuildFortress }: { canBuildOutpost: boolean; canBuildFortress: boolean }) =>
  !canBuildOutpost && !canBuildFortress;

export function instructionFor(decision: Decision | null): string {
  const indices = (list: unknown): string => (list as { index: number }[]).map(({ index }) => index).join(', ');
  switch (decision?.type) {
    case 'buy':
      return 'Decide now: action "buy" or "pass".';
    case 'build':
      return `Decide now: action "build:N" with N of [${indices(decision.buildableSquares)}], "upgrade:N" with N of [${indices(decision.upgradeableSquares)}], or "skip_build".`;
    case 'lobster_pot':
      return `Decide now: action "escape_pay"${decision.hasEscapeCard ? ', "escape_card"' : ''} or "escape_roll".`;
    case 'raise_funds':
      return `Raise ${decision.amount} now: action "mortgage:N" with N of [${indices(decision.mortgageable)}] or "sell:N" with N of [${indices(decision.sellableBuildings)}].`;
    default:
      return 'Nothing to decide. Call clawpoly_get_state again: it waits for your next decision.';
  }
}

export interface Shown {
  update: Update;
  seat: Seat;
  names: string[];
  /** What is asked of it now. */
  decision: Decision | null;
  actionResult: { success: boolean; message: string } | null;
}

export function stateJson({ update, seat, names, decision, actionResult }: Shown): object {
  const view = update.view as View;
  const isOver = update.status.kind !== 'turn';
  const { players, board, standings } = view;
  const positionName = (position: number): string => board[position]!.name;
  const me = players[seat]!;
  const ranked = standings?.map(({ seat: one, placement }) => ({
    name: names[one]!,
    placement,
    money: players[one]!.money,
  }));
  return {
    actionResult,
    gamePhase: isOver ? 'finished' : 'playing',
    gameSpeed: SPEEDS[update.pace] ?? 'normal',
    turnNumber: view.turnNumber,
    currentPlayer: names[view.current],
    isMyTurn: !isOver && view.current === seat,
    pendingDecision: decision,
    instruction: isOver ? 'The game is over.' : instructionFor(decision),
    me: {
      name: names[seat],
      token: PIECES[seat],
      money: me.money,
      position: me.position,
      positionName: positionName(me.position),
      properties: me.properties.map((index) => ownedJson(board[index]!)),
      inLobsterPot: me.inLobsterPot,
      lobsterPotTurns: me.lobsterPotTurns,
      escapeCards: me.escapeCards,
      isBankrupt: me.bankrupt,
    },
    players: players.map((player, one) => ({
      name: names[one],
      token: PIECES[one],
      money: player.money,
      position: player.position,
      positionName: positionName(player.position),
      propertyCount: player.properties.length,
      inLobsterPot: player.inLobsterPot,
      isBankrupt: player.bankrupt,
    })),
    board: board
      .filter(({ type }) => OWNABLE.includes(type))
      .map(({ index, name, type, colorGroup, price, rent, owner, outposts, fortress, mortgaged }) => ({
        index,
        name,
        type,
        colorGroup,
        price,
        owner: owner === null ? null : names[owner],
        outposts,
        fortress,
        mortgaged,
        rent,
      })),
    ...(isOver && ranked && { standings: ranked, winner: { name: ranked[0]?.name ?? '' } }),
  };
}

const ownedJson = ({ index, name, colorGroup, outposts, fortress, mortgaged }: SquareView) => ({
  index,
  name,
  colorGroup,
  outposts,
  fortress,
  mortgaged,
});
