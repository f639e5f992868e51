import type { AnyGame } from '../game.ts';
import { stepRandom } from '../random.ts';
import type { ExportedRecord } from '../record.ts';
import { broken, type Finding, held, unchecked } from './finding.ts';

const agentsOf = ({ seats }: ExportedRecord): string[] => seats.map(({ agent }) => agent);
const same = (a: string[], b: string[]): boolean => a.length === b.length && a.every((one, i) => one === b[i]);

/** As many as the game takes, and those who came. */
export function checkSeats(game: AnyGame | undefined, record: ExportedRecord): Finding {
  const count = record.seats.length;
  if (game && (count < game.seats.min || count > game.seats.max)) {
    return broken(`${game.title} is not played by ${count}.`);
  }
  if (!record.arrival) {
    return game
      ? held(`${count} seats, as the game has it. Who came to sit there was not kept.`)
      : unchecked('Neither the rules of the game nor the order of arrival are at hand.');
  }
  if (!same([...record.arrival].sort(), agentsOf(record).sort())) {
    return broken('Those who sit there are not those who came.');
  }
  return held(`${count} seats, taken by those who came.`);
}

/**
 * Who sits where: in order of arrival, drawn from the seed, or in turns with the previous match of the same two.
 * @param previous that match, or why it is not at hand
 */
export function checkDraw(record: ExportedRecord, previous: ExportedRecord | string): Finding {
  const { arrival, terms, seed } = record;
  if (!arrival) return unchecked('The order of arrival was not kept.');
  const seated = agentsOf(record);
  if (record.previous !== undefined) return checkTurns(record, seated, arrival, previous);
  if (terms.seating === 'arrival') {
    return same(seated, arrival)
      ? held('They sit in the order in which they came.')
      : broken('They do not sit in the order in which they came.');
  }
  return same(seated, stepRandom(seed, 0, 'seating').shuffle(arrival))
    ? held('The seed draws these seats.')
    : broken('The seed draws other seats.');
}

function checkTurns(
  record: ExportedRecord,
  seated: string[],
  arrival: string[],
  previous: ExportedRecord | string,
): Finding {
  const turned = arrival.toReversed();
  if (seated.length !== 2 || !(same(seated, arrival) || same(seated, turned))) {
    return broken('Only two that came can take turns in who sits first.');
  }
  if (typeof previous === 'string') return unchecked(`Whose turn it was to sit first was not checked. ${previous}`);
  if (previous.id !== record.previous || previous.game !== record.game) {
    return unchecked('Whose turn it was to sit first was not checked: the earlier record is of another match.');
  }
  return same(seated, agentsOf(previous).reverse())
    ? held('They changed seats since their previous match.')
    : broken('They did not change seats since their previous match.');
}
