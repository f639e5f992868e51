import type { Sitter } from '../../core/lobby/table.ts';
import type { Match } from '../../core/match.ts';
import type { Outcome } from '../../core/record.ts';
import type { AgentProcess } from '../../duel/players/agent-process.ts';
import type { RunningServer } from '../../server.ts';

/** How long an agent has from its start until it sits at a table of the game. */
const SIT_WITHIN_MS = 30_000;

/** The tables of one game in a private arena, while one match is arranged and held. */
export class ArenaHall {
  readonly #arena: RunningServer['arena'];
  readonly #game: string;
  readonly #looking = new Set<() => void>();
  readonly #unwatch: (() => void)[];

  constructor({ arena }: RunningServer, game: string) {
    this.#arena = arena;
    this.#game = game;
    const look = (): void => {
      for (const one of [...this.#looking]) one();
    };
    this.#unwatch = [arena.lobby.watch(look), arena.watch(look)];
  }

  /** Nobody stays behind for the next match. */
  close(): void {
    for (const unwatch of this.#unwatch) unwatch();
    for (const { id, sitters } of this.#open()) {
      for (const { agent } of [...sitters]) this.#arena.lobby.stand(id, agent);
    }
  }

  /** At the table where somebody waits, else at a new one. */
  sit(sitter: Sitter): void {
    const table = this.#open().find(({ sitters }) => sitters.length > 0);
    this.#arena.lobby.sit((table ?? this.#arena.lobby.open({ game: this.#game })).id, sitter);
  }

  /** @returns why it does not sit down */
  async waitFor(agent: string, process: AgentProcess): Promise<string | undefined> {
    const isIt = (one: { agent: string }): boolean => one.agent === agent;
    const sits = this.#until(
      () =>
        this.#open().find(({ sitters }) => sitters.some(isIt)) ??
        this.#arena.live.find(({ record }) => record.seats.some(isIt)),
    );
    const late = Promise.withResolvers<string>();
    const timer = setTimeout(
      () => late.resolve(`It did not sit down at a table of ${this.#game} within ${SIT_WITHIN_MS / 1000} seconds.`),
      SIT_WITHIN_MS,
    );
    const missing = await Promise.race([sits.then(() => undefined), process.ended, late.promise]);
    clearTimeout(timer);
    return missing;
  }

  /** The match of these agents, in order of seats. */
  match(agents: string[]): Promise<Match> {
    const isIt = ({ record }: Match): boolean => agents.every((agent, seat) => record.seats[seat]?.agent === agent);
    return this.#until(() => this.#arena.live.find(isIt));
  }

  over(match: Match): Promise<Outcome> {
    return this.#until(() => match.outcome);
  }

  #open() {
    return this.#arena.lobby.tables(this.#game).filter(({ status }) => status === 'open');
  }

  #until<T>(found: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const look = (): void => {
        const value = found();
        if (value === undefined) return;
        this.#looking.delete(look);
        resolve(value);
      };
      this.#looking.add(look);
      look();
    });
  }
}
