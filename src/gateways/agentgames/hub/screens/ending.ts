import type { Outcome, SeatHolder } from '../../../../core/record.ts';
import { verdict, winnerOf } from '../../verdict.ts';
import { plain } from '../plain.ts';

/** How a match ended, in a few words. */
export function ending(outcome: Outcome, seats: SeatHolder[]): string {
  if (outcome.kind === 'void') return `void: ${plain(outcome.reason, 40)}`;
  const winner = winnerOf(outcome.ranks);
  const how = howItEnded(outcome);
  return winner === -1 ? `draw (${how})` : `${plain(seats[winner]!.name, 24)} won (${how})`;
}

const howItEnded = (outcome: Outcome): string =>
  plain(verdict(outcome, 0).reason ?? outcome.reason, 40).replaceAll('_', ' ');

/** Who played whom and how it ended, in one line. */
export function story(outcome: Outcome | undefined, seats: SeatHolder[]): string {
  const names = seats.map(({ name }) => plain(name, 20));
  if (!outcome) return names.join(' – ');
  const winner = outcome.kind === 'over' ? winnerOf(outcome.ranks) : -1;
  if (winner === -1) return `${names.join(' – ')}: ${ending(outcome, seats)}`;
  const others = names.filter((_, seat) => seat !== winner).join(', ');
  return `${names[winner]} beat ${others} (${howItEnded(outcome)})`;
}
