import { randomUUID } from 'node:crypto';
import { ASSETS, type Asset, type Send, TILL } from '../core/money.ts';
import type { Anchor, Moved, PurseStore, Transaction } from '../core/purse-store.ts';
import type { DocumentStore } from '../core/storage.ts';
import { SENDS_AT_ONCE } from './book.ts';
import { pause, readBrake, setBrake } from './brake.ts';
import { type Chain, ChainError, mostGas, type Price, Reverted } from './chain-contract.ts';
import { Funds, type OnItsWay, shortage } from './funds.ts';

export interface TellerParts {
  store: PurseStore;
  documents: DocumentStore;
  chain: Chain;
  now(): number;
}

/** So many may be on their way from one address at a time. */
const MOST_ON_THEIR_WAY = 16;
/** Without a block for so long, it is sent again for more. */
const STUCK_AFTER = 180_000;
const MOST_ATTEMPTS = 20;

/**
 * Turns wishes into transactions. What is signed is stored before it is sent, under a nonce that the chain takes only
 * once; whatever is sent in its place has the same nonce. So wherever it is interrupted, one transaction comes of it.
 */
export class Teller {
  readonly #parts: TellerParts;

  constructor(parts: TellerParts) {
    this.#parts = parts;
  }

  /** @param deep the block up to which everything is booked */
  async work(deep: Anchor): Promise<void> {
    for (const one of await this.#onTheirWay()) await this.#push(one, deep);
    if ((await this.#parts.store.sends(['wanted'], 1)).length === 0 || (await this.#paused())) return;
    await this.#gather();
    await this.#topUp();
    await this.#dispatch();
  }

  async #paused(): Promise<boolean> {
    return (await readBrake(this.#parts.documents)).paused !== undefined;
  }

  async #onTheirWay(): Promise<OnItsWay[]> {
    const { store } = this.#parts;
    const found: OnItsWay[] = [];
    for (const send of await store.sends(['signed'], SENDS_AT_ONCE)) {
      const transaction = (await store.transactions({ send: send.id })).at(-1);
      if (transaction) found.push({ send, transaction });
    }
    return found;
  }

  async #funds(): Promise<Funds> {
    const { store, chain } = this.#parts;
    return new Funds(await store.balances(), await this.#onTheirWay(), chain.addressOf);
  }

  // ── what is signed ──

  /** Sees to it that a signed send gets into a block. */
  async #push({ send, transaction }: OnItsWay, deep: Anchor): Promise<void> {
    const { store, chain, now } = this.#parts;
    const attempts = (await store.transactions({ send: send.id })).filter(({ nonce }) => nonce === send.nonce);
    for (const { hash } of attempts) if (await chain.receipt(hash)) return;
    if ((await chain.sent(chain.addressOf(send.sender), deep.number)) > send.nonce!) return this.#giveUp(send);
    if (await this.#paused()) return;
    const stuck = now() - transaction.at >= STUCK_AFTER && attempts.length < MOST_ATTEMPTS;
    if (!stuck || !(await this.#replace(send, transaction))) await this.#broadcast(send, transaction);
  }

  /** Something that we did not sign has taken the nonce, so ours can never come: it is signed anew once the host has looked. */
  async #giveUp({ nonce, ...send }: Send): Promise<void> {
    await this.#stop(`The address of ${send.sender} has sent a transaction (nonce ${nonce}) that is not in the books.`);
    await this.#write({ sends: [{ ...send, state: 'wanted' }] });
  }

  /** The same again for a higher fee. False: not now. */
  async #replace(send: Send, last: Transaction): Promise<boolean> {
    const price = await this.#price(send);
    if (!price) return false;
    const more = (old: bigint, now: bigint) => {
      const least = (old * 9n) / 8n + 1n;
      return now > least ? now : least;
    };
    const raised = { ...price, fee: more(last.fee, price.fee), tip: more(last.tip, price.tip) };
    const funds = await this.#funds();
    const extra = mostGas(raised) - last.mostGas;
    if (funds.own('native') < extra || funds.free(send.sender, 'native') < extra) {
      await this.#explain(send, 'It is stuck, and there is too little gas to offer more.');
      return false;
    }
    await this.#sign(send, raised, last.nonce);
    return true;
  }

  // ── what is wished for ──

  /** Brings money from other addresses to the till where that has too little for what is to be paid. */
  async #gather(): Promise<void> {
    const { store } = this.#parts;
    const open = await store.sends(['wanted', 'signed', 'failed'], SENDS_AT_ONCE);
    const sweeps = open.filter(({ kind }) => kind === 'sweep');
    const waiting = open.filter(({ kind, state }) => kind === 'payout' && state === 'wanted');
    const coming = sweeps.filter(({ state }) => state !== 'failed');
    const funds = await this.#funds();
    const sends: Send[] = [];
    for (const asset of ASSETS) {
      let short = shortage(funds, waiting, coming, asset);
      if (short <= 0n) continue;
      const busy = new Set(sweeps.filter((sweep) => sweep.asset === asset).map(({ sender }) => sender));
      for (const account of await this.#elsewhere(funds, asset)) {
        if (short <= 0n) break;
        if (busy.has(account)) continue;
        const amount = funds.free(account, asset) - (asset === 'native' ? await this.#gasToMove(account) : 0n);
        if (amount <= 0n) continue;
        sends.push(this.#wish('sweep', account, TILL, asset, amount));
        short -= amount;
      }
    }
    if (sends.length > 0) await this.#write({ sends });
  }

  /** Whose addresses other than the till hold some, those with the most first. */
  async #elsewhere(funds: Funds, asset: Asset): Promise<string[]> {
    const accounts = (await this.#parts.store.addresses()).map(({ account }) => account);
    const found = accounts.filter((account) => account !== TILL && funds.free(account, asset) > 0n);
    return found.sort((a, b) => (funds.free(a, asset) < funds.free(b, asset) ? 1 : -1));
  }

  async #gasToMove(sender: string): Promise<bigint> {
    const { chain } = this.#parts;
    return mostGas(await chain.price({ sender, to: chain.addressOf(TILL), asset: 'native', amount: 0n }));
  }

  /** An address that is to send something needs the chain's coin to pay for that. */
  async #topUp(): Promise<void> {
    const { store, chain } = this.#parts;
    const wanted = await store.sends(['wanted'], SENDS_AT_ONCE);
    const open = await store.sends(['wanted', 'signed'], SENDS_AT_ONCE);
    const onTheirWay = new Set(open.filter(({ kind }) => kind === 'top-up').map(({ to }) => to));
    const funds = await this.#funds();
    const sends: Send[] = [];
    for (const send of wanted) {
      const address = chain.addressOf(send.sender);
      if (send.sender === TILL || onTheirWay.has(address)) continue;
      const price = await this.#price(send);
      if (!price) continue;
      const needed = mostGas(price) + (send.asset === 'native' ? send.amount : 0n);
      const has = funds.free(send.sender, 'native');
      if (has >= needed) continue;
      sends.push(this.#wish('top-up', TILL, send.sender, 'native', needed + mostGas(price) - has));
      onTheirWay.add(address);
    }
    if (sends.length > 0) await this.#write({ sends });
  }

  #wish(kind: Send['kind'], sender: string, to: string, asset: Asset, amount: bigint): Send {
    const { chain, now } = this.#parts;
    return { id: randomUUID(), kind, sender, to: chain.addressOf(to), asset, amount, state: 'wanted', at: now() };
  }

  /** Signs and sends what can be paid, the oldest first: nobody is overtaken for lack of money. */
  async #dispatch(): Promise<void> {
    const { store, chain } = this.#parts;
    const funds = await this.#funds();
    const counts = new Map<string, number>();
    for (const { send } of await this.#onTheirWay()) counts.set(send.sender, (counts.get(send.sender) ?? 0) + 1);
    const lacking = new Set<Asset>();
    for (const send of await store.sends(['wanted'], SENDS_AT_ONCE)) {
      const { sender, asset, amount } = send;
      const count = counts.get(sender) ?? 0;
      if (count >= MOST_ON_THEIR_WAY || (send.kind === 'payout' && lacking.has(asset))) continue;
      if (await this.#wasSent(send)) continue;
      if (funds.free(sender, asset) < amount) {
        if (send.kind === 'payout') lacking.add(asset);
        await this.#explain(send, this.#whyShort(funds, send));
        continue;
      }
      const price = await this.#price(send);
      if (!price) continue;
      const gas = mostGas(price);
      if (funds.own('native') < gas) {
        await this.#explain(send, `The house has too little gas: send some to ${chain.addressOf(TILL)}.`);
        continue;
      }
      if (funds.free(sender, 'native') < gas + (asset === 'native' ? amount : 0n)) {
        await this.#explain(send, 'Its address waits for gas.');
        continue;
      }
      const nonce = await this.#nextNonce(sender);
      if (nonce === undefined) return;
      funds.take(send, gas);
      counts.set(sender, count + 1);
      await this.#sign(send, price, nonce);
    }
  }

  /** One that was given up is not signed anew if the chain has it after all. */
  async #wasSent(send: Send): Promise<boolean> {
    const { store, chain } = this.#parts;
    for (const { hash, nonce, succeeded } of await store.transactions({ send: send.id })) {
      if (succeeded === false || !(await chain.receipt(hash))) continue;
      await this.#write({ sends: [{ ...send, state: 'signed', nonce }] });
      return true;
    }
    return false;
  }

  #whyShort(funds: Funds, { sender, asset }: Send): string {
    const address = this.#parts.chain.addressOf(sender);
    return sender === TILL && funds.own(asset) < 0n
      ? `The purse holds too little ${asset}: the house has to send some to ${address}.`
      : `Waits until enough ${asset} is at ${address}.`;
  }

  // ── steps ──

  /** Undefined: it would fail now, which is said at the send. */
  async #price(send: Send): Promise<Price | undefined> {
    try {
      return await this.#parts.chain.price(send);
    } catch (error) {
      if (!(error instanceof Reverted)) throw error;
      if (send.state === 'wanted') await this.#write({ sends: [{ ...send, state: 'failed', why: error.message }] });
      return undefined;
    }
  }

  /** Undefined: the address was used by others, so everything stops. */
  async #nextNonce(sender: string): Promise<number | undefined> {
    const { store, documents, chain, now } = this.#parts;
    const { foreign } = await readBrake(documents);
    const next = Math.max(((await store.lastNonce(sender)) ?? -1) + 1, foreign[sender] ?? 0);
    const sent = await chain.sent(chain.addressOf(sender));
    if (sent <= next) return next;
    const why = `The address of ${sender} has sent ${sent - next} transactions that are not in the books.`;
    await setBrake(documents, (brake) => ({
      paused: brake.paused ?? { at: now(), why },
      foreign: { ...brake.foreign, [sender]: sent },
    }));
    return undefined;
  }

  async #sign(send: Send, price: Price, nonce: number): Promise<void> {
    const { chain, now } = this.#parts;
    const { hash, raw } = await chain.sign(send, price, nonce);
    const { why, ...rest } = send;
    const signed: Send = { ...rest, state: 'signed', nonce };
    const { fee, tip } = price;
    const attempt = { hash, send: send.id, sender: send.sender, nonce, raw, mostGas: mostGas(price), fee, tip };
    const transaction: Transaction = { ...attempt, at: now(), changes: 0 };
    // It may have been called back in this moment.
    const { done } = await this.#write({ sends: [signed], transactions: [transaction] });
    if (done === 'posted') await this.#broadcast(signed, transaction);
  }

  /** A chain that does not take it now is asked again the next time. */
  async #broadcast(send: Send, { raw }: Transaction): Promise<void> {
    if (await this.#paused()) return;
    try {
      await this.#parts.chain.broadcast(raw);
    } catch (error) {
      if (!(error instanceof ChainError || error instanceof Reverted)) throw error;
      await this.#explain(send, error.message);
    }
  }

  async #explain(send: Send, why: string): Promise<void> {
    if (send.why !== why) await this.#write({ sends: [{ ...send, why }] });
  }

  #stop(why: string): Promise<void> {
    return pause(this.#parts.documents, why, this.#parts.now());
  }

  #write(change: { sends: Send[]; transactions?: Transaction[] }): Promise<Moved> {
    return this.#parts.store.write(change, this.#parts.now());
  }
}
