import type { SeatHolder } from '../../core/record.ts';
import type { MatchSummary } from '../../core/storage.ts';

/** What a list of matches is sifted by, beside what storage finds by itself. */
export interface Sought {
  agent: string | undefined;
  /** Who is no agent that is known by this name: a visitor, a house bot, or the beginning of a name. */
  player: string | undefined;
  /** A name, or the beginning of one. */
  opponent: string | undefined;
  /** By which somebody at the table came. */
  protocol: string | undefined;
  /** Of the agent or player. */
  result: Result | undefined;
}

const RESULTS = ['won', 'lost', 'drawn'] as const;
type Result = (typeof RESULTS)[number];

export const WRONG_RESULT = 'result is "won", "lost" or "drawn".';
export const isSought = (result: string): result is Result => (RESULTS as readonly string[]).includes(result);

const PAGE = 200;
/** So much of the past is looked through for one answer; the next goes on from there. */
const MOST_PAGES = 5;

export type Fits = (match: MatchSummary) => boolean;

/** @returns undefined where everything fits */
export function fitting({ agent, player, opponent, protocol, result }: Sought): Fits | undefined {
  if ([player, opponent, protocol, result].every((wish) => wish === undefined)) return undefined;
  const isPlayer = ({ agent: id, name }: SeatHolder): boolean =>
    agent !== undefined ? id === agent : player !== undefined && (id === player || begins(name, player));
  return ({ seats, result: ended }) => {
    const own = seats.findIndex(isPlayer);
    return (
      (player === undefined || own >= 0) &&
      seats.some(({ name }, seat) => seat !== own && begins(name, opponent ?? '')) &&
      (protocol === undefined || seats.some(({ via }) => via === protocol)) &&
      (result === undefined || resultOf(ended, own) === result)
    );
  };
}

const begins = (name: string, start: string): boolean => name.toLowerCase().startsWith(start.trim().toLowerCase());

/** For nobody in particular a match was drawn or not. */
function resultOf(ended: MatchSummary['result'], seat: number): Result | undefined {
  if (ended?.outcome.kind !== 'over') return undefined;
  const { ranks } = ended.outcome;
  const best = Math.min(...ranks);
  if (ranks.every((rank) => rank === best)) return 'drawn';
  if (seat < 0) return undefined;
  return ranks[seat] === best ? 'won' : 'lost';
}

/** The first that fit, and where the next search goes on. */
export async function sift(
  list: (page: { limit: number; after?: string }) => Promise<MatchSummary[]>,
  fits: Fits,
  limit: number,
): Promise<{ matches: MatchSummary[]; next: string | null }> {
  const matches: MatchSummary[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const rows = await list({ limit: PAGE, ...(after !== undefined && { after }) });
    for (const row of rows) {
      if (fits(row)) matches.push(row);
      if (matches.length === limit) return { matches, next: row.id };
      after = row.id;
    }
    if (rows.length < PAGE) return { matches, next: null };
  }
  return { matches, next: after ?? null };
}
