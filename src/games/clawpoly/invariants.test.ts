import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Random, Seat, SeatMove } from '../../core/game.ts';
import { BOARD, DEEDS, groupOf, isDeed, isProperty } from './board.ts';
import { clawpolyBots } from './bots.ts';
import { levelOf } from './building.ts';
import type { LogEvent } from './events.ts';
import type { AgentMove, Move } from './moves.ts';
import { promptOf } from './prompt.ts';
import { refuse } from './refuse.ts';
import { moneyOf } from './rules.scene.ts';
import { clawpoly } from './rules.ts';
import type { Goods, State } from './state.ts';
import { decider, isStanding, standingSeats, withPlayer, withSquare } from './state.ts';

const GAMES = 1000;
const STEPS_PER_TURN = 60;

/** A quick chance for many games; the core's own is tested by the core. */
function chance(seed: number): Random {
  let state = seed;
  const int = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
  return {
    int,
    pick: (list) => list[int(list.length)]!,
    shuffle: (list) =>
      list
        .map((value) => ({ value, key: int(1e9) }))
        .sort((a, b) => a.key - b.key)
        .map(({ value }) => value),
  };
}

function must(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

/** The groups dealt out with buildings, and little cash: such games soon know debts and bankruptcies. */
function dealt(state: State, random: Random): State {
  let next = state;
  for (const { index } of DEEDS.filter(({ index }) => groupOf(index)[0] === index)) {
    const owner = random.int(state.order.length);
    const level = isProperty(BOARD[index]) ? random.int(6) : 0;
    const built = level === 5 ? { fortress: true } : { outposts: level };
    for (const other of groupOf(index)) next = withSquare(next, other, { owner, ...built });
  }
  return state.order.reduce((dealing, seat) => withPlayer(dealing, seat, { money: 100 }), next);
}

// ── choosing moves ──

const someGoods = (state: State, seat: Seat, random: Random): Goods => ({
  properties: DEEDS.filter(({ index }) => state.squares[index]!.owner === seat && random.int(5) === 0).map(
    ({ index }) => index,
  ),
  money: random.int(2) * random.int(1 + state.players[seat]!.money),
  escapeCards: 0,
});

function optionalMove(state: State, seat: Seat, random: Random): AgentMove {
  const squareIndex = random.pick(DEEDS).index;
  const to = random.pick(state.order);
  return random.pick<AgentMove>([
    { type: 'mortgage', squareIndex },
    { type: 'unmortgage', squareIndex },
    { type: 'sell_building', squareIndex },
    { type: 'trade_offer', to, giving: someGoods(state, seat, random), requesting: someGoods(state, to, random) },
  ]);
}

function chooseMove(state: State, random: Random): SeatMove<Move> {
  const [trade] = state.trades;
  const seat = trade && random.int(3) > 0 ? trade.to : decider(state);
  const turn = clawpoly.status(state);
  if (turn.kind !== 'turn') throw new Error('the game is over');
  if (seat === decider(state) && random.int(20) === 0)
    return { seat, move: clawpoly.fallback!(state, seat), late: true };
  if (random.int(6) === 0)
    return { seat, move: random.pick(clawpolyBots).play(clawpoly.view(state, seat), turn, seat, random) };
  const optional = optionalMove(state, seat, random);
  if (random.int(2) === 0 && refuse(state, { seat, move: optional }) === undefined) return { seat, move: optional };
  return { seat, move: random.pick(clawpoly.moves!(state, seat)) };
}

// ── what always holds ──

function checkBoard(state: State): void {
  for (const [index, square] of state.squares.entries()) {
    const { owner, outposts, fortress, mortgaged } = square;
    must(owner === null || (isDeed(BOARD[index]) && isStanding(state, owner)), 'an owner who cannot own');
    must(outposts >= 0 && outposts <= 4 && !(fortress && outposts > 0), 'a strange building');
    must(owner !== null || !mortgaged, 'a free square is mortgaged');
    if (levelOf(square) === 0) continue;
    const group = groupOf(index).map((other) => state.squares[other]!);
    must(
      group.every((other) => other.owner === owner),
      'a building in a group that is not whole',
    );
    must(
      group.every((other) => !other.mortgaged),
      'a building beside a mortgage',
    );
    must(
      group.every((other) => Math.abs(levelOf(other) - levelOf(square)) <= 1),
      'uneven building',
    );
  }
}

function checkPlayers(state: State): void {
  for (const { money } of state.players) must(Number.isInteger(money) && money >= 0, `money ${money}`);
  const held = state.players.flatMap(({ escapeCards }) => escapeCards).length;
  const { tide_card, treasure_chest } = state.decks;
  must(held + new Set(tide_card).size + new Set(treasure_chest).size === 32, 'a card is lost or doubled');
}

function checkPrompt(state: State): void {
  const prompt = promptOf(state);
  if (prompt === null) return;
  const { seat, availableActions } = prompt;
  must(isStanding(state, seat), 'a bankrupt seat is asked');
  must(availableActions.length > 0, 'a prompt without an action');
  const listed = clawpoly.moves!(state, seat);
  for (const action of availableActions) {
    const form = listed.find((move) => move.type === action);
    must(
      form !== undefined && clawpoly.check(state, { seat, move: form }) === undefined,
      `${action} is listed but not accepted`,
    );
  }
}

/** Everybody's money as the log tells it. */
class Ledger {
  readonly money: number[];
  #owed: { debtor: Seat; to: Seat | null; amount: number }[] = [];

  constructor(state: State) {
    this.money = moneyOf(state);
  }

  #move(from: Seat | null, to: Seat | null, amount: number): void {
    if (from !== null) this.money[from]! -= amount;
    if (to !== null) this.money[to]! += amount;
  }

  follow(state: State): void {
    for (const event of state.events) this.#enter(event, state);
    this.#owed = this.#owed.filter(({ debtor, to, amount }) => {
      if (state.outcome !== null || !isStanding(state, debtor)) return false;
      const open = state.debts.some((debt) => debt.cause === 'card' && debt.debtor === debtor);
      if (!open && (to === null || isStanding(state, to))) this.#move(debtor, to, amount);
      return open;
    });
    must(
      isDeepStrictEqual(this.money, moneyOf(state)),
      `the log says ${this.money}, the players have ${moneyOf(state)}`,
    );
  }

  #enter({ type, seat, data }: LogEvent, state: State): void {
    switch (type) {
      case 'property_bought':
        return this.#move(seat, null, data.price);
      case 'rent_paid':
        return this.#move(data.payer, data.owner, data.amount);
      case 'tax_paid':
        return this.#move(seat, null, data.amount);
      case 'outpost_built':
      case 'fortress_built':
      case 'unmortgaged':
        return this.#move(seat, null, data.cost);
      case 'building_sold':
        return this.#move(null, seat, data.refund);
      case 'mortgaged':
        return this.#move(null, seat, data.value);
      case 'set_sail_bonus':
        return this.#move(null, seat, data.amount);
      case 'trade_accepted':
        this.#move(data.from, data.to, data.giving.money);
        return this.#move(data.to, data.from, data.requesting.money);
      case 'bankrupt':
        return this.#move(seat, data.creditor, this.money[seat!]!);
      case 'card_drawn':
        return this.#drawn(seat!, data, state);
      default:
    }
  }

  #drawn(seat: Seat, { effect, amount = 0 }: { effect: string; amount?: number }, state: State): void {
    const others = state.order.filter(
      (other) => other !== seat && (isStanding(state, other) || this.money[other]! > 0),
    );
    if (effect === 'collect') this.#move(null, seat, amount);
    if (effect === 'pay' || effect === 'repairs') this.#owed.push({ debtor: seat, to: null, amount });
    for (const other of others) {
      if (effect === 'pay_each') this.#owed.push({ debtor: seat, to: other, amount });
      if (effect === 'collect_each') this.#owed.push({ debtor: other, to: seat, amount });
    }
  }
}

/** By how much the number of the decision may grow: an answer to an offer only matters to a debtor. */
function growthOf(before: State, step: Step): number[] {
  if ('leaves' in step) return [0, 1];
  const { move } = step;
  if (move.type === 'trade_respond') return before.phase === 'funds' ? [0, 1] : [0];
  const optional = ['mortgage', 'unmortgage', 'sell_building', 'trade_offer'].includes(move.type);
  return optional && before.phase !== 'funds' ? [0] : [1];
}

function checkStep(before: State, step: Step, after: State): void {
  must(after.eventCount === before.eventCount + after.events.length, 'the log skips');
  for (const [i, { sequence }] of after.events.entries())
    must(sequence === before.eventCount + i, 'a sequence with a gap');
  const growth = after.decision - before.decision;
  must(
    after.outcome !== null || growthOf(before, step).includes(growth),
    `${JSON.stringify(step)} adds ${growth} decisions`,
  );
  checkBoard(after);
  checkPlayers(after);
  checkPrompt(after);
}

/** Somebody moves, or leaves. */
type Step = SeatMove<Move> | { leaves: Seat };

const LEAVES_ONCE_IN = 150;

const chooseStep = (state: State, random: Random): Step =>
  random.int(LEAVES_ONCE_IN) === 0 ? { leaves: random.pick(standingSeats(state)) } : chooseMove(state, random);

const take = (state: State, step: Step, random: Random): State =>
  'leaves' in step ? clawpoly.leave!(state, [step.leaves], 'left')! : clawpoly.play(state, [step], random);

interface Story {
  start: State;
  steps: Step[];
  end: State;
}

function playThrough(seed: number, seats: number, turnLimit: number): Story {
  const choosing = chance(seed);
  const random = chance(seed + 1);
  let start = clawpoly.start({ turnLimit }, seats, random);
  if (seed % 2 === 1) start = dealt(start, choosing);
  const ledger = new Ledger(start);
  const steps: Step[] = [];
  let state = start;
  while (state.outcome === null) {
    must(steps.length < STEPS_PER_TURN * turnLimit, 'the game does not end');
    const step = chooseStep(state, choosing);
    must(isAllowed(state, step), `${JSON.stringify(step)} was chosen and is refused`);
    const next = take(state, step, random);
    checkStep(state, step, next);
    ledger.follow(next);
    steps.push(step);
    state = next;
  }
  return { start, steps, end: state };
}

const isAllowed = (state: State, step: Step): boolean =>
  'leaves' in step || step.late === true || clawpoly.check(state, step) === undefined;

describe('whole games of two to six', () => {
  it('keep every rule of the board, the money and the prompts, end, and replay to the same state', () => {
    const reasons = { last_standing: 0, turn_limit: 0 };
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.nat(2 ** 30),
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 1, max: 40 }),
        (seed, seats, turnLimit) => {
          const { start, steps, end } = playThrough(seed, seats, turnLimit);
          reasons[end.outcome!]++;
          for (const step of steps) seen.add('leaves' in step ? 'leave' : step.move.type);
          must(end.outcome === 'turn_limit' || standingSeats(end).length === 1, 'the last one does not stand alone');
          const random = chance(seed + 1);
          clawpoly.start({ turnLimit }, seats, random);
          const again = steps.reduce((state, step) => take(state, step, random), start);
          must(isDeepStrictEqual(again, end), 'the replay differs');
        },
      ),
      { numRuns: GAMES },
    );
    expect(reasons.last_standing).toBeGreaterThan(50);
    expect(reasons.turn_limit).toBeGreaterThan(50);
    expect(seen.size).toBe(15);
  });
});
