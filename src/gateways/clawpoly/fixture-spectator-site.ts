import type { Frame } from './fixture.ts';

const PLAYER = ['id', 'name', 'token', 'color', 'money', 'position', 'properties', 'inLobsterPot', 'lobsterPotTurns'];

/**
 * A page of somebody else that draws a game from the frames of `/ws/spectator` alone. It keeps what the data of a frame
 * brings, reads no other field of it, and breaks on a player or a square that is not whole.
 */
export class SpectatorSite {
  room = { id: '', code: '', name: '' };
  phase = 'waiting';
  speed = '';
  players: Frame[] = [];
  board: Frame[] = [];
  currentPlayerIndex = 0;
  turnNumber = 0;
  winner: Frame = null;
  /** Who did what in which turn. */
  readonly lines: { turn: number; who: string | undefined; type: string; what: string | undefined }[] = [];

  receive({ type, data }: Frame): void {
    if (type === 'game:history' || type === 'error') return;
    if (data.players) this.#keepPlayers(data.players);
    if (data.board) this.board = data.board;
    if (data.currentPlayerIndex !== undefined) this.currentPlayerIndex = data.currentPlayerIndex;
    if (data.turnNumber !== undefined) this.turnNumber = data.turnNumber;
    if (type === 'game:state') return this.#keepState(data);
    if (type === 'room:player_joined') return this.#write(type, data.player.id, undefined);
    if (type === 'game:started') this.phase = 'playing';
    if (type === 'game:finished') {
      this.phase = 'finished';
      if (data.winner) this.winner = data.winner;
    }
    this.#write(type, data.playerId, data.squareName ?? data.cardText ?? data.winnerName);
  }

  #keepPlayers(players: Frame[]): void {
    for (const player of players) {
      const missing = PLAYER.filter((field) => player[field] === undefined);
      if (missing.length > 0) throw new Error(`a player without ${missing.join(', ')}`);
    }
    this.players = players;
  }

  #keepState(data: Frame): void {
    this.room = { id: data.roomId, code: data.roomCode, name: data.roomName };
    this.phase = data.gamePhase;
    this.speed = data.gameSpeed;
    this.winner = data.winner;
  }

  #write(type: string, playerId: string | null, what: string | undefined): void {
    const player = this.players.find(({ id }) => id === playerId);
    if (playerId && !player) throw new Error(`nobody is called ${playerId}`);
    this.lines.push({ turn: this.turnNumber, who: player?.name, type, what });
  }
}
