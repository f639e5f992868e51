import type { View } from '../../../games/clawpoly/view.ts';
import type { Speed } from '../terms.ts';
import { type Player, playerId, playerIdOrNull } from './players.ts';

type SquareView = View['board'][number];

export type GamePhase = 'waiting' | 'playing' | 'paused' | 'finished';

/** A room beside its game. */
export interface RoomFacts {
  roomId: string;
  roomCode: string;
  gamePhase: GamePhase;
  gameSpeed: Speed;
  players: Player[];
  /** By seat. */
  connected: boolean[];
}

export const boardJson = ({ board }: View) => board.map(squareJson);

const squareJson = ({ owner, outposts, fortress, mortgaged, mortgageValue, ...square }: SquareView) => ({
  ...square,
  owner: playerIdOrNull(owner),
  outposts,
  fortress,
  mortgaged,
  mortgageValue,
});

const squareTexts = new Map<string, string>();

const boardTexts = new WeakMap<SquareView[], string>();

/** The board in JSON, written once. A square has few states, each of which is written once too. */
export function boardText({ board }: View): string {
  let text = boardTexts.get(board);
  if (text === undefined) boardTexts.set(board, (text = `[${board.map(squareText).join(',')}]`));
  return text;
}

function squareText(square: SquareView): string {
  const { index, owner, outposts, fortress, mortgaged } = square;
  const key = `${index} ${owner} ${outposts} ${fortress} ${mortgaged}`;
  let text = squareTexts.get(key);
  if (text === undefined) squareTexts.set(key, (text = JSON.stringify(squareJson(square))));
  return text;
}

/** What everyone may know of a room's game. Before the start `view` is that of a game nobody has moved in. */
export function stateJson({ roomId, roomCode, gamePhase, gameSpeed, players, connected }: RoomFacts, view: View) {
  const waiting = gamePhase === 'waiting';
  return {
    roomId,
    roomCode,
    gamePhase,
    turnNumber: waiting ? 0 : view.turnNumber,
    turnLimit: view.turnLimit,
    gameSpeed,
    currentPlayerId: waiting || gamePhase === 'finished' ? null : playerId(view.current),
    players: players.map(({ name, piece }, seat) => {
      const { money, position, properties, inLobsterPot, escapeCards, bankrupt } = view.players[seat]!;
      return {
        id: playerId(seat),
        name,
        token: piece,
        money,
        position,
        properties,
        inLobsterPot,
        escapeCards,
        isBankrupt: bankrupt,
        connected: connected[seat] ?? false,
      };
    }),
    board: boardJson(view),
  };
}
