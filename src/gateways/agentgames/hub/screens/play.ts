import { randomUUID } from 'node:crypto';
import type { GameInfo, MatchHandle } from '../../../../core/arena.ts';
import type { Terms } from '../../../../core/terms.ts';
import type { Update } from '../../../../core/update.ts';
import { type Line, line, type Size, styled } from '../line.ts';
import { plain } from '../plain.ts';
import { type Screen, type Stage, titleOf } from '../screen.ts';
import { ending } from './ending.ts';
import { drawMatch, lastMove } from './match-view.ts';
import { replayScreen } from './replay.ts';

const PERSON = 0;
const LONGEST_INPUT = 20;
const MOST_LISTED = 40;

const TERMS: Terms = {
  clock: { each: 600_000 },
  late: 'forfeit',
  away: { pause: 0, tell: 0, forfeit: 0, restart: 0 },
  seating: 'arrival',
  rated: false,
};

export interface PlayPicture {
  match: Pick<MatchHandle, 'header'>;
  update: Update;
  legal: string[];
  input: string;
  problem: string;
  last: string;
  /** Whether to give up is asked. */
  asking: boolean;
}

export function drawPlay(picture: PlayPicture, size: Size): Line[] {
  const { match, update, legal, input, problem, last, asking } = picture;
  const { game, seats } = match.header;
  const { status, view } = update;
  const toMove = status.kind === 'turn' ? status.must[0] : undefined;
  const notes = toMove === undefined ? overNotes(update, seats) : turnNotes(toMove === PERSON, legal, input);
  const asked = asking ? [line(styled('bold', 'Give up this game? y/n')), []] : [];
  return drawMatch({ game, seats, view, toMove, last, notes: [...asked, ...notes, [], line(problem)] }, size);
}

function overNotes({ status }: Update, seats: PlayPicture['match']['header']['seats']): Line[] {
  if (status.kind === 'turn') return [];
  return [line(styled('bold', ending(status, seats)))];
}

function turnNotes(mine: boolean, legal: string[], input: string): Line[] {
  if (!mine) return [line('The bot thinks…')];
  return [line('Your move: ', styled('bold', `${input}_`)), [], ...wrap(listed(legal), 26)];
}

/** Of many moves the first; what is no place on the board is never left out. */
function listed(legal: string[]): string {
  if (legal.length <= MOST_LISTED) return legal.join(' ');
  const cut = legal.slice(0, MOST_LISTED);
  return [...cut, '…', ...legal.filter((move) => move === 'pass' && !cut.includes(move))].join(' ');
}

/** The legal move that was meant, in whatever case it was typed; as it was typed where that is not plain. */
function meant(text: string, legal: string[]): string {
  const folded = (move: string) => move.replace(/[+#]$/, '').toLowerCase();
  const same = legal.filter((move) => folded(move) === folded(text));
  return legal.includes(text) || same.length !== 1 ? text : same[0]!;
}

function wrap(text: string, width: number): Line[] {
  const rows: string[] = [''];
  for (const word of text.split(' ')) {
    if (`${rows.at(-1)} ${word}`.length > width) rows.push('');
    rows[rows.length - 1] = `${rows.at(-1)} ${word}`.trim();
  }
  return rows.map((row) => line(styled('dim', row)));
}

/**
 * Begins a match of a person against a bot. It is never rated.
 * @param again the screen from which another one begins
 */
export async function beginPractice(stage: Stage, game: GameInfo, bot: string, again: () => Screen): Promise<Screen> {
  const { arena, practice, name } = stage;
  const opponent = practice.sitter(game.id, bot);
  if (!opponent) throw new Error(`no bot ${bot} plays ${game.id}`);
  const person = { agent: `person:${randomUUID()}`, name, kind: 'human', via: 'hub' } as const;
  return new Promise((resolve, reject) => {
    const sitter = {
      ...person,
      begin: (match: MatchHandle) => {
        practice.began(match.id);
        resolve(playScreen(stage, match, again));
      },
      dismiss: (reason: string) => reject(new Error(reason)),
    };
    arena.lobby.begin({ game: game.id, terms: TERMS, reserved: true }, [sitter, opponent]).catch(reject);
  });
}

function playScreen(stage: Stage, match: MatchHandle, again: () => Screen): Screen {
  let update: Update | undefined;
  let input = '';
  let problem = '';
  let last = '';
  let asking = false;
  /** Where every move is one character, a key is a move. */
  let oneKey = false;
  const legal = (): string[] => (update?.legal ?? []).filter(({ seat }) => seat === PERSON).map(({ text }) => text);
  const isOver = (): boolean => update !== undefined && update.status.kind !== 'turn';
  const myTurn = (): boolean => update?.status.kind === 'turn' && update.status.must.includes(PERSON);
  const submit = (text: string): void => {
    input = '';
    problem = '';
    if (update?.status.kind !== 'turn') return;
    match.submit({ seat: PERSON, text: meant(text, legal()) }, update.status.number, (refused) => {
      if (refused?.code === 'malformed') problem = `"${plain(text)}" is not a move.`;
      else if (refused) problem = plain(refused.reason, 60);
      stage.repaint();
    });
  };
  const type = (key: string): void => {
    if (key === 'backspace') input = input.slice(0, -1);
    else if (key === 'enter') input && submit(input);
    else if (key.length === 1 && oneKey) submit(key);
    else if (key.length === 1) input = (input + key).slice(0, LONGEST_INPUT);
  };
  const unwatch = match.watch(
    PERSON,
    (news) => {
      const isFirst = update === undefined;
      update = news;
      last = lastMove(match, news) ?? last;
      if (isFirst) oneKey = legal().every((move) => move.length === 1);
      stage.repaint();
    },
    { legal: true },
  );
  return {
    title: `${titleOf(stage, match)}: practice`,
    get keys() {
      if (isOver()) return 'enter play again   r replay   esc back   q quit';
      return oneKey
        ? 'press the number of your move   esc give up   q quit'
        : 'type a move, then enter   esc give up   ctrl-c quit';
    },
    get typing() {
      return !oneKey && !isOver();
    },
    draw: (size) =>
      update
        ? drawPlay({ match, update, legal: myTurn() ? legal() : [], input, problem, last, asking }, size)
        : [line('One moment…')],
    stays() {
      if (isOver()) return false;
      asking = !asking;
      stage.repaint();
      return true;
    },
    press(key) {
      if (asking && !isOver()) {
        asking = false;
        return key === 'y' || key === 'enter' ? stage.back() : undefined;
      }
      if (myTurn()) return type(key);
      if (!isOver()) return;
      if (key === 'enter') {
        stage.back();
        stage.open(again());
      }
      if (key === 'r') stage.open(replayScreen(stage, match));
      if (key === 'left') stage.back();
    },
    closed() {
      if (!isOver()) match.forfeit([PERSON], 'left');
      unwatch();
    },
  };
}
