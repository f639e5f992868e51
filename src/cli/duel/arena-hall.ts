import type { Arena, MatchHandle, Sitter, TableInfo } from '../../core/arena.ts';
import type { Seat } from '../../core/game.ts';
import type { AgentProcess } from '../../duel/players/agent-process.ts';

/** How long an agent has from its start until it sits at a table of the game. */
const SIT_WITHIN_MS = 30_000;
/** How long until a match begins once all of its players sit somewhere. */
const BEGIN_WITHIN_MS = 30_000;

const LOOK_EVERY_MS = 100;
/** Agents of these are not at the table of the match until they are called to it: they wait in a room or a league of their own. */
const CALLED = ['clawpoly', 'league'];

type Running = Pick<AgentProcess, 'ended'>;

/** Who came: at a table by itself, or where it can be called from. */
export type Newcomer = { agent: string } | { via: string } | { missing: string };

/** The tables of one game in a private arena, while one match is arranged and held. */
export class ArenaHall {
  readonly #arena: Arena;
  readonly #game: string;
  /** Agents that were seen at a table or in a match. */
  readonly #seen = new Set<string>();
  readonly #begun: MatchHandle[] = [];
  readonly #over = new Set<MatchHandle>();
  readonly #looking = new Set<() => void>();
  #table: string | undefined;
  /** Those who were set down there, in order of seats. */
  readonly #ours: Sitter[] = [];
  readonly #unwatch: (() => void)[];

  constructor(arena: Arena, game: string) {
    this.#arena = arena;
    this.#game = game;
    this.#unwatch = [
      arena.lobby.watch((_event, table) => {
        if (table.game === game) this.#look(() => this.#see(table.sitters));
      }),
      arena.watch((event, match) =>
        this.#look(() => {
          if (event === 'over') return void this.#over.add(match);
          this.#begun.push(match);
          this.#see(match.header.seats);
        }),
      ),
    ];
  }

  /** Nobody stays behind for the next match. */
  async close(): Promise<void> {
    for (const unwatch of this.#unwatch) unwatch();
    for (const { id, sitters } of await this.#open()) {
      for (const { agent } of sitters) await this.#arena.lobby.stand(id, agent);
    }
  }

  /** At the table of the match, where somebody waits, else at a new one. A room of one who is to be called is none. */
  async sit(sitter: Sitter): Promise<void> {
    const { lobby } = this.#arena;
    const open = await this.#open();
    const isWaitedAt = ({ sitters }: TableInfo): boolean =>
      sitters.length > 0 && sitters.every(({ via }) => !CALLED.includes(via));
    const waiting = open.find(({ id }) => id === this.#table) ?? open.find(isWaitedAt);
    const { id } = waiting ?? (await lobby.open({ game: this.#game }));
    this.#table = id;
    const seated = await lobby.sit(id, sitter);
    if ('refused' in seated) throw new Error(`no seat at a table of ${this.#game}: ${seated.refused}`);
    this.#ours.push(sitter);
  }

  /** Whoever chooses a table may choose another one than that where we wait: we change over, and keep our seats. */
  async gather(agent: string): Promise<void> {
    const { lobby } = this.#arena;
    const tables = await this.#open();
    const chosen = tables.find(({ sitters }) => sitters.some((one) => one.agent === agent));
    const left = tables.find(({ id }) => id === this.#table);
    if (!chosen || !left || chosen === left || left.sitters.length !== this.#ours.length) return;
    for (const { agent: ours } of this.#ours) await lobby.stand(left.id, ours);
    for (const [place, sitter] of this.#ours.entries()) await lobby.sit(chosen.id, sitter, place);
    this.#table = chosen.id;
  }

  /**
   * Whoever sits down next: agents are started one after the other, and not all come with the key that they were given.
   * @param account whose key it was given; only by that it can be called
   */
  async newcomer(known: string[], process: Running, account: string): Promise<Newcomer> {
    const late = Promise.withResolvers<string>();
    const timer = setTimeout(
      () => late.resolve(`It did not sit down at a table of ${this.#game} within ${SIT_WITHIN_MS / 1000} seconds.`),
      SIT_WITHIN_MS,
    );
    const sits = this.#until(() => [...this.#seen].find((agent) => !known.includes(agent)));
    const missing = Promise.race([process.ended, late.promise]).then((words) => ({ missing: words }));
    const called = Promise.withResolvers<{ via: string }>();
    const looking = setInterval(async () => {
      const via = await this.#arena.callers.reach(account, this.#game);
      if (via !== undefined && CALLED.includes(via)) called.resolve({ via });
    }, LOOK_EVERY_MS);
    const found = await Promise.race([sits.then((agent) => ({ agent })), called.promise, missing]);
    clearInterval(looking);
    clearTimeout(timer);
    return found;
  }

  /**
   * The match of these agents, in order of seats, or through whom there is none: one that ended, else the last that came.
   * @param processes by seat, of those that were started
   */
  async match(
    agents: string[],
    processes: readonly (Running | undefined)[],
  ): Promise<MatchHandle | { seat: Seat; missing: string }> {
    const isIt = ({ header }: MatchHandle): boolean =>
      agents.every((agent, seat) => header.seats[seat]?.agent === agent);
    const late = Promise.withResolvers<{ seat: Seat; missing: string }>();
    const seat = processes.findLastIndex(Boolean);
    const missing = 'It did not sit down at the table where the others wait.';
    const timer = setTimeout(() => late.resolve({ seat, missing }), BEGIN_WITHIN_MS);
    const ends = processes.map((process, place) => process?.ended.then((how) => ({ seat: place, missing: how })));
    const found = await Promise.race([
      this.#until(() => this.#begun.find(isIt)),
      ...ends.filter((end) => end !== undefined),
      late.promise,
    ]);
    clearTimeout(timer);
    return found;
  }

  isOver(match: MatchHandle): boolean {
    return this.#over.has(match);
  }

  async over(match: MatchHandle): Promise<void> {
    await this.#until(() => this.#over.has(match) || undefined);
  }

  async #open() {
    return (await this.#arena.lobby.tables(this.#game)).filter(({ status }) => status === 'open');
  }

  #see(seats: readonly { agent: string; via: string }[]): void {
    for (const { agent, via } of seats) if (!CALLED.includes(via)) this.#seen.add(agent);
  }

  #look(change: () => void): void {
    change();
    for (const look of [...this.#looking]) look();
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
