import type { GomokuView } from '../../../games/skill-gomoku/rules.ts';
import { idOf, type Named, type Notation, nameOf, type Scene, type SkillUse } from './notation.ts';

const STONES = ['·', '⚫', '⚪'] as const;
const SEALED = ['·', '🔒', '🔐'] as const;
const QUIET = '🚫';
const COLUMNS = 'ABCDEFGHIJKLMNO';
const ANIMATION = 3000;

type Effect = NonNullable<GomokuView['lastSkillEffect']>;

const SKILLS: { [skill in Effect['skill']]: string } = {
  uproot: 'Uproot (力拔山兮)',
  stillwater: 'Stillwater (静如止水)',
  sandstorm: 'Sandstorm (飞沙走石)',
  rewind: 'Rewind (时光倒流)',
};

/** Column letter and row number: row 7, column 7 is H8. */
const cellName = ({ row, col }: { row: number; col: number }): string => `${COLUMNS[col]}${row + 1}`;

const used = ({ skill, target }: Effect): string =>
  skill === 'rewind' ? `used ${SKILLS[skill]}` : `used ${SKILLS[skill]} at ${cellName(target)}`;

function skillUse(effect: Effect, players: readonly Named[]): SkillUse {
  return {
    skill: effect.skill,
    seat: effect.caster,
    target: effect.target,
    description: `${nameOf(players, effect.caster)} ${used(effect)}!`,
    animationDurationMs: ANIMATION,
    ...(effect.affectedCells && {
      affectedCells: effect.affectedCells.map(({ row, col, before, after }) => ({
        row,
        col,
        before: STONES[before],
        after: STONES[after],
      })),
    }),
  };
}

function lastSkillEffect({ view, players }: Scene<GomokuView>): object | null {
  if (!view.lastSkillEffect) return null;
  const { skill, target, description, affectedCells } = skillUse(view.lastSkillEffect, players);
  const casterId = idOf(players, view.lastSkillEffect.caster);
  return { skill, casterId, target, description, ...(affectedCells && { affectedCells }) };
}

/** The seat that moved last; seats alternate, skills included. */
const mover = (view: GomokuView): number => (view.moveCount + 1) % 2;

export const skillGomoku: Notation<GomokuView> = {
  maxRounds: ({ view }) => view.maxMoves,
  round: ({ view, status }) =>
    status.kind === 'turn' || status.kind === 'void' || status.forfeit ? view.moveCount + 1 : view.moveCount,
  made: ({ view }) => view.moveCount,
  scores: ({ view }) => [0, 1].map((seat) => (view.result?.winner === seat ? 1 : 0)),
  extra: (scene) => ({
    board: scene.view.board,
    energy: scene.view.energy,
    currentPlayer: idOf(scene.players, scene.view.toMove),
    sealedStones: scene.view.sealedStones,
    quietZoneCells: scene.view.quietZoneCells,
    lastMove: scene.view.lastMove,
    lastSkillEffect: lastSkillEffect(scene),
    animationDurationMs: scene.view.lastSkillEffect ? ANIMATION : 0,
  }),
  grid({ view }) {
    const grid = view.board.map((row) => row.map((content): string => STONES[content]));
    for (const { row, col, owner } of view.sealedStones) grid[row]![col] = SEALED[owner];
    for (const { row, col } of view.quietZoneCells) if (view.board[row]![col] === 0) grid[row]![col] = QUIET;
    return grid;
  },
  actions({ view }) {
    const { lastMove, lastSkillEffect } = view;
    if (lastMove) return [{ seat: mover(view), action: `Placed a stone at ${cellName(lastMove)}` }];
    if (!lastSkillEffect) return [];
    const words = used(lastSkillEffect);
    return [{ seat: lastSkillEffect.caster, action: `U${words.slice(1)}` }];
  },
  summary(scene, round) {
    const { view, players } = scene;
    const { result } = view;
    if (result && result.winner !== null) return `Move ${round}: ${nameOf(players, result.winner)} wins!`;
    if (result) return `Move ${round}: a draw.`;
    const [last] = skillGomoku.actions(scene);
    return last ? `Move ${round}: ${nameOf(players, last.seat)}: ${last.action}` : `Move ${round}`;
  },
  skill: ({ view, players, update }) =>
    view.lastSkillEffect && update.moved.length ? skillUse(view.lastSkillEffect, players) : undefined,
};
