import type { EventType, LogEvent } from '../../../games/clawpoly/events.ts';
import type { Goods } from '../../../games/clawpoly/state.ts';
import type { View } from '../../../games/clawpoly/view.ts';
import { type Player, playerId, playerIdOrNull } from './players.ts';
import { playerJson, playersJson, type RoomFacts, winnerOf } from './state.ts';

/** An event as it is in the log, and as a frame for spectators. */
export interface LogEntry {
  id: string;
  roomId: string;
  sequence: number;
  turnNumber: number;
  type: `game:${EventType}`;
  playerId: string | null;
  data: { [field: string]: unknown };
  timestamp: string;
}

export function entryOf(roomId: string, players: Player[], event: LogEvent, at: number): LogEntry {
  const { sequence, turnNumber, type, seat } = event;
  return {
    id: `${roomId}-${sequence}`,
    roomId,
    sequence,
    turnNumber,
    type: `game:${type}`,
    playerId: playerIdOrNull(seat),
    data: dataOf(event, players),
    timestamp: new Date(at).toISOString(),
  };
}

/** An entry as those who keep their picture from frames are told of it: all that it is about is in its data. */
export function liveEvent(entry: LogEntry, facts: RoomFacts, view: View): LogEntry {
  const { type, playerId, turnNumber, data } = entry;
  const squareIndex = data.squareIndex ?? (type === 'game:player_moved' ? data.to : undefined);
  const square = view.board[squareIndex as number];
  const winner = type === 'game:finished' ? winnerOf(view) : null;
  return {
    ...entry,
    data: {
      ...data,
      playerId,
      turnNumber,
      ...(square && { squareName: square.name }),
      ...(type === 'game:card_drawn' && { cardText: data.text }),
      ...(type === 'game:started' && { players: playersJson(facts, view) }),
      ...(winner !== null && { winner: playerJson(facts, view, winner), winnerName: facts.players[winner]!.name }),
    },
  };
}

function dataOf(event: LogEvent, players: Player[]): { [field: string]: unknown } {
  switch (event.type) {
    case 'started':
      return {
        turnOrder: event.data.turnOrder.map(playerId),
        players: players.map(({ name, piece }, seat) => ({ id: playerId(seat), name, token: piece })),
      };
    case 'rent_paid': {
      const { payer, owner, squareIndex, amount } = event.data;
      return { payerId: playerId(payer), ownerId: playerId(owner), squareIndex, amount };
    }
    case 'trade_proposed':
    case 'trade_accepted':
    case 'trade_rejected': {
      const { tradeId, from, to, giving, requesting } = event.data;
      return { tradeId, fromId: playerId(from), toId: playerId(to), ...offerJson({ giving, requesting }) };
    }
    case 'bankrupt':
      return { creditorId: playerIdOrNull(event.data.creditor) };
    case 'finished':
      return { winnerId: playerIdOrNull(event.data.winner), reason: event.data.reason };
    default:
      return { ...event.data };
  }
}

export const offerJson = ({ giving, requesting }: { giving: Goods; requesting: Goods }) => ({
  giving: goodsJson(giving),
  requesting: goodsJson(requesting),
});

const goodsJson = ({ properties, money, escapeCards }: Goods) => ({
  properties,
  money,
  ...(escapeCards > 0 && { escapeCards }),
});
