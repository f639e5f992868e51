import type { Random, Seat } from '../../core/game.ts';
import type { Deck, State } from './state.ts';
import { withPlayer } from './state.ts';

export type CardEffect =
  | { kind: 'advance'; to: number; bonus: boolean }
  | { kind: 'nearest_current' }
  | { kind: 'nearest_utility' }
  | { kind: 'back'; steps: number }
  | { kind: 'lobster_pot' }
  | { kind: 'escape_card' }
  | { kind: 'collect'; amount: number }
  | { kind: 'pay'; amount: number }
  | { kind: 'pay_each'; amount: number }
  | { kind: 'collect_each'; amount: number }
  | { kind: 'repairs'; outpost: number; fortress: number };

export interface Card {
  text: string;
  effect: CardEffect;
}

const card = (text: string, effect: CardEffect): Card => ({ text, effect });
const NEAREST_CURRENT = card('Ride to the nearest current. If it has an owner, pay double.', {
  kind: 'nearest_current',
});

export const CARDS: { readonly [deck in Deck]: readonly Card[] } = {
  tide_card: [
    card('The Claw Emperor summons you to his domain.', { kind: 'advance', to: 39, bonus: false }),
    card('A fair wind carries you to Set Sail.', { kind: 'advance', to: 0, bonus: true }),
    card('Follow the eels to Dragon Eel Caverns.', { kind: 'advance', to: 24, bonus: true }),
    card('Drift to Raja Ampat Gardens.', { kind: 'advance', to: 11, bonus: true }),
    NEAREST_CURRENT,
    NEAREST_CURRENT,
    card('Swim to the nearest utility. If it has an owner, roll and pay ten times the dice.', {
      kind: 'nearest_utility',
    }),
    card('A pearl washes up: collect 50.', { kind: 'collect', amount: 50 }),
    card('A loose bar: keep this card to slip out of the Lobster Pot.', { kind: 'escape_card' }),
    card('The undertow drags you back three squares.', { kind: 'back', steps: 3 }),
    card('You swam into a trap: go to the Lobster Pot.', { kind: 'lobster_pot' }),
    card('Storm damage: 25 for each outpost, 100 for each fortress.', { kind: 'repairs', outpost: 25, fortress: 100 }),
    card('Fined for swimming too fast: pay 15.', { kind: 'pay', amount: 15 }),
    card("Catch Poseidon's Current.", { kind: 'advance', to: 5, bonus: true }),
    card('You are elected reef warden: pay everyone 50.', { kind: 'pay_each', amount: 50 }),
    card('Your oyster beds ripen: collect 150.', { kind: 'collect', amount: 150 }),
  ],
  treasure_chest: [
    card('The chest holds a chart to Set Sail.', { kind: 'advance', to: 0, bonus: true }),
    card('The bank of shells miscounted in your favour: collect 200.', { kind: 'collect', amount: 200 }),
    card('The cleaner wrasse sends a bill: pay 50.', { kind: 'pay', amount: 50 }),
    card('You sell a bag of sand dollars: collect 50.', { kind: 'collect', amount: 50 }),
    card('A bent key: keep this card to slip out of the Lobster Pot.', { kind: 'escape_card' }),
    card('The chest was bait: go to the Lobster Pot.', { kind: 'lobster_pot' }),
    card('Your seagrass fund pays out: collect 100.', { kind: 'collect', amount: 100 }),
    card('Fishing tax refund: collect 20.', { kind: 'collect', amount: 20 }),
    card('It is your hatchday: everyone gives you 10.', { kind: 'collect_each', amount: 10 }),
    card('Your kelp insurance matures: collect 100.', { kind: 'collect', amount: 100 }),
    card('The sawfish surgeon wants 100.', { kind: 'pay', amount: 100 }),
    card('School fees for the small fry: pay 50.', { kind: 'pay', amount: 50 }),
    card('Paid for good advice: collect 25.', { kind: 'collect', amount: 25 }),
    card('Reef repairs: 40 for each outpost, 115 for each fortress.', { kind: 'repairs', outpost: 40, fortress: 115 }),
    card('Second prize in the shell show: collect 10.', { kind: 'collect', amount: 10 }),
    card('A sunken cousin leaves you 100.', { kind: 'collect', amount: 100 }),
  ],
};

export const shuffledDecks = (random: Random): State['decks'] => ({
  tide_card: random.shuffle(CARDS.tide_card.map((_, number) => number)),
  treasure_chest: random.shuffle(CARDS.treasure_chest.map((_, number) => number)),
});

const escapeCardOf = (deck: Deck): number => CARDS[deck].findIndex((one) => one.effect.kind === 'escape_card');

/** Takes the top card. It goes to the bottom, or to the seat if it is an escape card. */
export function draw(state: State, seat: Seat, deck: Deck): { state: State; card: Card } {
  const [top, ...rest] = state.decks[deck];
  if (top === undefined) throw new Error(`the deck ${deck} is empty`);
  const drawn = CARDS[deck][top]!;
  const kept = drawn.effect.kind === 'escape_card';
  const drained = { ...state, decks: { ...state.decks, [deck]: kept ? rest : [...rest, top] } };
  if (!kept) return { state: drained, card: drawn };
  return {
    state: withPlayer(drained, seat, { escapeCards: [...state.players[seat]!.escapeCards, deck] }),
    card: drawn,
  };
}

/** Puts the seat's first so many escape cards under their decks. */
export function giveBackEscapeCards(state: State, seat: Seat, count: number): State {
  const { escapeCards } = state.players[seat]!;
  const decks = { ...state.decks };
  for (const deck of escapeCards.slice(0, count)) decks[deck] = [...decks[deck], escapeCardOf(deck)];
  return withPlayer({ ...state, decks }, seat, { escapeCards: escapeCards.slice(count) });
}
