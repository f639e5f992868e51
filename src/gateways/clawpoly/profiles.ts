import { readDescription } from '../../accounts/names.ts';
import { type AgentRecord, agentRecord } from '../../core/agent-record.ts';
import type { Clock } from '../../core/clock.ts';
import type { AgentRow, AgentsPast, DocumentStore, FigureKey, FigureStore } from '../../core/storage.ts';
import { ACCOUNT_ELO, COUNTS, type Counts, countBook, PROFILE_ELO, profileAgent, profileIdOf } from './settle.ts';
import { ELO } from './terms.ts';

const KIND = 'clawpoly-profile';
const HISTORY = 500;
/** Pages end after so many accounts, or so many places of the leaderboard. */
const DEEPEST = 1000;
const SHOWN_DIGITS = 1000;

export interface Profile {
  agentId: string;
  name: string;
  description: string;
  at: number;
}

/** Who the figures are of: an account, or a profile without a key. */
export interface Known extends Profile {
  /** Under which id its figures are kept. */
  agent: string;
  elo: string;
}

export type Leader = Pick<Known, 'agentId' | 'name' | 'agent' | 'elo'>;

export interface ProfilesParts {
  clock: Clock;
  documents: DocumentStore;
  figures: FigureStore;
  reads: AgentsPast;
}

/** Profiles that were registered without a key, and the figures of all who play here. */
export class Profiles {
  readonly #parts: ProfilesParts;
  readonly #profiles = new Map<string, Profile>();

  constructor(parts: ProfilesParts) {
    this.#parts = parts;
  }

  async load(): Promise<void> {
    for (const { id, body } of await this.#parts.documents.list(KIND)) this.#profiles.set(id, body as Profile);
  }

  get(agentId: string): Profile | undefined {
    return this.#profiles.get(agentId);
  }

  /** An id that is known already keeps its name: without a key nobody can show that it is theirs. */
  async register(agentId: string, name: string, description: unknown): Promise<{ profile: Profile; fresh: boolean }> {
    const { documents, figures, clock } = this.#parts;
    const known = this.#profiles.get(agentId);
    if (known) return { profile: known, fresh: false };
    const profile: Profile = { agentId, name, description: readDescription(description), at: clock.now() };
    const fresh = await documents.put(KIND, agentId, 0, profile);
    const stored = fresh ? profile : ((await documents.get(KIND, agentId))!.body as Profile);
    this.#profiles.set(agentId, stored);
    if (fresh) {
      // A figure of its own, so that it stands on the leaderboard before its first game.
      const key = { agent: profileAgent(agentId), book: PROFILE_ELO };
      const effect = { ...key, change: 0, from: ELO.start, reason: 'registered' };
      await figures.post({ figures: [key], settle: () => [effect] }, clock.now());
    }
    return { profile: stored, fresh };
  }

  async find(id: string): Promise<Known | undefined> {
    const account = await this.#parts.reads.agents.byId(id);
    if (account) return ofAccount(account);
    const profile = this.#profiles.get(id);
    return profile && ofProfile(profile);
  }

  /** Profiles first, then accounts, each in order of registration. */
  async list(limit: number, offset: number): Promise<Known[]> {
    const profiles = [...this.#profiles.values()].slice(offset, offset + limit).map(ofProfile);
    const skipped = Math.max(0, offset - this.#profiles.size);
    const wanted = skipped + limit - profiles.length;
    if (wanted === skipped || skipped >= DEEPEST) return profiles;
    const accounts = await this.#parts.reads.agents.list(wanted);
    return [...profiles, ...accounts.slice(skipped).map(ofAccount)];
  }

  /** The highest Elo first. */
  async leaders(limit: number, offset: number): Promise<Leader[]> {
    if (offset >= DEEPEST) return [];
    const { figures, agents } = this.#parts.reads;
    const [accounts, profiles] = await Promise.all(
      [ACCOUNT_ELO, PROFILE_ELO].map((book) => figures.top(book, offset + limit)),
    );
    const rows = [...accounts!, ...profiles!].sort((a, b) => b.value - a.value).slice(offset, offset + limit);
    const names = await agents.names(rows.map(({ agent }) => agent));
    return rows.flatMap(({ agent }): Leader[] => {
      const profile = this.#profiles.get(profileIdOf(agent) ?? '');
      if (profile) return [ofProfile(profile)];
      return names[agent] === undefined ? [] : [{ agentId: agent, name: names[agent], agent, elo: ACCOUNT_ELO }];
    });
  }

  /** What each has done so far. */
  async stats(known: Pick<Known, 'agent' | 'elo'>[]) {
    const keys = known.flatMap(({ agent, elo }): FigureKey[] => [
      ...COUNTS.map((count) => ({ agent, book: countBook(count) })),
      { agent, book: elo },
    ]);
    const values = await this.#parts.reads.figures.read(keys);
    return known.map((_, i) => {
      const own = values.slice(i * (COUNTS.length + 1), (i + 1) * (COUNTS.length + 1));
      const counts = Object.fromEntries(COUNTS.map((count, at) => [count, own[at] ?? 0])) as Counts;
      return statsJson(counts, own[COUNTS.length] ?? ELO.start);
    });
  }

  async record({ agent, agentId, elo }: Known): Promise<AgentRecord> {
    const { reads } = this.#parts;
    const record = await agentRecord(reads, agent);
    const opponents = record.opponents.map((one) => ({ ...one, id: profileIdOf(one.id) ?? one.id }));
    if (agent === agentId) return { ...record, opponents };
    const changes = await reads.figures.history({ agent, book: elo }, HISTORY);
    return {
      ratings: { clawpoly: changes.at(-1)?.after ?? ELO.start },
      opponents,
      rating_history: changes
        .filter(({ match }) => match !== undefined)
        .map(({ after, change, at, match }) => {
          return { game: 'clawpoly', rating: after, change, at, match_id: match ?? null };
        }),
    };
  }
}

const ofProfile = (profile: Profile): Known => ({
  ...profile,
  agent: profileAgent(profile.agentId),
  elo: PROFILE_ELO,
});

const ofAccount = ({ id, name, description, at }: AgentRow): Known => ({
  agentId: id,
  name,
  description,
  at,
  agent: id,
  elo: ACCOUNT_ELO,
});

const rounded = (value: number): number => Math.round(value * SHOWN_DIGITS) / SHOWN_DIGITS;

function statsJson({ placements, ...counts }: Counts, elo: number) {
  const { gamesPlayed, wins, losses, ...deeds } = counts;
  return {
    gamesPlayed,
    wins,
    losses,
    winRate: gamesPlayed === 0 ? 0 : rounded(wins / gamesPlayed),
    ...deeds,
    avgPlacement: gamesPlayed === 0 ? 0 : rounded(placements / gamesPlayed),
    elo: Math.round(elo),
  };
}
