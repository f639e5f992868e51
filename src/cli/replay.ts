import { readFile } from 'node:fs/promises';
import { type AnyGame, AUDIENCE, type Seat } from '../core/game.ts';
import { type Entry, type ExportedRecord, type Position, positions } from '../core/record.ts';
import { faultOfShape } from '../core/verify.ts';
import { rulesOf } from '../games/manifests.ts';
import { drawBoard } from '../gateways/agentgames/hub/boards/board.ts';
import { bodySize, frame } from '../gateways/agentgames/hub/frame.ts';
import { Keys } from '../gateways/agentgames/hub/keys.ts';
import { type Line, line, type Size, styled, textOf } from '../gateways/agentgames/hub/line.ts';
import { ENTER, LEAVE, Painter } from '../gateways/agentgames/hub/painter.ts';
import { plain } from '../gateways/agentgames/hub/plain.ts';
import { moved } from '../gateways/agentgames/hub/screen.ts';
import { ending } from '../gateways/agentgames/hub/screens/ending.ts';
import { drawMatch } from '../gateways/agentgames/hub/screens/match-view.ts';
import { ConfigError } from './config.ts';
import { printable } from './printable.ts';

const MOVES_SHOWN = 12;
const LONGEST_WORDS = 60;
const WIDTH = 80;

/** Shows an exported record step by step: on a terminal with the arrow keys, elsewhere as text. */
export async function replay(args: string[]): Promise<void> {
  const [file] = args;
  if (!file || args.length !== 1) throw new ConfigError('usage: crossplay replay FILE');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ConfigError(`cannot read ${file}.`);
  });
  const film = await filmOf(text);
  if (process.stdin.isTTY && process.stdout.isTTY) return show(film);
  console.log(printed(film).join('\n'));
}

interface Film {
  record: ExportedRecord;
  game: AnyGame;
  /** The first is before any move. */
  positions: Position[];
}

async function filmOf(text: string): Promise<Film> {
  let record: ExportedRecord;
  try {
    record = JSON.parse(text);
  } catch {
    throw new ConfigError('this is not an exported record of a finished match: it is not JSON.');
  }
  const fault = faultOfShape(record);
  if (fault !== undefined)
    throw new ConfigError(`this is not an exported record of a finished match. ${printable(fault)}`);
  const game = await rulesOf(record.game, record.version);
  if (!game) {
    throw new ConfigError(`there are no rules for ${printable(record.game)} version ${record.version} here.`);
  }
  try {
    return { record, game, positions: [...positions(game, record)] };
  } catch (error) {
    throw new ConfigError(`the record cannot be replayed: ${printable((error as Error).message)}`);
  }
}

/** The whole match as lines of text. */
function printed({ record, game, positions: all }: Film): string[] {
  const board = drawBoard(record.game, game.view(all.at(-1)!.state, 'replay'), WIDTH);
  return [
    `${game.title}: ${record.seats.map(({ name }) => plain(name, 40)).join(' – ')}`,
    ...record.entries.map((_, i) => `${String(i + 1).padStart(4)}. ${words({ record, game, positions: all }, i + 1)}`),
    '',
    ...board.map((row) => textOf(row).trimEnd()),
    ending(record.outcome, record.seats),
    'This is what the file says; crossplay verify says whether it was played so.',
  ];
}

/** What led to a step, from 1. */
function words({ record, game, positions: all }: Film, step: number): string {
  const { state } = all[step - 1]!;
  return plain(wordsFor(record.entries[step - 1]!, state, record, game), LONGEST_WORDS);
}

function wordsFor(entry: Entry, state: unknown, { seats }: ExportedRecord, { text }: AnyGame): string {
  const name = (seat: Seat): string => (seat === AUDIENCE ? 'the audience' : (seats[seat]?.name ?? `seat ${seat}`));
  const names = (list: Seat[]): string => list.map(name).join(', ');
  switch (entry.kind) {
    case 'move':
      return entry.moves
        .map(({ seat, move }) => `${name(seat)}: ${text?.print(state, move) ?? JSON.stringify(move)}`)
        .join('  ');
    case 'late':
      return `${names(entry.seats)}: out of time`;
    case 'forfeit':
      return `${names(entry.seats)}: forfeit (${entry.why})`;
    case 'end':
      return `ended: ${entry.reason}`;
    case 'note':
      return entry.topic;
  }
}

async function show(film: Film): Promise<void> {
  const { stdin, stdout } = process;
  const painter = new Painter();
  const keys = new Keys();
  const last = film.record.entries.length;
  let at = 0;
  const paint = (): void => {
    const size = { columns: stdout.columns, rows: stdout.rows };
    stdout.write(painter.paint(picture(film, at, size), size));
  };
  const clear = (): void => {
    stdout.write(painter.clear());
    paint();
  };
  stdin.setRawMode(true);
  stdout.write(ENTER);
  stdout.on('resize', clear);
  paint();
  await new Promise<void>((quit) => {
    stdin.on('data', (bytes: Buffer) => {
      for (const key of keys.read(bytes)) {
        if (['q', 'escape', 'ctrl-c', 'ctrl-d'].includes(key)) return quit();
        at = moved(at, last + 1, { left: 'up', right: 'down', enter: 'down', ' ': 'down' }[key] ?? key) ?? at;
      }
      paint();
    });
  });
  stdout.off('resize', clear);
  stdout.write(LEAVE);
  stdin.setRawMode(false);
  stdin.pause();
}

function picture(film: Film, at: number, size: Size): Line[] {
  const { record, game, positions: all } = film;
  const { state, status } = all[at]!;
  const last = record.entries.length;
  const from = Math.max(1, Math.min(at - Math.floor(MOVES_SHOWN / 2), last - MOVES_SHOWN + 1));
  const notes = [
    line(`Step ${at} of ${last}`),
    ...(status.kind === 'turn' ? [] : [line(styled('bold', ending(status, record.seats)))]),
    [],
    ...Array.from({ length: Math.min(MOVES_SHOWN, last) }, (_, i) => from + i).map((step) =>
      step === at ? line(styled('bold', `> ${words(film, step)}`)) : line(`  ${words(film, step)}`),
    ),
  ];
  const toMove = status.kind === 'turn' ? status.must[0] : undefined;
  const view = game.view(state, 'replay');
  const body = drawMatch({ game: record.game, seats: record.seats, view, toMove, notes }, bodySize(size));
  return frame({ title: `${game.title}: replay`, name: '', keys: '←→ step   home/end   q quit', body }, size);
}
