import { randomUUID } from 'node:crypto';
import type { AnyGame } from '../../../../core/game.ts';
import type { Match } from '../../../../core/match.ts';
import type { Terms } from '../../../../core/terms.ts';
import type { Update } from '../../../../core/update.ts';
import { type Line, line, type Size, styled } from '../line.ts';
import { plain } from '../plain.ts';
import type { Screen, Stage } from '../screen.ts';
import { ending } from './ending.ts';
import { drawMatch } from './match-view.ts';
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
  match: Pick<Match, 'record'>;
  update: Update;
  legal: string[];
  input: string;
  problem: string;
}

export function drawPlay({ match, update, legal, input, problem }: PlayPicture, size: Size): Line[] {
  const { game, seats } = match.record;
  const { status, view } = update;
  const toMove = status.kind === 'turn' ? status.must[0] : undefined;
  const notes = toMove === undefined ? overNotes(update, seats) : turnNotes(toMove === PERSON, legal, input);
  return drawMatch({ game, seats, view, toMove, notes: [...notes, [], line(problem)] }, size);
}

function overNotes({ status }: Update, seats: PlayPicture['match']['record']['seats']): Line[] {
  if (status.kind === 'turn') return [];
  return [line(styled('bold', ending(status, seats)))];
}

function turnNotes(mine: boolean, legal: string[], input: string): Line[] {
  if (!mine) return [line('The bot thinks…')];
  const listed = legal.slice(0, MOST_LISTED).join(' ') + (legal.length > MOST_LISTED ? ' …' : '');
  return [line('Your move: ', styled('bold', `${input}_`)), [], ...wrap(listed, 26)];
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
export async function beginPractice(stage: Stage, game: AnyGame, bot: string, again: () => Screen): Promise<Screen> {
  const { arena, practice, name } = stage;
  const holder = practice.holder(game.id, bot);
  if (!holder) throw new Error(`no bot ${bot} plays ${game.id}`);
  const person = { agent: `person:${randomUUID()}`, name, kind: 'human', via: 'hub' } as const;
  let screen: Screen | undefined;
  await arena.begin({ game: game.id, terms: TERMS, seats: [person, holder] }, (match) => {
    screen = playScreen(stage, match, again);
    practice.play(match);
  });
  return screen!;
}

function playScreen(stage: Stage, match: Match, again: () => Screen): Screen {
  let update: Update;
  let input = '';
  let problem = '';
  /** Where every move is one character, a key is a move. */
  const oneKey = match.legal(PERSON).every((move) => move.length === 1);
  const myTurn = (): boolean => update.status.kind === 'turn' && update.status.must.includes(PERSON);
  const submit = (text: string): void => {
    const { status } = update;
    input = '';
    problem = '';
    if (status.kind !== 'turn') return;
    const move = match.parse(PERSON, text) ?? null;
    match.submit({ seat: PERSON, move }, status.number, (refused) => {
      if (refused) problem = move === null ? `"${plain(text)}" is not a move.` : plain(refused.reason, 60);
      stage.repaint();
    });
  };
  const type = (key: string): void => {
    if (key === 'backspace') input = input.slice(0, -1);
    else if (key === 'enter') input && submit(input);
    else if (key.length === 1 && oneKey) submit(key);
    else if (key.length === 1) input = (input + key).slice(0, LONGEST_INPUT);
  };
  const unwatch = match.watch(PERSON, (news) => {
    update = news;
    stage.repaint();
  });
  return {
    title: `${match.game.title}: practice`,
    get keys() {
      if (match.outcome) return 'enter play again   r replay   esc back   q quit';
      return oneKey
        ? 'press the number of your move   esc give up   q quit'
        : 'type a move, then enter   esc give up   ctrl-c quit';
    },
    get typing() {
      return !oneKey && !match.outcome;
    },
    draw: (size) => drawPlay({ match, update, legal: myTurn() ? match.legal(PERSON) : [], input, problem }, size),
    press(key) {
      if (myTurn()) return type(key);
      if (!match.outcome) return;
      if (key === 'enter') {
        stage.back();
        stage.open(again());
      }
      if (key === 'r') stage.open(replayScreen(stage, match));
      if (key === 'left') stage.back();
    },
    closed() {
      if (!match.outcome) match.forfeit([PERSON], 'left');
      unwatch();
    },
  };
}
