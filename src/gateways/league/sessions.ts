import type { League, Player, Referee } from './manager/league.ts';
import type { Leagues } from './manager/leagues.ts';
import { type Contact, Session, type SessionParts } from './session.ts';

/** The session of every player and referee that is called, made when it is first needed. */
export class Sessions {
  readonly #parts: SessionParts;
  readonly #leagues: Leagues;
  readonly #sessions = new Map<string, Session>();
  #stopped = false;

  constructor(parts: SessionParts, leagues: Leagues) {
    this.#parts = parts;
    this.#leagues = leagues;
  }

  /** None for a player of another protocol. */
  of(league: League, { id, endpoint }: Pick<Player | Referee, 'id' | 'endpoint'>): Session | undefined {
    if (endpoint === null) return undefined;
    const key = `${league.id}/${id}`;
    let session = this.#sessions.get(key);
    if (!session) {
      const contact: Contact = { league: league.id, id, endpoint, token: this.#leagues.token(league.id, id) };
      session = new Session(this.#parts, contact);
      if (this.#stopped) session.stop();
      this.#sessions.set(key, session);
    }
    return session;
  }

  /** The league is over and everybody was told. */
  forget(league: League): void {
    for (const { id } of [...league.body.entered, ...league.body.referees]) this.#sessions.delete(`${league.id}/${id}`);
  }

  stop(): void {
    this.#stopped = true;
    for (const session of this.#sessions.values()) session.stop();
  }
}
