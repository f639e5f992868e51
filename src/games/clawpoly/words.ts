import { counted } from '../shared/counted.ts';
import { BOARD } from './board.ts';
import type { LogEvent } from './events.ts';
import { POT_FEE } from './lobster-pot.ts';
import { mortgageValueOf, unmortgageCostOf } from './mortgage.ts';
import type { AgentMove } from './moves.ts';
import type { Goods } from './state.ts';
import type { View } from './view.ts';

export const squareName = (index: number): string => BOARD[index]?.name ?? '';

export const cardsText = (count: number): string => (count === 1 ? 'an escape card' : `${count || 'no'} escape cards`);

export const goodsText = ({ properties, money, escapeCards }: Goods): string =>
  [
    ...properties.map(squareName),
    ...(money ? [`$${money}`] : []),
    ...(escapeCards ? [cardsText(escapeCards)] : []),
  ].join(', ') || 'nothing';

function line({ type, seat, data }: LogEvent, names: string[]): string | undefined {
  const who = seat === null ? '' : (names[seat] ?? '');
  switch (type) {
    case 'started':
      return `Order: ${data.turnOrder.map((one) => names[one]).join(', ')}`;
    case 'dice_rolled':
      return `${who} rolls ${data.dice[0]} + ${data.dice[1]}${data.doubles ? ', doubles' : ''}`;
    case 'player_moved':
      return `to ${squareName(data.to)}`;
    case 'property_bought':
      return `${who} buys ${squareName(data.squareIndex)} for $${data.price}`;
    case 'property_passed':
      return `${who} passes on ${squareName(data.squareIndex)}`;
    case 'rent_paid':
      return `${names[data.payer]} pays $${data.amount} rent to ${names[data.owner]}`;
    case 'tax_paid':
      return `${who} pays $${data.amount}`;
    case 'card_drawn':
      return `${who} draws: ${data.text}`;
    case 'outpost_built':
      return `${who} builds an outpost on ${squareName(data.squareIndex)}`;
    case 'fortress_built':
      return `${who} builds a fortress on ${squareName(data.squareIndex)}`;
    case 'building_sold':
      return `${who} sells a building on ${squareName(data.squareIndex)}`;
    case 'mortgaged':
      return `${who} mortgages ${squareName(data.squareIndex)}`;
    case 'unmortgaged':
      return `${who} redeems ${squareName(data.squareIndex)}`;
    case 'trade_proposed':
      return `${names[data.from]} offers ${names[data.to]} ${goodsText(data.giving)} for ${goodsText(data.requesting)}`;
    case 'trade_accepted':
      return `${names[data.to]} takes the offer of ${names[data.from]}`;
    case 'trade_rejected':
      return seat === null ? 'The offer lapses' : `${who} declines the offer`;
    case 'lobster_pot_in':
      return `${who} goes to the Lobster Pot`;
    case 'lobster_pot_out':
      return `${who} is out of the pot`;
    case 'set_sail_bonus':
      return `${who} passes Set Sail, +$${data.amount}`;
    case 'bankrupt':
      return `${who} is bankrupt`;
    case 'agent_timeout':
      return `${who} took too long`;
    case 'turn_end':
    case 'turn_start':
      return undefined;
    case 'finished':
      return data.winner === null ? 'The game is over' : `${names[data.winner]} wins`;
  }
}

export const told = ({ events }: View, names: string[]): string[] =>
  events.flatMap((event) => line(event, names) ?? []);

/** The open decision, as a question to whoever decides. */
export function question({ prompt }: View, names: string[]): string {
  if (!prompt) return '';
  switch (prompt.phase) {
    case 'roll':
      return 'Roll the dice?';
    case 'buy':
      return `Buy ${squareName(prompt.squareIndex)} for $${prompt.price}?`;
    case 'build':
      return prompt.buildableProperties.length ? 'Build, or end the turn?' : 'End the turn?';
    case 'pot':
      return `In the Lobster Pot, attempt ${prompt.turnsTrapped} of 3: how to get out?`;
    case 'funds': {
      const to = prompt.creditor === null ? '' : ` to ${names[prompt.creditor]}`;
      return `Raise $${prompt.amount}${to}: sell or mortgage.`;
    }
  }
}

/** A move as a button. */
export function deed(move: AgentMove): string {
  switch (move.type) {
    case 'roll_dice':
      return 'Roll the dice';
    case 'buy':
      return 'Buy';
    case 'pass':
      return 'Pass';
    case 'build':
      return `${move.building === 'outpost' ? 'Outpost' : 'Fortress'} on ${squareName(move.squareIndex)}`;
    case 'sell_building':
      return `Sell a building on ${squareName(move.squareIndex)}`;
    case 'mortgage':
      return `Mortgage ${squareName(move.squareIndex)} for $${mortgageValueOf(move.squareIndex)}`;
    case 'unmortgage':
      return `Redeem ${squareName(move.squareIndex)} for $${unmortgageCostOf(move.squareIndex)}`;
    case 'trade_offer':
      return 'Make the offer';
    case 'trade_respond':
      return move.accept ? 'Accept' : 'Decline';
    case 'escape_pay':
      return `Pay $${POT_FEE}`;
    case 'escape_card':
      return 'Use an escape card';
    case 'escape_roll':
      return 'Try to roll doubles';
    case 'end_turn':
      return 'End the turn';
  }
}

export const has = ({ players }: View): string[] =>
  players.map(({ bankrupt, money, properties, inLobsterPot }) =>
    bankrupt ? 'bankrupt' : `$${money} · ${counted(properties.length, 'square')}${inLobsterPot ? ' · in the pot' : ''}`,
  );

export function summary({ turnNumber, turnLimit, players, current, reason }: View, names: string[]): string {
  const all = players.map(({ seat, money, position, properties, bankrupt }) =>
    bankrupt
      ? `${names[seat]} is bankrupt`
      : `${names[seat]} has $${money} and ${counted(properties.length, 'square')}, on ${squareName(position)}`,
  );
  return `Clawpoly, turn ${turnNumber} of ${turnLimit}. ${reason ? 'Over' : `${names[current]}’s turn`}. ${all.join('. ')}.`;
}
