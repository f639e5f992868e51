import type { FlaggedPair, Suspect } from './flagged-pairs.ts';
import type { SeatHolder } from './record.ts';
import { isRated } from './settle/elo.ts';
import { isPractice } from './settle/glicko.ts';
import type { AgentStore, MatchStore } from './storage.ts';
import type { Terms } from './terms.ts';

export interface PairRules {
  /** So many rated matches of the same two in a game, or of one with the same bot, count fully each day; undefined: all of them. */
  samePair: number | undefined;
  /** Matches between agents of one owner, or of one address, are rated too. */
  sameOwner: boolean;
}

export interface PairsParts {
  rules: PairRules;
  agents: Pick<AgentStore, 'byId'>;
  matches: Pick<MatchStore, 'list'>;
  /** Where an agent was last, as far as that says anything. */
  addressOf(agent: string): string | undefined;
  now(): number;
  /** These two stood out. */
  flag(game: string, pair: readonly [Suspect, Suspect], why: FlaggedPair['why']): void;
}

const DAY = 86_400_000;
const OWNER_FRESH = 10_000;
const MOST_REMEMBERED = 10_000;
/** Of an agent's matches of the day so many are looked through where the server has just started. */
const LOOKED_THROUGH = 200;

/** Keeps ratings from being farmed: what a match between these agents is worth is settled when it begins. */
export class Pairs {
  readonly #parts: PairsParts;
  readonly #owners = new Map<string, { owner: string | undefined; at: number }>();
  /** How often two met in a game today. */
  readonly #met = new Map<string, Promise<{ count: number }>>();
  #day = 0;

  constructor(parts: PairsParts) {
    this.#parts = parts;
  }

  /** The terms with what the match is worth. */
  async worth(game: string, seats: SeatHolder[], terms: Terms): Promise<Terms> {
    if (isPractice({ terms, seats })) return this.#worthOfPractice(game, seats, terms);
    if (!isRated({ terms, seats })) return terms;
    const { samePair, sameOwner } = this.#parts.rules;
    if (!sameOwner) {
      const alike = await this.#alike(seats);
      if (alike) {
        this.#parts.flag(game, alike.pair, alike.why);
        return { ...terms, rated: false, unrated: alike.why };
      }
    }
    if (samePair === undefined || seats.length !== 2) return terms;
    const pair = seats as [SeatHolder, SeatHolder];
    const count = await this.#meet(game, pair);
    if (count <= samePair) return terms;
    this.#parts.flag(game, pair, 'often');
    return { ...terms, weight: samePair / count };
  }

  /** Nobody grows without end by what a bot always falls for. */
  async #worthOfPractice(game: string, seats: SeatHolder[], terms: Terms): Promise<Terms> {
    const { samePair } = this.#parts.rules;
    const [agent, bot] = ['agent', 'bot'].map((kind) => seats.find((seat) => seat.kind === kind));
    if (samePair === undefined || !agent || !bot) return terms;
    const count = await this.#meet(game, [agent, { ...bot, agent: bot.name }]);
    return count <= samePair ? terms : { ...terms, weight: samePair / count };
  }

  async #alike(
    seats: SeatHolder[],
  ): Promise<{ pair: [Suspect, Suspect]; why: NonNullable<Terms['unrated']> } | undefined> {
    const owners = await Promise.all(seats.map(({ agent }) => this.#ownerOf(agent)));
    const addresses = seats.map(({ agent }) => this.#parts.addressOf(agent));
    for (const [why, known] of [
      ['one owner', owners],
      ['one address', addresses],
    ] as const) {
      const second = known.findIndex((one, i) => one !== undefined && known.indexOf(one) < i);
      if (second >= 0) return { pair: [seats[known.indexOf(known[second])]!, seats[second]!], why };
    }
    return undefined;
  }

  async #ownerOf(agent: string): Promise<string | undefined> {
    const now = this.#parts.now();
    const known = this.#owners.get(agent);
    if (known && now - known.at < OWNER_FRESH) return known.owner;
    const owner = (await this.#parts.agents.byId(agent))?.owner;
    keep(this.#owners, agent, { owner, at: now }, MOST_REMEMBERED);
    return owner;
  }

  /** @returns how often they have met today, this time too */
  async #meet(game: string, [one, other]: [Suspect, Suspect]): Promise<number> {
    const day = Math.floor(this.#parts.now() / DAY);
    if (day !== this.#day) this.#met.clear();
    this.#day = day;
    const key = pairKey(game, [one, other]);
    let met = this.#met.get(key);
    if (!met) {
      met = this.#earlier(game, one, other, day * DAY).then((count) => ({ count }));
      keep(this.#met, key, met, MOST_REMEMBERED);
    }
    return ++(await met).count;
  }

  async #earlier(game: string, { agent }: Suspect, other: Suspect, since: number): Promise<number> {
    const latest = await this.#parts.matches.list({ game, agent, limit: LOOKED_THROUGH });
    const isOther = ({ agent: id, kind, name }: SeatHolder, _seat: number, { length }: SeatHolder[]): boolean =>
      kind === 'bot' ? name === other.agent : id === other.agent && length === 2;
    return latest.filter(({ at, seats }) => at >= since && seats.some(isOther)).length;
  }
}

const pairKey = (game: string, pair: readonly Suspect[]): string =>
  [game, ...pair.map(({ agent }) => agent).sort()].join(' ');

function keep<Value>(known: Map<string, Value>, key: string, value: Value, most: number): void {
  known.set(key, value);
  if (known.size > most) known.delete(known.keys().next().value!);
}
