import type { Seat, Turn } from '../../core/game.ts';
import type { Sitter } from '../../core/lobby/table.ts';
import type { Match } from '../../core/match.ts';
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

async function drive(match: Match, seat: Seat, { player, seed, clock, times }: SeatedPlayer): Promise<void> {
  const { record, game } = match;
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
      left: () => update.clock?.left ?? record.terms.clock.each,
      legal: () => game.moves?.(match.position.state, seat),
      played: () => record.entries.flatMap((entry) => ('moves' in entry ? entry.moves : [])),
    });
    times.push(performance.now() - since);
    if ('resign' in said) return match.forfeit([seat], 'left', 'resigned');
    const move = 'text' in said ? match.parse(seat, said.text) : said.move;
    match.submit({ seat, move }, turn.number, (refused) => {
      if (refused && !['stale', 'over'].includes(refused.code)) fail(new Faulty('illegal', refused.reason));
    });
  };
  try {
    const players = record.seats.map(({ name }) => name);
    await player.begin({ game: record.game, seat, players, options: record.options, clock, seed });
  } catch (error) {
    return fail(error);
  }
  match.watch(seat, (update) => {
    const { status, waiting } = update;
    if (status.kind !== 'turn') return player.end(status);
    const asked = waiting.includes(seat) || status.asks?.some((one) => one.seat === seat);
    const question = status.sealed ? `turn ${status.number}` : `step ${update.step}`;
    if (!asked || !update.begun || question === answered) return;
    answered = question;
    setImmediate(() => void answer(update, status).catch(fail));
  });
}
