import type { Competition, Rules } from './competition.ts';
import { isRefused } from './competition.ts';
import type { Format } from './format.ts';
import { seedFrom } from './formats/fixture.ts';
import { pair } from './formats/index.ts';
import { apply, applyAll, begin, type Entry } from './log.ts';
import { dueMatches, pairingsOf, type State, seededOf } from './state.ts';

export const competitionOf = (format: Format, rules: Partial<Rules> = {}): Competition => ({
  id: 'cup',
  name: 'The Cup',
  game: 'chess',
  options: {},
  format,
  rules: { entry: {}, start: null, noShow: 60_000, between: 0, ...rules },
  seed: seedFrom('cup'),
  at: 0,
});

/** A log that grows, and throws where it may not. */
export class TestLog {
  readonly competition: Competition;
  readonly entries: Entry[] = [];
  state: State = begin();

  constructor(competition: Competition) {
    this.competition = competition;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests leave the time out
  add(...entries: any[]): this {
    const timed: Entry[] = entries.map((entry) => ({ at: this.entries.length, ...entry }));
    const next = applyAll(this.competition, this.state, timed);
    if (isRefused(next)) throw new Error(next.code);
    this.entries.push(...timed);
    this.state = next;
    return this;
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  refused(entry: any): string | undefined {
    const next = apply(this.competition, this.state, { at: 0, ...entry });
    return isRefused(next) ? next.code : undefined;
  }

  enter(count: number): this {
    for (let i = 1; i <= count; i++)
      this.add({ kind: 'entered', agent: `A${i}`, name: `Agent ${i}`, rating: 2000 - i });
    return this;
  }

  begin(count: number): this {
    return this.enter(count).add({ kind: 'closed', by: 'host' });
  }

  /** Pairs the next round. @returns false where there is none */
  pairNext(): boolean {
    const { format, seed } = this.competition;
    const next = pair(format, seededOf(this.state), pairingsOf(this.state), seed);
    if (!Array.isArray(next)) return false;
    this.add({ kind: 'paired', round: next[0]!.round, pairings: next });
    return true;
  }

  /** Plays all that is due, once each; the better number wins unless `ranks` says otherwise. */
  playDue(ranks = favourites, from = dueMatches(this.state)): this {
    for (const { pairing, game, seats } of from) {
      const match = `${pairing.id}.${game}`;
      this.add({
        kind: 'result',
        pairing: pairing.id,
        game,
        match,
        agents: seats,
        ranks: ranks(seats),
        reason: 'played',
      });
    }
    return this;
  }
}

export const favourites = (agents: string[]): number[] =>
  agents.map((agent) => 1 + agents.filter((other) => Number(other.slice(1)) < Number(agent.slice(1))).length);
