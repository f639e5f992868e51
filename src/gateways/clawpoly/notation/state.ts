import type { Seat } from '../../../core/game.ts';
import type { View } from '../../../games/clawpoly/view.ts';
import type { Speed } from '../terms.ts';
import { PIECES, type Player, playerId, playerIdOrNull } from './players.ts';

type SquareView = View['board'][number];

export type GamePhase = 'waiting' | 'playing' | 'paused' | 'finished';

/** A room beside its game. */
export interface RoomFacts {
  roomId: string;
  roomCode: string;
  roomName: string;
  gamePhase: GamePhase;
  gameSpeed: Speed;
  players: Player[];
  /** By seat. */
  connected: boolean[];
}

/** Whoever is first alone once the game is over. */
export function winnerOf({ standings }: View): Seat | null {
  const first = (standings ?? []).filter(({ placement }) => placement === 1);
  return first.length === 1 ? first[0]!.seat : null;
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

/** A player as everyone sees it in the game. */
export function playerJson({ players, connected }: Pick<RoomFacts, 'players' | 'connected'>, view: View, seat: Seat) {
  const { name, piece } = players[seat]!;
  const { money, position, properties, inLobsterPot, lobsterPotTurns, escapeCards, bankrupt } = view.players[seat]!;
  return {
    id: playerId(seat),
    name,
    token: piece,
    color: PIECES[piece],
    money,
    position,
    properties,
    inLobsterPot,
    lobsterPotTurns,
    escapeCards,
    isBankrupt: bankrupt,
    connected: connected[seat] ?? false,
  };
}

export const playersJson = (facts: Pick<RoomFacts, 'players' | 'connected'>, view: View) =>
  facts.players.map((_, seat) => playerJson(facts, view, seat));

/** What everyone may know of a room's game, but the board. Before the start `view` is that of a game nobody has moved in. */
function fieldsOf(facts: RoomFacts, view: View) {
  const { roomId, roomCode, roomName, gamePhase, gameSpeed } = facts;
  const waiting = gamePhase === 'waiting';
  const winner = winnerOf(view);
  return {
    roomId,
    roomCode,
    roomName,
    gamePhase,
    turnNumber: waiting ? 0 : view.turnNumber,
    turnLimit: view.turnLimit,
    gameSpeed,
    currentPlayerId: waiting || gamePhase === 'finished' ? null : playerId(view.current),
    currentPlayerIndex: waiting ? 0 : view.current,
    winner: winner === null ? null : playerJson(facts, view, winner),
    players: playersJson(facts, view),
  };
}

export const stateJson = (facts: RoomFacts, view: View) => ({ ...fieldsOf(facts, view), board: boardJson(view) });

/** The same in JSON. */
export const stateText = (facts: RoomFacts, view: View): string =>
  `${JSON.stringify(fieldsOf(facts, view)).slice(0, -1)},"board":${boardText(view)}}`;
