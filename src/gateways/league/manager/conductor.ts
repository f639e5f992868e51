import type { Arena } from '../../../core/arena.ts';
import { Slots } from '../calls/slots.ts';
import { nextTable, runHouseMatch, tablesOf } from '../matches/house-match.ts';
import { RefereeWatch } from '../matches/referee-watch.ts';
import { compose, LEAGUE_MANAGER, newConversation } from '../protocol.ts';
import type { Sessions } from '../sessions.ts';
import { announcementForReferee, roundAnnouncement } from './announcements.ts';
import type { League } from './league.ts';
import { Notices } from './notices.ts';
import { dealReferees, type Pairing } from './schedule.ts';
import type { UnderlyingParts } from './underlying.ts';

export interface ConductorParts extends UnderlyingParts {
  arena: Arena;
  sessions: Sessions;
  /** Where this server is reached, as far as it knows itself. */
  ownEndpoint(): string;
  /** A league came so far. */
  step?(league: string, step: 'round' | 'completed', round: number): void;
}

/** Matches that the house's referees run side by side, over all leagues; a single one gets half. */
const SIDE_BY_SIDE = 256;
const TRY_AGAIN = 5000;
/** How long a referee's announcement waits for players who are slow to take theirs. */
const PATIENCE = 2000;

/**
 * Leads leagues through their rounds: announce, play, tell the standings, until the last round is over. A round is over when
 * the competition underneath says so.
 */
export class Conductor {
  readonly watch: RefereeWatch;
  readonly #parts: ConductorParts;
  readonly #slots = new Slots(SIDE_BY_SIDE);
  readonly #stop = new AbortController();
  readonly #conducted = new Set<League>();
  readonly #notices: Notices;

  constructor(parts: ConductorParts) {
    this.#parts = parts;
    this.watch = new RefereeWatch(parts.clock);
    this.#notices = new Notices(parts, this.#stop.signal);
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Takes up leagues that were under way when the server stopped. */
  async resume(leagues: League[]): Promise<void> {
    await this.#endStrays(leagues);
    for (const league of leagues) {
      const { status, told } = league.body;
      if (status === 'REGISTRATION' || told) continue;
      this.#notices.tellOwed(league);
      this.conduct(league);
    }
  }

  /** A match at a table of ours that no open fixture has or would find was a report's, cut off in the middle. */
  async #endStrays(leagues: League[]): Promise<void> {
    const { arena } = this.#parts;
    const open = leagues.flatMap((league) => this.#openIn(league).map((pairing) => ({ league, pairing })));
    const known = new Set(open.map(({ league, pairing }) => league.fixture(pairing.id).match));
    const awaited = new Set(open.map(({ league, pairing }) => nextTable(league, pairing)));
    for (const { id, table } of await arena.live()) {
      const isOurs = table !== undefined && leagues.some((league) => table.startsWith(tablesOf(league)));
      if (!isOurs || known.has(id) || awaited.has(table)) continue;
      (await arena.running(id))?.end(undefined, 'abandoned', 'server');
    }
  }

  conduct(league: League): void {
    if (this.#conducted.has(league) || this.#stop.signal.aborted) return;
    this.#conducted.add(league);
    this.#lead(league).then(
      () => this.#conducted.delete(league),
      (error) => {
        this.#conducted.delete(league);
        if (this.#stop.signal.aborted) return;
        this.#parts.fault(error);
        // Nothing is lost: it goes on from what is stored.
        this.#parts.clock.after(TRY_AGAIN, () => this.conduct(league));
      },
    );
  }

  async #lead(league: League): Promise<void> {
    const { signal } = this.#stop;
    const competition = await league.takeUp(this.#parts);
    while (league.body.status === 'RUNNING') {
      const { round } = league.body;
      this.#parts.step?.(league.id, 'round', round);
      await this.#playRound(league, round);
      if (signal.aborted) return;
      await competition.roundOver(round);
      await league.endRound();
      this.#notices.tellRound(league, round);
    }
    if (league.body.told || signal.aborted) return;
    this.#parts.step?.(league.id, 'completed', league.body.round);
    await this.#notices.tellEnd(league);
    if (signal.aborted) return;
    this.#parts.sessions.forget(league);
    for (const { id } of league.body.referees) this.watch.forget(league.id, id);
  }

  async #playRound(league: League, round: number): Promise<void> {
    const open = this.#openIn(league);
    await this.#assign(league, round);
    const standings = league.standings;
    const arrived = this.#announce(league, round, open);
    await Promise.all(open.map((pairing) => this.#settle(league, pairing, standings, arrived)));
  }

  /** Deals the matches of a round out once: a referee that comes later waits for the next, also across a restart. */
  async #assign(league: League, round: number): Promise<void> {
    if (league.body.dealt === round) return;
    const reachable = (id: string) => league.player(id)!.endpoint !== null;
    const pairings = league.rounds[round - 1]!.filter(({ a, b }) => reachable(a) && reachable(b));
    const dealt = dealReferees(
      pairings.length,
      league.body.referees.filter(({ id }) => !this.watch.hasLapsed(league.id, id)),
    );
    await Promise.all(
      pairings.map(async ({ id }, index) => {
        const referee = dealt[index]!;
        if (referee === null) return;
        await league.changeFixture(id, (fixture) =>
          fixture.attempt > 0 ? undefined : { ...fixture, attempt: 1, referee },
        );
      }),
    );
    await league.markDealt(round);
  }

  #openIn(league: League): Pairing[] {
    const { status, round } = league.body;
    if (status !== 'RUNNING') return [];
    return league.rounds[round - 1]!.filter(({ id }) => !league.fixture(id).result);
  }

  /** Sees to it that a fixture has its result. */
  async #settle(
    league: League,
    pairing: Pairing,
    standings: League['standings'],
    arrived: Map<string, Promise<boolean>>,
  ): Promise<void> {
    const { signal } = this.#stop;
    for (;;) {
      const { result, referee } = league.fixture(pairing.id);
      if (result || signal.aborted) return;
      if (referee !== null) {
        await this.watch.awaitReport(
          league,
          pairing.id,
          referee,
          arrived.get(referee) ?? Promise.resolve(false),
          signal,
        );
        if (signal.aborted) return;
        await league.changeFixture(pairing.id, (fixture) =>
          fixture.result ? undefined : { ...fixture, referee: null, lapsed: referee },
        );
        continue;
      }
      await this.#slots.run(league.id, () => this.#run(league, pairing, standings));
    }
  }

  /** Until it is over, the server stops, or the referee that had it reports after all. */
  async #run(league: League, pairing: Pairing, standings: League['standings']): Promise<void> {
    const { arena, sessions, fault } = this.#parts;
    // It may have been reported, or the server stopped, while it waited for its turn.
    if (league.fixture(pairing.id).result || this.#stop.signal.aborted) return;
    const given = new AbortController();
    const giveUp = () => given.abort();
    const unwatch = league.watch((id) => {
      if (id !== pairing.id || league.fixture(id).referee === null) return;
      giveUp();
      this.#abandon(league, id).catch(fault);
    });
    this.#stop.signal.addEventListener('abort', giveUp);
    try {
      await runHouseMatch({
        arena,
        league,
        pairing,
        standings,
        session: (player) => sessions.of(league, player),
        tellResult: () => this.#notices.tellResult(league, pairing),
        signal: given.signal,
      });
    } finally {
      unwatch();
      this.#stop.signal.removeEventListener('abort', giveUp);
    }
  }

  async #abandon(league: League, pairing: string): Promise<void> {
    const { match } = league.fixture(pairing);
    const running = match === null ? undefined : await this.#parts.arena.running(match);
    running?.end(undefined, 'reported', 'server');
  }

  // ── telling ──

  /**
   * Players first, so that a referee's invitation does not overtake the announcement.
   * @returns by referee, whether the announcement arrived
   */
  #announce(league: League, round: number, open: Pairing[]): Map<string, Promise<boolean>> {
    if (open.length === 0) return new Map();
    const { clock, sessions, ownEndpoint } = this.#parts;
    const { entered, referees } = league.body;
    const conversation = newConversation();
    const message = (body: object) => compose('ROUND_ANNOUNCEMENT', LEAGUE_MANAGER, clock.now(), conversation, body);
    const told = entered.map((player) =>
      sessions
        .of(league, player)
        ?.notify(message(roundAnnouncement(league, round, open, player.reachedAt ?? ownEndpoint()))),
    );
    const patience = new Promise<void>((done) => void clock.after(PATIENCE, done));
    const playersKnow = Promise.race([Promise.all(told), patience]);
    const body = announcementForReferee(league, round, open, ownEndpoint());
    return new Map(
      referees.map((referee) => [
        referee.id,
        playersKnow.then(async () => {
          const arrived = await sessions.of(league, referee)!.notify(message(body));
          if (arrived) this.watch.reached(league.id, referee.id);
          return arrived;
        }),
      ]),
    );
  }
}
