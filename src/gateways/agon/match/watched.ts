import { type Problem, refusal } from '../protocol.ts';
import type { Hall } from '../rooms/hall.ts';
import { Watching } from './watching.ts';

const MOST_WATCHED = 8;

type Answer = (refused: Problem) => void;

/** The matches that one agent watches. */
export class Watched {
  readonly #hall: Hall;
  readonly #agent: string;
  readonly #send: (frame: string) => void;
  readonly #matches = new Map<string, Watching>();
  #stops = 0;

  constructor(hall: Hall, agent: string, send: (frame: string) => void) {
    this.#hall = hall;
    this.#agent = agent;
    this.#send = send;
  }

  has(match: string): boolean {
    return this.#matches.has(match);
  }

  async watch(id: string, answer: Answer): Promise<void> {
    const failed = (message: string) => answer(refusal('VALIDATION_FAILED', message));
    const stops = this.#stops;
    const match = await this.#hall.arena.running(id);
    if (stops !== this.#stops) return;
    if (!match || !this.#hall.rooms.of(match.header.game)) {
      return answer(refusal('NOT_IN_MATCH', 'No such match is being played.'));
    }
    if (match.header.seats.some(({ agent }) => agent === this.#agent))
      return failed('You play in this match yourself.');
    if (this.#matches.has(id)) return failed('You watch this match already.');
    if (this.#matches.size >= MOST_WATCHED) return failed(`You can watch ${MOST_WATCHED} matches at a time.`);
    const watching = new Watching(this.#hall, match, this.#send, () => this.#matches.delete(id));
    this.#matches.set(id, watching);
    watching.start().catch(this.#hall.fault);
  }

  vote(match: string, participant: string, answer: Answer): void {
    const watching = this.#matches.get(match);
    if (!watching) return answer(refusal('NOT_IN_MATCH', 'You are not watching this match.'));
    watching.vote(this.#agent, participant, answer);
  }

  stop(): void {
    this.#stops++;
    for (const watching of this.#matches.values()) watching.stop();
    this.#matches.clear();
  }
}
