import type { Arena } from '../../../core/arena.ts';
import type { League } from '../manager/league.ts';
import { reportedOver } from '../notation.ts';
import { leagueTerms } from '../terms.ts';
import { holderOf, tablesOf } from './house-match.ts';

/**
 * Keeps a match that a referee elsewhere ran among those of the arena, as decided outside the rules and never rated. The
 * fixture's document already has the result and alone decides; this is what people find when they look for the match.
 */
export async function keepReported(arena: Arena, league: League, pairingId: string): Promise<void> {
  const pairing = league.pairing(pairingId)!;
  const { result, referee } = league.fixture(pairingId);
  if (!result) return;
  const sitters = [pairing.a, pairing.b].map((id) => ({
    ...holderOf(league.id, league.player(id)!),
    begin: () => {},
    dismiss: () => {},
  }));
  const terms = { ...leagueTerms, rated: false };
  const id = `${tablesOf(league)}${pairing.id}/reported`;
  const match = await arena.lobby.begin({ id, game: league.body.game, terms, reserved: true }, sitters);
  await league.changeFixture(pairingId, (fixture) => ({ ...fixture, match: match.id }));
  const over = { kind: 'over' as const, ...reportedOver(result, pairing), reason: 'reported' };
  match.end(over, result.reason, `reported by ${referee}`);
}
