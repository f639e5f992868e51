import type { Bot, Finished, Turn } from '../../../sdk/typescript/src/index.ts';
import type { AnyGame } from '../../core/game.ts';
import type { Children } from '../../duel/players/children.ts';
import { openPlayer } from '../../duel/players/open.ts';
import { Faulty, type Player, type Question } from '../../duel/players/player.ts';
import type { PlayerSpec } from '../../duel/players/spec.ts';
import { Board } from './board.ts';

/** So much of the time is kept back for the way to the server and back. */
const MARGIN_MS = 500;
const SHARE = 0.9;
/** How long an engine thinks where the clock of a decision is long. */
const MOST_MS = 10_000;

export interface EngineBot {
  /** Starts the engine and hears that it is there, before a seat is taken for it. A plain program says nothing until it is asked. @throws Faulty */
  ready(): Promise<void>;
  bot: Bot<string>;
  finished(match: Finished): void;
  close(): Promise<void>;
}

/** A program at the other end of a pipe as a bot. It is one player: for several matches at once there are several. */
export function engineBot(rules: AnyGame, options: unknown, spec: PlayerSpec, children: Children): EngineBot {
  const player: Player = openPlayer(spec, [], children);
  let match: string | undefined;
  let board: Board;

  const sitDown = (seat: number, players: string[], ms: number): void | Promise<void> =>
    player.begin({ game: rules.id, seat, players, options, clock: { kind: 'each', ms }, seed: '00'.repeat(32) });

  const begin = async ({ match: id, seat, players }: Turn<unknown, object>, ms: number): Promise<void> => {
    match = id;
    board = new Board(rules, options, players.length);
    await sitDown(
      seat,
      players.map(({ name }) => name),
      ms,
    );
  };

  return {
    async ready() {
      if (spec.kind !== 'program') await sitDown(0, [], MOST_MS);
    },
    async bot(turn) {
      const ms = timeFor(turn.secondsLeft);
      if (turn.match !== match) await begin(turn, ms);
      board.follow(turn.since);
      const answer = await player.answer(questionOf(turn, board, ms));
      if ('resign' in answer) throw new Resigned();
      return 'text' in answer ? answer.text : (answer.move as object);
    },
    finished({ result }) {
      if (result) player.end({ kind: 'over', ranks: result.ranks, scores: result.scores, reason: result.reason });
    },
    close: () => player.close(),
  };
}

/** The engine gives up; whoever plays for it resigns. */
export class Resigned extends Faulty {
  constructor() {
    super('illegal', 'The engine resigned.');
  }
}

const timeFor = (secondsLeft: number | null): number =>
  Math.max(50, Math.min(MOST_MS, SHARE * (1000 * (secondsLeft ?? 10) - MARGIN_MS)));

const questionOf = (turn: Turn<unknown, object>, board: Board, ms: number): Question => ({
  seat: turn.seat,
  step: 0,
  turn: { kind: 'turn', number: turn.number, must: turn.yours ? [turn.seat] : [] },
  phase: turn.phase ?? undefined,
  ask: turn.yours ? undefined : turn.asks[0]?.id,
  view: turn.view,
  left: () => ms,
  legal: () => board.read(turn.seat, turn.legal),
  played: () => board.moves,
});
