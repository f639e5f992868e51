import { CAUGHT_IN_THE_NET, LOBSTER_POT, SET_SAIL_BONUS, taxAt } from './board.ts';
import { POT_ATTEMPTS, POT_FEE } from './lobster-pot.ts';
import type { Holding } from './state.ts';
import type { SquareView, View } from './view.ts';

/** What stands on a square; empty: nothing. */
export function builtText({ outposts, fortress }: Holding): string {
  if (fortress) return 'a fortress';
  if (outposts === 0) return '';
  return outposts === 1 ? '1 outpost' : `${outposts} outposts`;
}

const CORNERS: { [index: number]: string } = {
  0: `Whoever passes or reaches it gets $${SET_SAIL_BONUS}.`,
  [LOBSTER_POT]: `Who only visits is safe. Who is caught gets out for $${POT_FEE}, by an escape card or by doubles; after ${POT_ATTEMPTS} failed rolls the $${POT_FEE} are due.`,
  [CAUGHT_IN_THE_NET]: `Whoever lands here goes straight to the Lobster Pot, without the $${SET_SAIL_BONUS} of Set Sail.`,
};

/** What happens on a square that nobody can own. */
export function happens({ type, index }: SquareView): string {
  if (type === 'tax') return `Whoever lands here pays $${taxAt(index)} to the bank.`;
  if (type === 'tide_card' || type === 'treasure_chest')
    return 'Whoever rolls onto it draws a card: money to get or to pay, a journey, the Lobster Pot, or a card that leads out of it.';
  return CORNERS[index] ?? 'A rest: nothing is paid and nothing happens.';
}

function deedText(square: SquareView, names: string[]): string {
  const { name, colorGroup, price, owner, mortgaged } = square;
  const whose = owner === null ? 'for sale' : `of ${names[owner]}`;
  return [name, colorGroup, `$${price}`, whose, builtText(square), mortgaged && 'mortgaged'].filter(Boolean).join(', ');
}

/** All of a square, for those who do not see it. */
export function squareText({ board, players }: View, index: number, names: string[]): string {
  const square = board[index]!;
  const what = square.price === null ? `${square.name} – ${happens(square)}` : `${deedText(square, names)}.`;
  const here = players.filter(({ bankrupt, position }) => !bankrupt && position === index);
  const standing = here.map(({ seat, inLobsterPot }) => `${names[seat]}${inLobsterPot ? ', caught' : ''}`);
  return standing.length ? `${what} Here: ${standing.join('; ')}.` : what;
}
