import type { View } from './rules.ts';
import type { BeatEvent } from './state.ts';

const TRIPS = {
  edge: 'runs off the floor',
  wall: 'hits a wall',
  collision: 'collides',
  swap: 'bumps into another',
  blocked: 'walks into someone',
};

function beat(event: BeatEvent, names: string[]): string[] {
  if (event.kind === 'move') {
    return event.steps.flatMap(({ seat, trip }) => (trip ? [`${names[seat]} ${TRIPS[trip]} and is stunned`] : []));
  }
  const pose = (seat: number) => event.poses.find((one) => one.seat === seat)?.action ?? 'stunned';
  return [
    ...event.clashes.map(({ seats: [a, b], winner }) => {
      const end = winner === null ? 'a tie' : `${names[winner]} wins`;
      return `${names[a]} (${pose(a)}) meets ${names[b]} (${pose(b)}): ${end}`;
    }),
    ...event.eliminated.map((seat) => `${names[seat]} is out`),
  ];
}

export function told({ events }: View, names: string[]): string[] {
  const round = events[0]?.round;
  const happened = events.flatMap((event) => beat(event, names));
  return round === undefined ? [] : [`Round ${round}`, ...happened];
}

/** A motto is said with the moves of a round. */
export const said = ({ events, players }: View): (string | null)[] =>
  players.map(({ motto }) => (events.length > 0 ? motto : null) || null);

export function summary({ round, maxRounds, players, matchResult }: View, names: string[]): string {
  const dancers = players.map(({ seat, x, y, score, eliminated, stunned }) => {
    const where = eliminated ? 'out' : `at column ${x + 1}, row ${y + 1}${stunned ? ', stunned' : ''}`;
    return `${names[seat]} ${where}, score ${score}`;
  });
  return `Dance Battle, round ${round} of ${maxRounds}${matchResult ? ', over' : ''}. ${dancers.join('. ')}.`;
}
