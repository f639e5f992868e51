import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { stepRandom } from '../../core/random.ts';
import { pointName, pointNamed } from './board.ts';
import { isEye } from './playout.ts';
import type { Move, State } from './rules.ts';
import { go } from './rules.ts';

const GAMES = 20;
const ARGUMENTS = ['--mode', 'gtp', '--chinese-rules', '--positional-superko', '--forbid-suicide', '--level', '1'];
const gnugo = ['gnugo', '/usr/games/gnugo'].find((path) => spawnSync(path, ['--version']).status === 0);
const COLORS = ['black', 'white'];
const DEAD = 'final_status_list dead';
const SCORE = 'final_score';

interface Question {
  command: string;
  answer: string;
}

/** Sends all commands at once; one answer comes for each. */
function askGnugo(questions: Question[]): string[] {
  const input = [...questions.map(({ command }) => command), 'quit'].join('\n');
  const { stdout } = spawnSync(gnugo!, ARGUMENTS, { input: `${input}\n`, encoding: 'utf8' });
  return stdout
    .split('\n\n')
    .slice(0, questions.length)
    .map((answer) =>
      answer
        .replace(/^\s*[=?]/, '')
        .trim()
        .split(/\s+/)
        .toSorted()
        .join(' '),
    );
}

const stonesOf = ({ points, size }: State, color: number): string[] =>
  points.flatMap((stone, point) => (stone === color ? [pointName(point, size)] : [])).toSorted();

/** A random match in which nobody fills eyes, so that it ends with nothing left to dispute. */
function* randomMatch(name: number): Generator<{ state: State; seat: number; move?: Move }> {
  let state = go.start({}, 2, stepRandom('00'.repeat(32), 0));
  while (go.status(state).kind === 'turn') {
    const random = stepRandom('5a'.repeat(32), state.count, `gnugo ${name}`);
    const seat = state.count % 2;
    const listed = go.moves!(state, seat).filter((move) => !passesOrFillsEye(state, move, seat));
    const move: Move = listed.length ? random.pick(listed) : { pass: true };
    yield { state, seat, move };
    state = go.play(state, [{ seat, move }], random);
  }
  yield { state, seat: state.count % 2 };
}

const passesOrFillsEye = ({ points, size }: State, move: Move, seat: number): boolean =>
  'pass' in move || isEye(points, size, pointNamed(move.point, size)!, seat === 0 ? 1 : 2);

const questionsAbout = (state: State): Question[] =>
  COLORS.map((color, i) => ({ command: `list_stones ${color}`, answer: stonesOf(state, i + 1).join(' ') }));

const questionsOfLegality = (state: State, seat: number): Question[] =>
  state.points.map((_, point) => {
    const at = pointName(point, state.size);
    const legal = go.check(state, { seat, move: { point: at } }) === undefined;
    return { command: `is_legal ${COLORS[seat]} ${at}`, answer: legal ? '1' : '0' };
  });

function questionsOfScore(state: State): Question[] {
  const [black, white] = go.scores!(state);
  const lead = black! - white!;
  return [
    { command: DEAD, answer: '' },
    { command: SCORE, answer: lead === 0 ? '0' : `${lead > 0 ? 'B' : 'W'}+${Math.abs(lead)}.0` },
  ];
}

function questionsOfMatch(name: number): Question[] {
  const questions = ['boardsize 9', 'clear_board', 'komi 7'].map((command) => ({ command, answer: '' }));
  for (const { state, seat, move } of randomMatch(name)) {
    questions.push(...questionsAbout(state));
    if (state.count % 11 === 0) questions.push(...questionsOfLegality(state, seat));
    if (move) questions.push({ command: `play ${COLORS[seat]} ${go.text!.print(state, move)}`, answer: '' });
    else questions.push(...questionsOfScore(state));
  }
  return questions;
}

describe.skipIf(!gnugo)('go beside gnugo (where it is installed)', () => {
  let questions: Question[];
  let answers: string[];

  beforeAll(() => {
    questions = Array.from({ length: GAMES }, (_, name) => questionsOfMatch(name)).flat();
    answers = askGnugo(questions);
  });

  it('has the same stones after every move, and allows the same moves', () => {
    const differing = questions.flatMap(({ command, answer }, i) =>
      answers[i] === answer || command === DEAD || command === SCORE
        ? []
        : [`${i}. ${command}: ${answers[i]} instead of ${answer}`],
    );
    expect(differing).toEqual([]);
  });

  it('has the same score wherever gnugo sees no dead stones left on the board', () => {
    const scored = questions.flatMap(({ command, answer }, i) =>
      command === SCORE && answers[i - 1] === '' ? [{ ours: answer, theirs: answers[i] }] : [],
    );
    expect(scored.length).toBeGreaterThan(GAMES / 2);
    for (const { ours, theirs } of scored) expect(theirs).toBe(ours);
  });
});
