import type { Clock } from '../../../core/clock.ts';
import { gameOver } from '../notation.ts';
import { compose, HOUSE_REFEREE, LEAGUE_MANAGER, newConversation } from '../protocol.ts';
import type { Sessions } from '../sessions.ts';
import { leagueCompleted, roundCompleted, standingsUpdate } from './announcements.ts';
import type { League, Player } from './league.ts';
import type { Pairing } from './schedule.ts';

export interface NoticesParts {
  clock: Clock;
  sessions: Sessions;
  fault(error: unknown): void;
}

/**
 * What players are told of results, rounds and the end. That something is owed is stored with what it tells of, and
 * struck out when it was delivered or given up: what a stop or a crash leaves owed is told after the restart.
 */
export class Notices {
  readonly #parts: NoticesParts;
  readonly #signal: AbortSignal;

  constructor(parts: NoticesParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
  }

  /** Tells again of whatever was owed, in the order in which it happened. Nobody is waited for. */
  tellOwed(league: League): void {
    const rounds = league.body.untold ?? [];
    for (const pairing of league.pairings) if (league.fixture(pairing.id).untold) this.tellResult(league, pairing);
    for (const round of rounds) this.tellRound(league, round);
  }

  /** A match that the house ran is over. */
  tellResult(league: League, pairing: Pairing): void {
    const { result } = league.fixture(pairing.id);
    if (!result) return;
    const players = [pairing.a, pairing.b].map((id) => league.player(id)!);
    const told = this.#tell(league, players, 'GAME_OVER', gameOver(pairing, league.body.game, result), HOUSE_REFEREE);
    this.#strike(told, () => league.strikeResult(pairing.id));
  }

  tellRound(league: League, round: number): void {
    const { entered } = league.body;
    const told = [
      ...this.#tell(league, entered, 'LEAGUE_STANDINGS_UPDATE', standingsUpdate(league, round)),
      ...this.#tell(league, entered, 'ROUND_COMPLETED', roundCompleted(league, round)),
    ];
    this.#strike(told, () => league.strikeRound(round));
  }

  /** Resolves when everybody was told, or given up. */
  async tellEnd(league: League): Promise<void> {
    const { entered, referees } = league.body;
    await Promise.all(this.#tell(league, [...entered, ...referees], 'LEAGUE_COMPLETED', leagueCompleted(league)));
    if (!this.#signal.aborted) await league.markTold();
  }

  #tell(
    league: League,
    whom: Pick<Player, 'id' | 'endpoint'>[],
    type: string,
    body: object,
    sender = LEAGUE_MANAGER,
  ): Promise<boolean>[] {
    const message = compose(type, sender, this.#parts.clock.now(), newConversation(), body);
    return whom.flatMap((one) => this.#parts.sessions.of(league, one)?.notify(message) ?? []);
  }

  #strike(told: Promise<boolean>[], strike: () => Promise<unknown>): void {
    Promise.all(told)
      .then(() => (this.#signal.aborted ? undefined : strike()))
      .catch((error) => {
        if (!this.#signal.aborted) this.#parts.fault(error);
      });
  }
}
