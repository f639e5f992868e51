import type { Arena, MatchHandle, Sitter } from '../../../core/arena.ts';
import type { Seat } from '../../../core/game.ts';
import type { SeatHolder } from '../../../core/record.ts';
import type { League, Player } from '../manager/league.ts';
import type { Pairing } from '../manager/schedule.ts';
import type { Standing } from '../manager/standings.ts';
import { failure, idAt, resultOf, roleOf } from '../notation.ts';
import type { Question, Session } from '../session.ts';
import { leagueTerms } from '../terms.ts';
import type { ErrorCode } from '../wire/errors.ts';
import { askPlayers } from './ask-players.ts';

export const VIA = 'league';
const INVITATION = 5000;

/** The table of a fixture's next match, by which it is found again. */
export const nextTable = (league: League, { id }: Pairing): string =>
  `${tablesOf(league)}${id}/${league.fixture(id).attempt + 1}`;

export const tablesOf = ({ id }: League): string => `league/${id}/`;

export interface HouseMatchParts {
  arena: Arena;
  league: League;
  pairing: Pairing;
  standings: Standing[];
  session(player: Player): Session | undefined;
  /** It has its result. */
  tellResult(): void;
  signal: AbortSignal;
}

/** Runs a fixture as one of the house's referees, from the invitations to its result. A void match leaves it without one. */
export async function runHouseMatch(parts: HouseMatchParts): Promise<void> {
  const { league, pairing } = parts;
  const players = [pairing.a, pairing.b].map((id) => league.player(id)!);
  const sessions = players.map((player) => parts.session(player));
  const known = await unfinishedMatch(parts);
  const match = known ?? (await beginMatch(parts, players, sessions));
  if (!match || parts.signal.aborted) return;
  const isRunning = (await parts.arena.running(match.id)) !== undefined;
  if (isRunning && sessions.some(Boolean)) {
    const standings = players.map(({ id }) => parts.standings.find(({ player_id }) => player_id === id));
    await askPlayers({ match, pairing, sessions, standings });
  } else if (isRunning) await untilOver(match);
  const result = await resultOf(match, pairing);
  const counted = await league.changeFixture(pairing.id, (fixture) => {
    if (fixture.result || fixture.referee !== null || fixture.match !== match.id) return undefined;
    return result ? { ...fixture, result, untold: true } : { ...fixture, match: null };
  });
  if (counted && result) parts.tellResult();
}

/** The match that this fixture had before a restart; one that began just before is found by its table. */
async function unfinishedMatch({ arena, league, pairing }: HouseMatchParts): Promise<MatchHandle | undefined> {
  const { match: id } = league.fixture(pairing.id);
  if (id !== null) return arena.find(id);
  const begun = await arena.byTable(nextTable(league, pairing));
  if (begun) await keepMatch(league, pairing, begun);
  return begun;
}

async function beginMatch(
  parts: HouseMatchParts,
  players: Player[],
  sessions: (Session | undefined)[],
): Promise<MatchHandle | undefined> {
  const { arena, league, pairing, signal } = parts;
  const absent = await invite(parts, sessions);
  if (!absent || signal.aborted) return undefined;
  const sitters = players.map((player, place): Sitter => {
    const holder = holderOf(league.id, player);
    return {
      ...holder,
      begin(begun, seat) {
        if (sessions[place]) stayHere(begun, seat);
        else arena.callers.seat(holder.via, holder.agent, begun, seat);
      },
      dismiss: () => {},
    };
  });
  const opening = {
    id: nextTable(league, pairing),
    game: league.body.game,
    terms: leagueTerms,
    reserved: true,
  } as const;
  const match = await arena.lobby.begin(opening, sitters);
  await keepMatch(league, pairing, match);
  if (absent.size) {
    const words = [...absent].map(([seat, why]) => why(idAt(pairing, seat))).join('; ');
    // Nobody is asked for a move meanwhile.
    await new Promise<unknown>((done) => match.forfeit([...absent.keys()], 'away', words, done));
  }
  return match;
}

/** Whoever is called at its endpoint counts as here from the first moment to the last. */
export function stayHere(match: MatchHandle, seat: Seat): void {
  const leave = match.watch(seat, ({ status }) => {
    if (status.kind !== 'turn') queueMicrotask(() => leave());
  });
}

const untilOver = (match: MatchHandle): Promise<void> =>
  new Promise((resolve) => {
    const stop = match.watch(
      'spectator',
      ({ status }) => {
        if (status.kind === 'turn') return;
        resolve();
        queueMicrotask(() => stop());
      },
      { unseen: true },
    );
  });

const keepMatch = (league: League, pairing: Pairing, match: MatchHandle): Promise<boolean> =>
  league.changeFixture(pairing.id, (fixture) =>
    fixture.result || fixture.referee !== null
      ? undefined
      : { ...fixture, attempt: fixture.attempt + 1, match: match.id },
  );

type Excuse = (player: string) => string;

/** @returns who does not come, and why; undefined: nobody wants to know any more */
export async function invite(
  { league, pairing, signal }: Pick<HouseMatchParts, 'league' | 'pairing' | 'signal'>,
  sessions: (Session | undefined)[],
): Promise<Map<Seat, Excuse> | undefined> {
  const absent = new Map<Seat, Excuse>();
  const asking = sessions.map(async (session, seat) => {
    if (!session) return;
    let declined = false;
    const question: Question = {
      match: pairing.id,
      type: 'GAME_INVITATION',
      expects: 'GAME_JOIN_ACK',
      ms: INVITATION,
      signal,
      body: () => ({
        auth_token: session.contact.token ?? '',
        league_id: league.id,
        round_id: pairing.round,
        match_id: pairing.id,
        game_type: league.body.game,
        role_in_match: roleOf(seat),
        opponent_id: idAt(pairing, 1 - seat),
      }),
      take({ accept }) {
        declined = accept === false;
        return undefined;
      },
    };
    const asked = await session.ask(question);
    if (declined) absent.set(seat, (player) => `${player}: declined the invitation`);
    else if (typeof asked === 'object') absent.set(seat, excuse(asked.failed));
    return asked;
  });
  const outcomes = await Promise.all(asking);
  return outcomes.includes('abandoned') ? undefined : absent;
}

const excuse =
  (code: ErrorCode): Excuse =>
  (player) =>
    failure(player, code);

/** Who sits down for a player: its account where it showed a key, else a guest of this league. */
export const holderOf = (league: string, { id, name, account, via }: Player): SeatHolder =>
  account === null
    ? { agent: `league:${league}:${id}`, name, kind: 'guest', via }
    : { agent: account, name, kind: 'agent', via };
