import type { Cancel, Clock } from '../../core/clock.ts';
import type { LadderRow } from '../../core/ladder.ts';
import type { DocumentStore } from '../../core/storage.ts';
import { isRefused, type Refused, refuse } from '../competition.ts';
import {
  type ArchivedSeason,
  archive,
  checkSeason,
  type RankedRow,
  type Season,
  seasonAt,
  seasonTable,
} from '../season.ts';
import { readTime } from '../times.ts';
import { type SeasonFinder, seasonLadder } from './season-settle.ts';

export interface SeasonsParts {
  documents: DocumentStore;
  clock: Clock;
  newId(): string;
  /** By id or alias. */
  game(id: string): { id: string } | undefined;
  ladder(name: string, limit: number): Promise<LadderRow[]>;
  /** A season was opened: whoever else counts matches has to read it before this resolves. */
  opened?(): Promise<void>;
  fault(error: unknown): void;
}

/** A season won. */
export interface Title {
  season: string;
  name: string;
  game: string;
}

const SEASONS = 'season';
const ARCHIVES = 'season-archive';
const LOOK_EVERY = 30_000;
const MOST_ROWS = 10_000;
/** Whoever's match ended with the season has it counted by then. */
const GRACE = 5000;

/** Seasons of ladders: each has ratings of its own, and a table that stays when it is over. */
export class Seasons implements SeasonFinder {
  readonly #parts: SeasonsParts;
  readonly #seasons = new Map<string, Season>();
  readonly #archives = new Map<string, ArchivedSeason>();
  #next: Cancel | undefined;

  constructor(parts: SeasonsParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { documents } = this.#parts;
    await this.read();
    for (const { id, body } of await documents.list(ARCHIVES)) this.#archives.set(id, body as ArchivedSeason);
    await this.#look();
  }

  /** Others may have opened some. */
  async read(): Promise<void> {
    const { documents } = this.#parts;
    for (const { id, body } of await documents.list(SEASONS)) this.#seasons.set(id, body as Season);
  }

  stop(): void {
    this.#next?.();
  }

  get all(): Season[] {
    return [...this.#seasons.values()].sort((a, b) => b.start - a.start);
  }

  on(game: string, at: number): { season: Season; before: Season | undefined } | undefined {
    const season = seasonAt(this.all, game, at);
    if (!season) return undefined;
    return { season, before: this.all.find((one) => one.game === game && one.end <= season.start) };
  }

  async open(body: unknown): Promise<Season | Refused> {
    const season = this.#read(body);
    if (isRefused(season)) return season;
    await this.#parts.documents.put(SEASONS, season.id, 0, season);
    this.#seasons.set(season.id, season);
    await this.#parts.opened?.();
    return season;
  }

  /** As it is now, or as it was archived. */
  async table(season: Season): Promise<RankedRow[]> {
    const archived = this.#archives.get(season.id);
    if (archived) return archived.table;
    const rows = await this.#parts.ladder(seasonLadder(season), MOST_ROWS);
    return seasonTable(rows, season.leastGames);
  }

  titlesOf(agent: string): Title[] {
    return [...this.#archives.values()]
      .filter(({ champions }) => champions.includes(agent))
      .map(({ season: { id, name, game } }) => ({ season: id, name, game }));
  }

  #read(body: unknown): Season | Refused {
    const { game: named, name, start, end, keep = 0.5, leastGames = 0 } = (body ?? {}) as { [field: string]: unknown };
    const game = typeof named === 'string' ? this.#parts.game(named) : undefined;
    if (!game) return refuse('unknown-game', 'game is one of the games of this server.', 'game');
    if (typeof name !== 'string' || name.length > 100) return refuse('invalid', 'A season needs a name.', 'name');
    const [from, to] = [timeOf(start), timeOf(end)];
    if (from === undefined) return refuse('wrong-time', 'start is a time such as 2030-01-31T18:00:00Z.', 'start');
    if (to === undefined) return refuse('wrong-time', 'end is a time such as 2030-03-31T18:00:00Z.', 'end');
    if (to <= this.#parts.clock.now()) return refuse('wrong-time', 'end has passed.', 'end');
    if (typeof keep !== 'number') return refuse('invalid', 'keep is a share from 0 to 1.', 'keep');
    if (typeof leastGames !== 'number') return refuse('invalid', 'leastGames is a number of games.', 'leastGames');
    const season = {
      id: this.#parts.newId(),
      game: game.id,
      name: name.trim(),
      start: from,
      end: to,
      keep,
      leastGames,
    };
    return checkSeason(season, this.all);
  }

  /** Archives those that are over. */
  async #look(): Promise<void> {
    const { clock, fault } = this.#parts;
    try {
      await this.read();
      for (const season of this.all) {
        if (clock.now() < season.end + GRACE || this.#archives.has(season.id)) continue;
        this.#archives.set(season.id, await this.#archive(season));
      }
    } catch (error) {
      fault(error);
    }
    this.#next = clock.after(LOOK_EVERY, () => void this.#look());
  }

  /** Of several nodes the first one's stays. */
  async #archive(season: Season): Promise<ArchivedSeason> {
    const { documents, ladder } = this.#parts;
    const archived = archive(season, await ladder(seasonLadder(season), MOST_ROWS), season.end);
    if (await documents.put(ARCHIVES, season.id, 0, archived)) return archived;
    return (await documents.get(ARCHIVES, season.id))!.body as ArchivedSeason;
  }
}

const timeOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? readTime(value) : typeof value === 'number' && Number.isFinite(value) ? value : undefined;
