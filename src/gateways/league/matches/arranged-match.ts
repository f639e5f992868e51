import type { Arena, Caller, MatchHandle, Unplayed } from '../../../core/arena.ts';
import type { Seat } from '../../../core/game.ts';
import type { League, Player } from '../manager/league.ts';
import type { Leagues } from '../manager/leagues.ts';
import type { Pairing } from '../manager/schedule.ts';
import { EVEN_ODD, gameOver, idAt, resultOf } from '../notation.ts';
import { compose, HOUSE_REFEREE, newConversation } from '../protocol.ts';
import type { Sessions } from '../sessions.ts';
import { askPlayers } from './ask-players.ts';
import { invite, stayHere, tablesOf, VIA } from './house-match.ts';

export interface ArrangedParts {
  arena: Arena;
  leagues: Leagues;
  sessions: Sessions;
  now(): number;
  fault(error: unknown): void;
}

/** Calls the endpoints of players that showed a key into matches that were arranged outside their leagues. */
export class ArrangedMatches implements Caller {
  readonly lastResort = true;
  readonly #parts: ArrangedParts;
  readonly #stop = new AbortController();

  constructor(parts: ArrangedParts) {
    this.#parts = parts;
  }

  canSeat(agent: string, game: string): boolean {
    return this.#registered(agent, game) !== undefined;
  }

  seat(agent: string, match: MatchHandle, seat: Seat): void {
    stayHere(match, seat);
    this.#play(agent, match, seat, true).catch(this.#parts.fault);
  }

  /** As a technical loss of who did not come, in the words of the league. */
  tell(agent: string, { table, game, agents, absent, words }: Unplayed): void {
    const known = this.#registered(agent, game);
    const session = known && this.#parts.sessions.of(known.league, known.player);
    if (!session || agents.length !== 2) return;
    const [a, b] = agents.map((one) => (one === agent ? known.player.id : one));
    const winner = agents.length - absent.length === 1 ? (absent.includes(agents[0]!) ? b! : a!) : null;
    const drawn = { number: 0, parity: 'even' as const, choices: {} };
    const result = {
      ...{ status: 'TECHNICAL_LOSS' as const, winner, reason: words },
      ...(game === EVEN_ODD && { drawn }),
    };
    const told = gameOver({ id: table, round: 1, a: a!, b: b! }, game, result);
    void session.notify(compose('GAME_OVER', HOUSE_REFEREE, this.#parts.now(), newConversation(), told));
  }

  /** Goes on asking in matches that were under way when the server stopped. */
  async resume(): Promise<void> {
    const { arena, leagues } = this.#parts;
    for (const { id, table, seats } of await arena.live()) {
      if (leagues.all.some((league) => table?.startsWith(tablesOf(league)))) continue;
      for (const [seat, { agent, via }] of seats.entries()) {
        const match = via === VIA ? await arena.running(id) : undefined;
        if (match) this.#play(agent, match, seat, false).catch(this.#parts.fault);
      }
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Where it registered last for a league of this game. */
  #registered(agent: string, game: string): { league: League; player: Player } | undefined {
    const { arena, leagues } = this.#parts;
    if (arena.game(game)?.seats.min !== 2) return undefined;
    for (const league of leagues.all.reverse()) {
      if (league.body.game !== game) continue;
      const player = league.body.entered.find(({ account, endpoint }) => account === agent && endpoint !== null);
      if (player) return { league, player };
    }
    return undefined;
  }

  async #play(agent: string, match: MatchHandle, seat: Seat, isNew: boolean): Promise<void> {
    const { signal } = this.#stop;
    const known = this.#registered(agent, match.header.game);
    const session = known && this.#parts.sessions.of(known.league, known.player);
    if (!session) return;
    const ids = match.header.seats.map((holder, i) => (i === seat ? known.player.id : holder.agent));
    const pairing: Pairing = { id: match.id, round: 1, a: ids[0]!, b: ids[1]! };
    const sessions = match.header.seats.map((_, i) => (i === seat ? session : undefined));
    if (isNew) {
      const absent = await invite({ league: known.league, pairing, signal }, sessions);
      const excuse = absent?.get(seat);
      if (excuse) return match.forfeit([seat], 'away', excuse(idAt(pairing, seat)));
    }
    if (signal.aborted) return;
    await askPlayers({ match, pairing, sessions, standings: [] });
    const result = await resultOf(match, pairing);
    if (!result || signal.aborted) return;
    const told = gameOver(pairing, match.header.game, result);
    await session.notify(compose('GAME_OVER', HOUSE_REFEREE, this.#parts.now(), newConversation(), told));
  }
}
