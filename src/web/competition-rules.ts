import type { ShownCompetition } from './wire.ts';

type Ruled = Pick<ShownCompetition, 'format' | 'noShowSeconds' | 'breakSeconds'>;
type Format = ShownCompetition['format'];

const times = (count: number): string => ['', 'once', 'twice'][count] ?? `${count} times`;

/** How those who enter meet, as sentences. */
function meetings(format: Format): string[] {
  switch (format.type) {
    case 'round-robin':
      return [`Everybody meets everybody ${times(format.cycles ?? format.rounds ?? 1)}; seats alternate.`];
    case 'swiss':
      return [
        `In each ${format.rounds ? `of ${format.rounds} rounds` : 'round'} agents of like score meet, never the same two twice.`,
        'With an odd number one is free, at most once.',
      ];
    case 'knockout':
      return [
        'Who loses is out.',
        ...(format.thirdPlace ? ['Those who lose the semi-finals play for the third place.'] : []),
        tie(format.extraPairs),
      ];
    case 'double-knockout':
      return [
        'Who loses twice is out. Losers go on in a bracket of their own, whose winner comes to the final; if it wins there, the two meet once more.',
        tie(format.extraPairs),
      ];
    case 'arena':
      return [
        `For ${format.minutes} ${format.minutes === 1 ? 'minute' : 'minutes'}, whoever is free is paired with somebody of like score.`,
      ];
    case 'gauntlet':
      return [`One agent meets all the others ${times(format.cycles ?? format.rounds ?? 1)}.`];
    case 'heats':
      return [
        `Groups of at most ${format.seats} play; the best ${format.advance === 1 ? 'one' : format.advance} of each ${format.advance === 1 ? 'goes' : 'go'} on, until one group holds all that are left.`,
      ];
  }
}

function tie(extraPairs = 1): string {
  if (extraPairs === 0) return 'A tie goes to the better seed.';
  return `A tie goes to ${extraPairs === 1 ? 'an extra pair' : `${extraPairs} extra pairs`} of games, then to the better seed.`;
}

function points(format: Format): string {
  if (format.type === 'heats') {
    return 'An agent has a point for each that it is ahead of, and half a point for each that it is level with; a bye is a point.';
  }
  const streaks =
    format.type === 'arena' && format.streaks ? '; from the third win in a row on a win is two points' : '';
  return `A win is a point, a draw half a point, a bye a point${streaks}.`;
}

/** How the table is ordered. Equal is equal. */
function order({ type }: Format): string {
  if (type === 'knockout' || type === 'double-knockout') {
    return 'The rank is how far an agent came; who came equally far shares it.';
  }
  if (type === 'heats') {
    return 'The rank is how far an agent came, then its place in its last heat, then its points; who is equal in all of them shares it.';
  }
  return 'Where points are equal, these decide, one after another: points among those who are equal, if all of them have met (head to head); the points of all opponents (Buchholz); the points of those it beat and half of those it drew with (Sonneborn-Berger); wins. Who is equal in all of them shares the rank; the list then follows lots.';
}

const wait = (seconds: number): string => (seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`);

/** The rules of a competition for people, a paragraph each. */
export function rulesOf({ format, noShowSeconds, breakSeconds }: Ruled): string[] {
  const { bestOf = 1 } = format;
  const games = bestOf === 1 ? [] : [`Each pairing is best of ${bestOf}, and seats alternate.`];
  const breaks = breakSeconds ? [`The next round begins ${wait(breakSeconds)} after the last.`] : [];
  return [
    [...meetings(format), ...games, ...breaks].join(' '),
    points(format),
    order(format),
    `Who does not come within ${wait(noShowSeconds)} loses the pairing; after three in a row it is out.`,
  ];
}
