import type { MatchHandle, Sitter } from '../../core/arena.ts';
import type { Seat, SeatMove, Turn } from '../../core/game.ts';
import type { Update } from '../../core/update.ts';
import type { ClockRule } from '../../duel/clock.ts';
import { Faulty, type Player } from '../../duel/players/player.ts';

export interface SeatedPlayer {
  player: Player;
  name: string;
  seed: string;
  clock: ClockRule;
  /** Milliseconds of each decision. */
  times: number[];
}

/** A player of the duel at a table of an arena: it meets agents that came by a wire. */
export const sitterFor = (agent: string, seated: SeatedPlayer): Sitter => ({
  agent,
  name: seated.name,
  kind: 'guest',
  via: 'duel',
  begin: (match, seat) => void drive(match, seat, seated),
  dismiss() {},
});

async function drive(match: MatchHandle, seat: Seat, seated: SeatedPlayer): Promise<void> {
  const { player, seed, clock, times } = seated;
  const { game, seats, options, terms } = match.header;
  const played: SeatMove[] = [];
  let answered = '';
  const fail = (error: unknown): void => {
    const { fault, message } = error instanceof Faulty ? error : new Faulty('crash', `It threw: ${error}`);
    match.forfeit([seat], fault === 'crash' ? 'left' : fault, message);
  };
  const answer = async (update: Update, turn: Turn): Promise<void> => {
    const ask = update.waiting.includes(seat) ? undefined : turn.asks?.find((one) => one.seat === seat);
    const since = performance.now();
    const said = await player.answer({
      seat,
      step: update.step,
      turn,
      phase: ask ? ask.phase : turn.phase,
      ask: ask?.id,
      view: update.view,
      left: () => update.clock?.left ?? terms.clock.each,
      legal: () => update.legal?.flatMap((one) => (one.seat === seat ? [one.move] : [])),
      played: () => played,
    });
    times.push(performance.now() - since);
    if ('resign' in said) return match.forfeit([seat], 'left', 'resigned');
    match.submit({ seat, ...said }, turn.number, (refused) => {
      if (refused && !['stale', 'over'].includes(refused.code)) fail(new Faulty('illegal', refused.reason));
    });
  };
  try {
    const players = seats.map(({ name }) => name);
    await player.begin({ game, seat, players, options, clock, seed });
  } catch (error) {
    return fail(error);
  }
  match.watch(
    seat,
    (update) => {
      const { status, waiting } = update;
      for (const move of update.played ?? []) played.push({ seat: move.seat, move: move.move });
      if (status.kind !== 'turn') return player.end(status);
      const asked = waiting.includes(seat) || status.asks?.some((one) => one.seat === seat);
      const question = status.sealed ? `turn ${status.number}` : `step ${update.step}`;
      if (!asked || !update.begun || question === answered) return;
      answered = question;
      setImmediate(() => void answer(update, status).catch(fail));
    },
    { after: -1, legal: true },
  );
}
