import type { Seat } from '../../../core/game.ts';
import type { Prompt } from '../../../games/clawpoly/prompt.ts';
import type { Trade } from '../../../games/clawpoly/state.ts';
import type { View } from '../../../games/clawpoly/view.ts';
import type { Frame } from '../protocol.ts';
import { offerJson } from './events.ts';
import { type Player, playerId, playerIdOrNull } from './players.ts';
import { boardJson, boardText, winnerOf } from './state.ts';

/**
 * The open decision of a seat.
 * @param lastEvents makes a list in JSON
 */
export function promptFrame(view: View, prompt: Prompt, players: Player[], lastEvents: () => string): Frame {
  const { seat, availableActions } = prompt;
  const yourMoney = view.players[seat]!.money;
  switch (prompt.phase) {
    case 'roll':
      return {
        type: 'agent:your_turn',
        json: `{"gameState":${gameStateText(view, seat, players, lastEvents())},"availableActions":${JSON.stringify(availableActions)}}`,
      };
    case 'buy': {
      const { index, name, colorGroup, price, rent } = view.board[prompt.squareIndex]!;
      return {
        type: 'agent:buy_decision',
        data: { property: { index, name, colorGroup, price, rent }, yourMoney, availableActions },
      };
    }
    case 'build': {
      const { buildableProperties } = prompt;
      const buildableSquares = buildableProperties
        .filter(({ canBuildOutpost }) => canBuildOutpost)
        .map(({ index, name, outpostCost }) => ({ index, name, cost: outpostCost }));
      const upgradeableSquares = buildableProperties
        .filter(({ canBuildFortress }) => canBuildFortress)
        .map(({ index, name, fortressCost }) => ({ index, name, cost: fortressCost }));
      return {
        type: 'agent:build_decision',
        data: { buildableProperties, buildableSquares, upgradeableSquares, yourMoney, availableActions },
      };
    }
    case 'pot': {
      const { turnsTrapped, hasEscapeCard } = prompt;
      return {
        type: 'agent:lobster_pot_decision',
        data: { turnsTrapped, hasEscapeCard, yourMoney, availableActions },
      };
    }
    case 'funds': {
      const { amount, mortgageable, sellableBuildings } = prompt;
      return {
        type: 'agent:must_raise_funds',
        data: { amount, yourMoney, mortgageable, sellableBuildings, availableActions },
      };
    }
  }
}

/** The game as one seat sees it. Board and events are most of it, and are written already. */
function gameStateText(view: View, you: Seat, players: Player[], lastEvents: string): string {
  const { money, position, properties, inLobsterPot, lobsterPotTurns, escapeCards } = view.players[you]!;
  const seats = {
    turnNumber: view.turnNumber,
    you: { id: playerId(you), money, position, properties, inLobsterPot, lobsterPotTurns, escapeCards },
    opponents: view.players
      .filter(({ seat }) => seat !== you)
      .map(({ seat, bankrupt, ...one }) => ({
        id: playerId(seat),
        name: players[seat]!.name,
        money: one.money,
        position: one.position,
        properties: one.properties,
        inLobsterPot: one.inLobsterPot,
        escapeCards: one.escapeCards,
        isBankrupt: bankrupt,
      })),
  };
  return `${JSON.stringify(seats).slice(0, -1)},"board":${boardText(view)},"lastEvents":${lastEvents}}`;
}

export const tradeFrame = ({ id, from, giving, requesting }: Trade, players: Player[]): Frame => ({
  type: 'agent:trade_received',
  data: {
    tradeId: id,
    fromId: playerId(from),
    fromName: players[from]!.name,
    offer: offerJson({ giving, requesting }),
    availableActions: ['trade_respond'],
  },
});

export const startedFrame = (view: View, players: Player[]): Frame => ({
  type: 'agent:game_started',
  data: {
    turnOrder: view.order.map(playerId),
    players: players.map(({ name, piece }, seat) => ({ id: playerId(seat), name, token: piece })),
    board: boardJson(view),
  },
});

export interface Result {
  winnerId: string | null;
  reason: string;
}

/** How the game ended; a game that was broken off has no winner. */
export const resultOf = (view: View, brokenOff?: string): Result => ({
  winnerId: playerIdOrNull(winnerOf(view)),
  reason: view.reason ?? brokenOff ?? 'abandoned',
});

export const overFrame = (view: View, brokenOff?: string): Frame => ({
  type: 'agent:game_over',
  data: { ...resultOf(view, brokenOff), finalStandings: standingsJson(view) },
});

export const standingsJson = ({ standings }: View) =>
  (standings ?? []).map(({ seat, placement, money, properties, bankruptAtTurn }) =>
    bankruptAtTurn === null
      ? { id: playerId(seat), placement, money, properties }
      : { id: playerId(seat), placement, bankruptAtTurn },
  );
