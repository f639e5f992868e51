import type { AnyGame, SeatMove, Why } from '../../core/game.ts';
import { type MatchRecord, type Outcome, positions } from '../../core/record.ts';
import type { Competition } from '../competition.ts';
import { pairingsOf, type State } from '../state.ts';

export type Played = MatchRecord & { outcome: Outcome };

const WIDTH = 80;
const TERMINATION: { [W in Why]: string } = {
  left: 'abandoned',
  resigned: 'normal',
  away: 'abandoned',
  removed: 'abandoned',
  late: 'time forfeit',
  illegal: 'rules infraction',
};

/**
 * All games of a chess competition in order of rounds, in the portable notation.
 * @param recordOf the record of a match that is over; one that is gone is left out
 */
export function pgn(
  competition: Competition,
  state: State,
  game: AnyGame,
  recordOf: (match: string) => Played | undefined,
): string {
  const ratings = new Map(state.entrants.map(({ agent, rating }) => [agent, rating]));
  return pairingsOf(state)
    .flatMap(({ round, id, matches }) =>
      matches.flatMap((match, i) => {
        const record = recordOf(match);
        if (!record) return [];
        const board = id.split('M')[1];
        const tags = { Event: competition.name, Round: `${round}.${board}.${i + 1}` };
        return [pgnOf(record, game, tags, ratings)];
      }),
    )
    .join('\n');
}

function pgnOf(
  record: Played,
  game: AnyGame,
  more: { Event: string; Round: string },
  ratings: Map<string, number | undefined>,
): string {
  const [white, black] = record.seats;
  const result = resultOf(record.outcome);
  const date = new Date(record.at).toISOString();
  const elo = (agent: string) =>
    ratings.get(agent) === undefined ? undefined : String(Math.round(ratings.get(agent)!));
  const tags: { [name: string]: string | undefined } = {
    Event: more.Event,
    Site: '?',
    Date: date.slice(0, 10).replaceAll('-', '.'),
    Round: more.Round,
    White: white!.name,
    Black: black!.name,
    Result: result,
    UTCTime: date.slice(11, 19),
    WhiteElo: elo(white!.agent),
    BlackElo: elo(black!.agent),
    Termination: terminationOf(record.outcome),
  };
  const written = Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined);
  const header = written.map(([name, value]) => `[${name} "${quotable(value)}"]\n`).join('');
  return `${header}\n${wrap([...moveText(record, game), result])}\n`;
}

const quotable = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"');

function resultOf(outcome: Outcome): string {
  if (outcome.kind === 'void') return '*';
  const [white, black] = outcome.ranks as [number, number];
  return white < black ? '1-0' : white > black ? '0-1' : '1/2-1/2';
}

function terminationOf(outcome: Outcome): string {
  if (outcome.kind === 'void') return 'unterminated';
  return outcome.forfeit ? TERMINATION[outcome.forfeit.why] : 'normal';
}

/** `1.`, `e4`, `e5`, `2.` … as the game itself writes its moves. */
function moveText(record: MatchRecord, game: AnyGame): string[] {
  const words: string[] = [];
  let ply = 0;
  for (const position of positions(game, record)) {
    const entry = record.entries[position.step];
    const moves: SeatMove[] = entry?.kind === 'move' || entry?.kind === 'late' ? entry.moves : [];
    for (const { move } of moves) {
      if (ply % 2 === 0) words.push(`${ply / 2 + 1}.`);
      words.push(game.text!.print(position.state, move));
      ply++;
    }
  }
  return words;
}

function wrap(words: string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length >= WIDTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
