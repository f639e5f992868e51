import { stepRandom } from '../core/random.ts';
import type { Entrant, Seeded } from './competition.ts';
import type { Format } from './format.ts';

/** Numbers the entrants, best first: the lots are drawn from the seed over the order of entry, and decide between equals. */
export function seedEntrants(entrants: Entrant[], { seeding = 'rating' }: Format, seed: string): Seeded[] {
  const lots = stepRandom(seed, 0, 'lots').shuffle(entrants.map((_, i) => i + 1));
  const drawn = entrants.map((entrant, i) => ({ ...entrant, lot: lots[i]! }));
  if (seeding !== 'entry') {
    const rating = (entrant: Entrant) => (seeding === 'rating' ? (entrant.rating ?? -Infinity) : 0);
    drawn.sort((a, b) => (rating(a) === rating(b) ? a.lot - b.lot : rating(b) - rating(a)));
  }
  return drawn.map((entrant, i) => ({ ...entrant, seed: i + 1 }));
}
