import type { MatchHandle } from '../../../core/arena.ts';
import type { Cancel, Clock } from '../../../core/clock.ts';
import type { Seat } from '../../../core/game.ts';
import type { FigureStore } from '../../../core/storage.ts';
import { type Action, encode, type Fields, type Problem, refusal, type ServerEvent } from '../protocol.ts';
import type { Attendance } from '../rooms/attendance.ts';
import { POINTS } from '../settle/points.ts';
import { stakeOf, tooLate, WAGER, type Wager } from '../settle/wager.ts';
import type { MoneyStakes } from './money-stakes.ts';
import type { Transcript } from './transcript.ts';

const EXPIRES_AFTER = 60_000;

export const wagerEvent = (event: string, match: MatchHandle, wager: Wager): ServerEvent => ({
  event,
  match_id: match.id,
  amount: stakeOf(wager),
  currency: wager.currency ?? 'AP',
  proposer_name: match.header.seats[wager.proposer]!.name,
});

const failed = (message: string): Problem => refusal('VALIDATION_FAILED', message);

export type WagerAction = Action & { action: `${string}_wager` };

export interface WagersParts {
  clock: Clock;
  figures: FigureStore;
  attendance: Attendance;
  transcript(match: MatchHandle): Promise<Transcript>;
  /** Both sides have points to stake, and came in here. */
  allowedOn(match: MatchHandle): boolean;
  /** Undefined: nobody plays for money here. */
  money: MoneyStakes | undefined;
}

type Proposal = Wager & {
  /** Stops the expiry. */
  keep: Cancel;
  /** Its acceptance is being stored. */
  accepting?: true;
};

/** By match, proposals that wait for an answer. An accepted one is kept with its match. */
export class Wagers {
  readonly #parts: WagersParts;
  readonly #open = new Map<string, Proposal>();

  constructor(parts: WagersParts) {
    this.#parts = parts;
  }

  async act(match: MatchHandle, seat: Seat, action: WagerAction): Promise<Problem | undefined> {
    if (!this.#parts.allowedOn(match)) return failed('No wagers are made on this match.');
    switch (action.action) {
      case 'propose_wager':
        return this.#propose(match, seat, action);
      case 'accept_wager':
        return this.#accept(match, seat);
      case 'decline_wager':
      case 'cancel_wager':
        return this.#withdraw(match, seat, action.action);
    }
  }

  async #propose(match: MatchHandle, seat: Seat, wish: Fields<'propose_wager'>): Promise<Problem | undefined> {
    const transcript = await this.#parts.transcript(match);
    const refused = this.#refuse(match, transcript);
    if (refused) return refused;
    const wager =
      wish.currency === 'USDC' ? await this.#inMoney(match, seat, wish) : await this.#inPoints(match, seat, wish);
    if (typeof wager === 'string') return failed(wager);
    const changed = this.#refuse(match, transcript);
    if (changed) return changed;
    this.#open.set(match.id, { ...wager, keep: this.#expire(match) });
    this.#tell(match, 'wager_proposed', wager);
  }

  async #inPoints({ header }: MatchHandle, seat: Seat, wish: Fields<'propose_wager'>): Promise<Wager | string> {
    const amount = Number(wish.amount);
    const [balance = 0] = await this.#parts.figures.read([{ agent: header.seats[seat]!.agent, book: POINTS }]);
    return balance < amount ? `You have ${balance} AP, not ${amount}.` : { amount, proposer: seat };
  }

  async #inMoney(match: MatchHandle, seat: Seat, wish: Fields<'propose_wager'>): Promise<Wager | string> {
    const { money } = this.#parts;
    if (!money) return 'USDC is not played for here.';
    const wager = money.read(wish.amount, seat);
    return typeof wager === 'string' ? wager : ((await money.refuse(match, [seat], wager)) ?? wager);
  }

  async #accept(match: MatchHandle, seat: Seat): Promise<Problem | undefined> {
    const open = this.#open.get(match.id);
    if (!open) return failed('No wager is proposed.');
    if (open.proposer === seat) return failed('Cannot accept your own wager.');
    if (open.accepting) return failed('This wager is not open any more.');
    const { keep, accepting, ...wager } = open;
    open.keep();
    open.accepting = true;
    if (wager.currency) {
      const refused = await this.#parts.money?.refuse(match, [0, 1], wager);
      if (refused) {
        this.#open.set(match.id, { ...wager, keep: this.#expire(match) });
        return failed(refused);
      }
    }
    return new Promise((answer) =>
      match.note(WAGER, wager, (refused) => {
        if (!refused) this.#open.delete(match.id);
        else this.#open.set(match.id, { ...wager, keep: this.#expire(match) });
        if (refused?.code === 'over') this.end(match);
        answer(refused && failed(refused.reason));
      }),
    );
  }

  /** Answered by the other side, or taken back by the one who proposed it. */
  #withdraw(match: MatchHandle, seat: Seat, as: 'decline_wager' | 'cancel_wager'): Problem | undefined {
    const open = this.#open.get(match.id);
    if (!open || open.accepting) return failed('No wager is proposed.');
    const own = open.proposer === seat;
    if (as === 'decline_wager' && own) return failed('This wager is your own: cancel it.');
    if (as === 'cancel_wager' && !own) return failed('This wager is not yours: decline it.');
    this.#drop(match, as === 'decline_wager' ? 'wager_declined' : 'wager_cancelled');
  }

  /** The match is over: what was not answered has expired. */
  end(match: MatchHandle): void {
    this.#drop(match, 'wager_expired');
  }

  #refuse(match: MatchHandle, { all, wager, isOver }: Transcript): Problem | undefined {
    const reason =
      (this.#open.has(match.id) ? 'A wager is already proposed.' : undefined) ??
      (isOver ? 'The match is over.' : undefined) ??
      tooLate(wager, all.length);
    return reason === undefined ? undefined : failed(reason);
  }

  #expire(match: MatchHandle): Cancel {
    return this.#parts.clock.after(EXPIRES_AFTER, () => this.#drop(match, 'wager_expired'));
  }

  #drop(match: MatchHandle, event: string): void {
    const open = this.#open.get(match.id);
    if (!open || open.accepting) return;
    open.keep();
    this.#open.delete(match.id);
    this.#tell(match, event, open);
  }

  #tell(match: MatchHandle, event: string, wager: Wager): void {
    this.#parts.attendance.tellPlayers(match.id, encode(wagerEvent(event, match, wager)));
  }
}
