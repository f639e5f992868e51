import type { Cancel, Clock } from '../../core/clock.ts';
import type { Seat } from '../../core/game.ts';
import type { Match } from '../../core/match.ts';
import { POINTS } from '../../core/settle/points.ts';
import { holdStakes, WAGER, type Wager, wagerOf } from '../../core/settle/wager.ts';
import type { FigureStore } from '../../core/storage.ts';
import type { Crowds } from './crowds.ts';
import { encode, type Refusal, refusal, type ServerEvent } from './protocol.ts';

const EXPIRES_AFTER = 60_000;
/** A wager is made before this many messages were sent. */
const MESSAGES_BEFORE = 4;

export const wagerEvent = (event: string, match: Match, { amount, proposer }: Wager): ServerEvent => ({
  event,
  match_id: match.id,
  amount,
  currency: 'AP',
  proposer_name: match.record.seats[proposer]!.name,
});

const failed = (message: string): Refusal => refusal('VALIDATION_FAILED', message);

export interface WagersParts {
  clock: Clock;
  figures: FigureStore;
  crowds: Crowds;
  messageCount(match: Match): number;
}

interface Proposal extends Wager {
  /** Stops the expiry. */
  keep: Cancel;
  /** Its acceptance is being stored. */
  accepting?: true;
}

/** Proposals that wait for an answer. An accepted one is kept with its match. */
export class Wagers {
  readonly #parts: WagersParts;
  readonly #open = new Map<Match, Proposal>();

  constructor(parts: WagersParts) {
    this.#parts = parts;
  }

  async propose(match: Match, seat: Seat, amount: number): Promise<Refusal | undefined> {
    const refused = this.#refuse(match);
    if (refused) return refused;
    const book = POINTS;
    const [balance = 0] = await this.#parts.figures.read([{ agent: match.record.seats[seat]!.agent, book }]);
    if (balance < amount) return failed(`You have ${balance} AP, not ${amount}.`);
    const changed = this.#refuse(match);
    if (changed) return changed;
    const wager = { amount, proposer: seat };
    this.#open.set(match, { ...wager, keep: this.#expire(match) });
    this.#tell(match, 'wager_proposed', wager);
  }

  accept(match: Match, seat: Seat, done: (refused?: Refusal) => void): void {
    const open = this.#open.get(match);
    if (!open) return done(failed('No wager is proposed.'));
    if (open.proposer === seat) return done(failed('Cannot accept your own wager.'));
    const wager: Wager = { amount: open.amount, proposer: open.proposer };
    const allow = (): string | undefined => {
      if (this.#open.get(match) !== open || open.accepting) return 'This wager is not open any more.';
      const late = this.#tooLate(match);
      if (late) return late;
      open.keep();
      open.accepting = true;
    };
    match.note(WAGER, wager, allow, holdStakes(match.record, wager), (refused) => {
      if (!refused) this.#open.delete(match);
      else if (open.accepting) this.#open.set(match, { ...wager, keep: this.#expire(match) });
      done(refused && failed(refused.reason));
    });
  }

  /** Answered by the other side, or taken back by the one who proposed it. */
  withdraw(match: Match, seat: Seat, as: 'decline' | 'cancel'): Refusal | undefined {
    const open = this.#open.get(match);
    if (!open || open.accepting) return failed('No wager is proposed.');
    const own = open.proposer === seat;
    if (as === 'decline' && own) return failed('This wager is your own: cancel it.');
    if (as === 'cancel' && !own) return failed('This wager is not yours: decline it.');
    this.#drop(match, as === 'decline' ? 'wager_declined' : 'wager_cancelled');
  }

  /** The match is over: what was not answered has expired. */
  end(match: Match): void {
    this.#drop(match, 'wager_expired');
  }

  #refuse(match: Match): Refusal | undefined {
    const reason =
      (this.#open.has(match) ? 'A wager is already proposed.' : undefined) ??
      (match.outcome ? 'The match is over.' : undefined) ??
      this.#tooLate(match);
    return reason === undefined ? undefined : failed(reason);
  }

  #tooLate(match: Match): string | undefined {
    if (wagerOf(match.record)) return 'This match has its wager already.';
    return this.#parts.messageCount(match) < MESSAGES_BEFORE ? undefined : 'Wagers are made before move 5.';
  }

  #expire(match: Match): Cancel {
    return this.#parts.clock.after(EXPIRES_AFTER, () => this.#drop(match, 'wager_expired'));
  }

  #drop(match: Match, event: string): void {
    const open = this.#open.get(match);
    if (!open || open.accepting) return;
    open.keep();
    this.#open.delete(match);
    this.#tell(match, event, open);
  }

  #tell(match: Match, event: string, wager: Wager): void {
    this.#parts.crowds.tellPlayers(match.id, encode(wagerEvent(event, match, wager)));
  }
}
