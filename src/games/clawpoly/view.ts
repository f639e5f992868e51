import type { Seat, Viewer } from '../../core/game.ts';
import type { Square } from './board.ts';
import { BOARD } from './board.ts';
import type { LogEvent, Tally } from './events.ts';
import type { Prompt } from './prompt.ts';
import { promptOf } from './prompt.ts';
import type { Standing } from './standings.ts';
import { standingsOf } from './standings.ts';
import type { Holding, Phase, Reason, State, Trade } from './state.ts';

export interface PlayerView {
  seat: Seat;
  money: number;
  position: number;
  properties: number[];
  inLobsterPot: boolean;
  lobsterPotTurns: number;
  escapeCards: number;
  bankrupt: boolean;
  bankruptAtTurn: number | null;
}

export type SquareView = Square & Holding;

export interface View {
  turnLimit: number;
  turnNumber: number;
  order: Seat[];
  current: Seat;
  phase: Phase;
  dice: [number, number] | null;
  players: PlayerView[];
  board: SquareView[];
  prompt: Prompt | null;
  trades: Trade[];
  offersThisTurn: number;
  eventCount: number;
  /** The events of the last step, the newest last. */
  events: LogEvent[];
  /** By seat. */
  tallies: Tally[];
  reason: Reason | null;
  /** Once the game is over, best first. */
  standings: Standing[] | null;
  /** Card numbers, the next to draw first; in the replay only. */
  decks: State['decks'] | null;
}

/** Most squares stay as they are from step to step. */
const squareViews = new WeakMap<Holding, SquareView>();

function squareViewOf(holding: Holding, index: number): SquareView {
  const known = squareViews.get(holding);
  if (known?.index === index) return known;
  const { owner, outposts, fortress, mortgaged } = holding;
  const view = { ...BOARD[index]!, owner, outposts, fortress, mortgaged };
  squareViews.set(holding, view);
  return view;
}

/** Most decisions leave the whole board as it is. */
const boards = new WeakMap<Holding[], { board: SquareView[]; properties: number[][] }>();

function boardOf({ squares, players }: State) {
  const known = boards.get(squares);
  if (known?.properties.length === players.length) return known;
  const properties: number[][] = players.map(() => []);
  for (const [index, { owner }] of squares.entries()) if (owner !== null) properties[owner]!.push(index);
  const made = { board: squares.map(squareViewOf), properties };
  boards.set(squares, made);
  return made;
}

/** What everyone sees is the same, so it is made once for each state. */
const publicViews = new WeakMap<State, View>();

/** Everything is public but the order of the cards. */
export function viewOf(state: State, viewer: Viewer): View {
  if (viewer === 'replay') return { ...publicViewOf(state), decks: state.decks };
  let view = publicViews.get(state);
  if (!view) publicViews.set(state, (view = publicViewOf(state)));
  return view;
}

function publicViewOf(state: State): View {
  const { board, properties } = boardOf(state);
  return {
    turnLimit: state.turnLimit,
    turnNumber: state.turnNumber,
    order: state.order,
    current: state.current,
    phase: state.phase,
    dice: state.dice,
    players: state.players.map((player, seat) => ({
      seat,
      money: player.money,
      position: player.position,
      properties: properties[seat]!,
      inLobsterPot: player.inLobsterPot,
      lobsterPotTurns: player.lobsterPotTurns,
      escapeCards: player.escapeCards.length,
      bankrupt: player.bankruptAtTurn !== null,
      bankruptAtTurn: player.bankruptAtTurn,
    })),
    board,
    prompt: promptOf(state),
    trades: state.trades,
    offersThisTurn: state.offersThisTurn,
    eventCount: state.eventCount,
    events: state.events,
    tallies: state.tallies,
    reason: state.outcome,
    standings: state.outcome === null ? null : standingsOf(state),
    decks: null,
  };
}
