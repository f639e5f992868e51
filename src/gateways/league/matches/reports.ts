import type { Fixture, League, Referee } from '../manager/league.ts';
import { readReport } from '../notation.ts';
import type { Checked } from '../wire/check.ts';
import { Fault } from '../wire/errors.ts';

/**
 * Takes a referee's report. Only the referee to which the match is or was assigned is heard; what it reports a second time is ignored.
 * @returns whether it was news @throws Fault
 */
export async function takeReport(
  league: League,
  report: Checked<'MATCH_RESULT_REPORT'>,
  sender: string | undefined,
): Promise<boolean> {
  const { match_id, result } = report;
  const referee = league.referee(sender);
  if (!referee) throw new Fault('E013');
  const pairing = league.pairing(match_id);
  if (!pairing) throw new Fault('E003', { field: 'match_id', problem: 'There is no such match.' });
  const { winner } = result;
  if (winner !== null && winner !== pairing.a && winner !== pairing.b) {
    throw new Fault('E005', { field: 'result.winner', problem: 'The winner does not play in this match.' });
  }
  if (!isHeard(league.fixture(match_id), referee)) {
    throw new Fault('E013', { match_id, problem: 'This match is not assigned to you.' });
  }
  return league.changeFixture(match_id, (fixture) =>
    fixture.result || !isHeard(fixture, referee)
      ? undefined
      : { ...fixture, referee: referee.id, result: readReport(report, league.body.game, referee.id) },
  );
}

/** Whoever let the match lapse has told the players its result, so it counts while the house has none of its own. */
const isHeard = ({ referee, lapsed, result }: Fixture, { id }: Referee): boolean =>
  referee === id || (lapsed === id && !result);
