import { randomUUID } from 'node:crypto';
import { shortAmount } from '../../../core/amounts.ts';
import type { MatchHandle } from '../../../core/arena.ts';
import type { Cancel, Clock } from '../../../core/clock.ts';
import type { Seat } from '../../../core/game.ts';
import { ASSETS, type Asset, type Hex, lesser, payout } from '../../../core/money.ts';
import type { Deposit, PurseDesk, Verdict } from '../../../core/purse-desk.ts';
import { ALREADY_HELD, type EntryFees, STAKES } from '../stakes.ts';
import type { Premium, Room, RoomSeat, SeatPayment } from './room.ts';

export interface CashierParts {
  purse: PurseDesk;
  clock: Clock;
  room(id: string): Room | undefined;
  rooms(): Iterable<Room>;
  /** Resolves when it is durable. */
  write(room: Room): Promise<void>;
  /** Somebody has paid: the game begins if it can. */
  paid(room: Room): void;
  fault(error: unknown): void;
}

export interface PaymentSaid {
  tx: Hex | undefined;
  payTo: Hex;
  /** The seat's own token was shown, so it may be paid to where it says. */
  shown: boolean;
}

const ROOM = 'room:';
const SEAT = 'seat:';
const roomAccount = (room: string): string => `${ROOM}${room}`;
const seatAccount = (room: string, number: number): string => `${SEAT}${room}:${number}`;
/** The room of either account. */
const roomOf = (account: string): string | undefined => /^(?:room|seat):([^:]+)/.exec(account)?.[1];

const TIDY_EVERY = 10 * 60 * 1000;
const DAY = 24 * 60 * 60 * 1000;

const LOST: Verdict = { verified: false, confirmations: 0, message: 'The seat or its room is gone.' };

/** The money of premium rooms: what was paid for which seat, and what goes back. What is staked and won is the match's. */
export class Cashier {
  readonly #parts: CashierParts;
  readonly #unwatch: () => void;
  #again: Cancel | undefined;

  constructor(parts: CashierParts) {
    this.#parts = parts;
    this.#unwatch = parts.purse.watch((event) => {
      if (event.kind !== 'deposit' && event.kind !== 'lost') return;
      const id = roomOf(event.deposit.account);
      if (id !== undefined) this.#changed(id, event.deposit).catch(parts.fault);
    });
  }

  stop(): void {
    this.#again?.();
    this.#unwatch();
  }

  // ── opening, joining, paying ──

  /** Undefined: no address can be given out now. */
  async open(room: string, asset: Asset, fee: bigint): Promise<Premium | undefined> {
    const { purse, clock } = this.#parts;
    const address = await purse.address(roomAccount(room), asset === 'native');
    if (!address) return undefined;
    const { cut, roomWait } = purse.limits;
    const until = clock.now() + roomWait;
    return { asset, fee: String(fee), chain: purse.chain, address, cut: cut.rooms, issued: 0, until };
  }

  async payment(room: Room): Promise<SeatPayment | undefined> {
    const { purse, clock } = this.#parts;
    const premium = room.body.premium!;
    const account = seatAccount(room.id, premium.issued++);
    const address = await purse.address(account, premium.asset === 'native');
    return address && { account, address, at: clock.now() };
  }

  verify(room: Room, seat: Seat, said: PaymentSaid): Promise<Verdict> {
    const before = room.body.seats[seat];
    return room.exclusively(async () => {
      const { payment } = room.body.seats[seat] ?? {};
      if (!payment || room.body.seats[seat] !== before || this.#parts.room(room.id) !== room) return LOST;
      if (payment.paid) return { verified: true, confirmations: 0, message: 'This seat is paid for.' };
      if (room.status !== 'waiting') return { ...LOST, message: 'The game has started: what is paid now goes back.' };
      if (said.shown) payment.payTo = said.payTo;
      const tooMuch = () => this.tooMuchToday(room, before!.agent, said.payTo);
      const judged = tooMuch() ? LOST : await this.#judge(room, payment, said);
      // Asked again in the moment in which it counts: others may have been verified meanwhile.
      const over = tooMuch();
      const verdict = over ? { ...judged, verified: false, message: `${over} What was paid goes back.` } : judged;
      if (verdict.verified) {
        payment.payTo = said.payTo;
        payment.paid = true;
      }
      await this.#parts.write(room);
      if (verdict.verified) this.#parts.paid(room);
      return verdict;
    });
  }

  async #judge(room: Room, { account }: SeatPayment, { tx, payTo, shown }: PaymentSaid): Promise<Verdict> {
    const { purse } = this.#parts;
    const { asset, fee } = room.body.premium!;
    const least = BigInt(fee);
    const own = await purse.balance(account, asset);
    if (shown && own >= least) return { verified: true, confirmations: 0, message: 'Paid.', amount: own };
    if (!tx) return { ...LOST, message: 'Nothing has come to the address of this seat yet, or too little.' };
    const claim = { tx, to: account, asset, least };
    const atSeat = await purse.claim({ ...claim, account, ...(!shown && { sender: payTo }) });
    return atSeat.elsewhere ? purse.claim({ ...claim, account: roomAccount(room.id), sender: payTo }) : atSeat;
  }

  /**
   * Why no further fee is taken: who plays as that agent, or is paid there, has paid as much within a day as the host
   * allows. What was given back does not count.
   */
  tooMuchToday(room: Room, agent: string, payTo?: Hex): string | undefined {
    const { purse, clock, rooms } = this.#parts;
    const { asset, fee } = room.body.premium!;
    const most = purse.limits.day[asset];
    const yesterday = clock.now() - DAY;
    let paid = BigInt(fee);
    for (const { body } of rooms()) {
      const { premium, startedAt = yesterday, result, seats } = body;
      const isBack = result && !result.placements;
      if (premium?.asset !== asset || startedAt < yesterday || isBack) continue;
      const own = seats.filter(({ agent: other, payment }) => {
        const same = other === agent || (payTo !== undefined && payment?.payTo === payTo);
        return same && payment?.paid;
      });
      paid += BigInt(premium.fee) * BigInt(own.length);
    }
    return paid <= most ? undefined : `Entry fees are at most ${shortAmount(most, asset)} ${asset} within a day.`;
  }

  /** What came to a room that waits, or was lost, while nobody was here to hear of it. */
  async recount(room: Room): Promise<void> {
    await this.stands(room);
    for (const seat of room.body.seats) await this.#markPaid(room, seat);
  }

  /** Whether the payments of all seats are still there; who has none any more is turned out. */
  async stands(room: Room): Promise<boolean> {
    const lost = [];
    for (const seat of room.body.seats.keys()) if (!(await this.#isCovered(room, seat))) lost.push(seat);
    for (const seat of lost) await this.#unseat(room, seat);
    return lost.length === 0;
  }

  async #isCovered(room: Room, seat: Seat): Promise<boolean> {
    const { asset, fee } = room.body.premium!;
    const { payment } = room.body.seats[seat]!;
    if (!payment?.paid) return true;
    return (await this.#parts.purse.balance(payment.account, asset)) >= BigInt(fee);
  }

  async #unseat(room: Room, seat: Seat): Promise<void> {
    const { payment } = room.body.seats[seat]!;
    delete payment!.paid;
    payment!.at = 0;
    await this.#parts.write(room);
    room.agents.get(seat)?.turnedOut('The chain took your payment back.');
  }

  // ── the game ──

  /** The fees become the stakes, before anybody moves. If one is missing after all, there is no game. */
  hold(room: Room, match: MatchHandle): void {
    const { asset, fee, cut } = room.body.premium!;
    const seats = room.body.seats.map(({ payment }) => ({ account: payment!.account, to: payment!.payTo! }));
    const fees: EntryFees = { asset, fee, cut, seats };
    match.note(STAKES, fees, (refused) => {
      if (refused && refused.reason !== ALREADY_HELD) return match.end(undefined, refused.reason, 'purse');
      room.feesHeld = true;
      this.giveBack(room).catch(this.#parts.fault);
    });
  }

  // ── what goes back ──

  /** All that lies in the accounts of a room and its seats. While it plays, that is what was paid beyond the fees. */
  async giveBack(room: Room): Promise<void> {
    for (const { payment } of room.body.seats) if (payment) await this.giveBackSeat(payment);
    await this.#returnDeposits(roomAccount(room.id));
  }

  async giveBackSeat({ account, payTo }: SeatPayment): Promise<void> {
    if (!payTo) return this.#returnDeposits(account);
    const { purse, clock } = this.#parts;
    for (const asset of ASSETS) {
      const amount = await purse.balance(account, asset);
      if (amount === 0n) continue;
      // Under a name of its own each time: an account that was emptied meanwhile refuses.
      const id = `back:${randomUUID()}`;
      await purse.move(payout({ id, account, to: payTo, asset, amount, reason: 'refund', at: clock.now() }));
    }
  }

  /** To whoever sent it. What came without a sender stays, for the host to see. */
  async #returnDeposits(account: string): Promise<void> {
    const { purse, clock } = this.#parts;
    for (const { id: deposit, changes, sender: to, asset, amount: came } of await purse.deposits(account)) {
      const amount = lesser(came, await purse.balance(account, asset));
      if (!to || amount === 0n) continue;
      const id = `back:${deposit}#${changes}`;
      await purse.move(payout({ id, account, to, asset, amount, reason: 'refund', at: clock.now() }));
    }
  }

  /** From time to time: a game that is declared void later leaves something, too. */
  async start(): Promise<void> {
    this.#again = this.#parts.clock.after(TIDY_EVERY, () => void this.start().catch(this.#parts.fault));
    await this.#tidy();
  }

  /** What was paid to rooms that are gone or play, while nobody was here to see it. */
  async #tidy(): Promise<void> {
    const accounts = [...(await this.#parts.purse.balances(ROOM)), ...(await this.#parts.purse.balances(SEAT))];
    for (const account of new Set(accounts.map((one) => one.account))) await this.#returnTo(account);
  }

  async #returnTo(account: string): Promise<void> {
    const room = this.#parts.room(roomOf(account)!);
    const seat = room?.body.seats.find(({ payment }) => payment?.account === account);
    const dead = room?.status !== 'waiting' || (account !== roomAccount(room.id) && !seat);
    // Between the begin of a game and its note the fees are still here.
    if (!dead || (room?.match && !room.feesHeld)) return;
    await (seat?.payment ? this.giveBackSeat(seat.payment) : this.#returnDeposits(account));
  }

  // ── what happens on the chain ──

  async #changed(id: string, { account, lost }: Deposit): Promise<void> {
    const room = this.#parts.room(id);
    if (!room) return lost ? undefined : this.#returnTo(account);
    await room.exclusively(async () => {
      const seat = room.body.seats.findIndex(({ payment }) => payment?.account === account);
      if (room.status !== 'waiting' || (seat < 0 && account !== roomAccount(id))) {
        return lost ? undefined : this.#returnTo(account);
      }
      const holder: RoomSeat | undefined = room.body.seats[seat];
      if (!holder?.payment) return;
      if (lost) return (await this.#isCovered(room, seat)) ? undefined : this.#unseat(room, seat);
      await this.#markPaid(room, holder);
    });
  }

  /** It came to the seat's own address, and where to pay to was said before. */
  async #markPaid(room: Room, { agent, payment }: RoomSeat): Promise<void> {
    const { asset, fee } = room.body.premium!;
    if (!payment?.payTo || payment.paid) return;
    if ((await this.#parts.purse.balance(payment.account, asset)) < BigInt(fee)) return;
    if (this.tooMuchToday(room, agent, payment.payTo)) return;
    payment.paid = true;
    await this.#parts.write(room);
    this.#parts.paid(room);
  }
}
