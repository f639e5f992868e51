import { randomBytes } from 'node:crypto';
import type { MatchHandle } from '../core/arena.ts';
import type { Bots, Seat, Turn } from '../core/game.ts';
import { stepRandom } from '../core/random.ts';
import type { Update } from '../core/update.ts';
import type { Thinker } from './thinker.ts';

export interface BotSeat {
  match: MatchHandle;
  seat: Seat;
  bot: Bots[number];
  /** Calls when an answer is due; not inside the update: thinking must not hold up whoever just moved. */
  whenDue(answer: () => void): void;
  /** Calls when it is worth trying again what could not be stored. */
  later(again: () => void): void;
}

/** Plays a seat with a bot until the match is over: a session without a wire. */
export function driveBot(
  { match, seat, bot, whenDue, later }: BotSeat,
  thinker: Thinker,
  fault: (error: unknown) => void,
): void {
  const seed = randomBytes(32).toString('hex');
  let asked: Asked | undefined;
  let answered: string | undefined;
  let isDue = false;

  const answer = async ({ question, update, turn }: Asked): Promise<void> => {
    const { view, step } = update;
    const move = bot.slow
      ? await thinker.think({ game: match.header.game, bot: bot.name, view, turn, seat, seed, step })
      : bot.play(view, turn, seat, stepRandom(seed, step));
    match.submit({ seat, move }, turn.number, (refused) => {
      // Once something else is asked, or nothing, the match went on before the answer came.
      if (!refused || asked?.question !== question) return;
      if (refused.code === 'error') later(() => answerAgain(question));
      else if (asked.update.step !== step) answerAgain(question);
      else if (refused.code !== 'stale' && refused.code !== 'over') {
        fault(new Error(`the bot ${bot.name} of ${match.header.game} was refused: ${refused.reason}`));
      }
    });
  };

  const consider = (): void => {
    if (isDue || !asked || asked.question === answered) return;
    isDue = true;
    whenDue(() => {
      isDue = false;
      if (!asked || asked.question === answered) return;
      answered = asked.question;
      void answer(asked).catch(fault);
    });
  };

  const answerAgain = (question: string): void => {
    if (answered === question) answered = undefined;
    consider();
  };

  const stop = match.watch(seat, (update) => {
    const { status: turn } = update;
    asked = undefined;
    if (turn.kind !== 'turn') return void queueMicrotask(() => stop());
    const question = questionOf(update, turn, seat);
    if (question === undefined || !update.begun || update.pacing || update.paused) return;
    asked = { question, update, turn };
    consider();
  });
}

interface Asked {
  question: string;
  update: Update;
  turn: Turn;
}

/**
 * What the seat is asked now: a new decision, an ask, or the same decision again after something else happened. In a
 * sealed turn the others' moves are no reason to answer twice.
 */
function questionOf({ waiting, step }: Update, turn: Turn, seat: Seat): string | undefined {
  const ask = turn.asks?.find((one) => one.seat === seat);
  if (waiting.includes(seat)) return turn.sealed ? `turn ${turn.number}` : `step ${step}`;
  return ask && `ask ${ask.id}`;
}
