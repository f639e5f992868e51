import type { AnyGame } from '../../core/game.ts';
import type { MatchRecord, Outcome } from '../../core/record.ts';
import { countOf, eloChanges, ratingBook } from '../../core/settle/elo.ts';
import type { Settle } from '../../core/settle/settle.ts';
import type { Effect, FigureKey } from '../../core/storage.ts';
import type { Tally } from '../../games/clawpoly/events.ts';
import type { View } from '../../games/clawpoly/view.ts';
import { ELO } from './terms.ts';

/** What is counted of every game of an account or a profile. */
export const COUNTS = [
  'gamesPlayed',
  'wins',
  'losses',
  'propertiesBought',
  'outpostsBuilt',
  'fortressesBuilt',
  'timesInLobsterPot',
  'bankruptcies',
  'placements',
] as const;
export type Count = (typeof COUNTS)[number];
export type Counts = { [count in Count]: number };

const GAME = 'clawpoly';
export const countBook = (count: Count): string => `clawpoly:${count}`;

/** A profile's own Elo. Accounts have theirs on the ladder of all protocols. */
export const PROFILE_ELO = 'clawpoly:elo';
export const ACCOUNT_ELO = ratingBook(GAME);

const PROFILE = 'profile:';
export const profileAgent = (agentId: string): string => `${PROFILE}${agentId}`;
export const profileIdOf = (agent: string): string | undefined =>
  agent.startsWith(PROFILE) ? agent.slice(PROFILE.length) : undefined;

const COUNTED: { [event in keyof Tally]: Count } = {
  property_bought: 'propertiesBought',
  outpost_built: 'outpostsBuilt',
  fortress_built: 'fortressesBuilt',
  lobster_pot_in: 'timesInLobsterPot',
  bankrupt: 'bankruptcies',
};

/** The counts of accounts and profiles, and the profiles' own Elo, in the transaction that stores the end. */
export function clawpolySettle(games: readonly AnyGame[]): Settle {
  const versions = games.filter(({ id }) => id === GAME);
  const rulesOf = (record: MatchRecord) =>
    record.game === GAME ? versions.find(({ version }) => version === record.version) : undefined;
  return {
    figures: (record) => (rulesOf(record) ? eloKeys(record).filter((key) => key !== undefined) : []),
    effects(record, outcome, read, state): Effect[] {
      const game = rulesOf(record);
      if (!game || outcome.kind === 'void') return [];
      return [
        ...countEffects(record, outcome, (game.view(state, 'replay') as View).tallies),
        ...eloEffects(record, outcome, read),
      ];
    },
  };
}

function countEffects(record: MatchRecord, outcome: Outcome & { kind: 'over' }, tallies: Tally[]): Effect[] {
  return record.seats.flatMap(({ agent, kind }, seat) => {
    if (kind !== 'agent' && profileIdOf(agent) === undefined) return [];
    const result = countOf(outcome, seat);
    const all: Partial<Counts> = {
      ...countsOf(tallies[seat]!),
      gamesPlayed: 1,
      placements: outcome.ranks[seat]!,
      ...(result === 'won' && { wins: 1 }),
      ...(result === 'lost' && { losses: 1 }),
    };
    return COUNTS.flatMap((count): Effect[] => {
      const change = all[count] ?? 0;
      return change === 0 ? [] : [{ agent, book: countBook(count), change, reason: 'game' }];
    });
  });
}

const countsOf = (tally: Tally): Partial<Counts> =>
  Object.fromEntries(Object.entries(COUNTED).map(([event, count]) => [count, tally[event as keyof Tally]]));

/** Where each seat's Elo is; undefined: a guest that nobody knows counts as a beginner. */
const eloKeys = ({ seats }: MatchRecord): (FigureKey | undefined)[] =>
  seats.map(({ agent, kind }) => {
    if (kind === 'agent') return { agent, book: ACCOUNT_ELO };
    return profileIdOf(agent) === undefined ? undefined : { agent, book: PROFILE_ELO };
  });

/** Profiles only: accounts are rated by the ladder's own rule. A game with a bot is practice. */
function eloEffects(
  record: MatchRecord,
  outcome: Outcome & { kind: 'over' },
  read: (key: FigureKey) => number | undefined,
): Effect[] {
  if (record.seats.some(({ kind }) => kind === 'bot')) return [];
  const keys = eloKeys(record);
  const ratings = keys.map((key) => (key && read(key)) ?? ELO.start);
  const changes = eloChanges(ratings, outcome.ranks, ELO);
  return keys.flatMap((key, seat): Effect[] =>
    key?.book === PROFILE_ELO ? [{ ...key, change: changes[seat]!, from: ELO.start, reason: 'game' }] : [],
  );
}
