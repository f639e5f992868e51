import { describe, expect, it } from 'vitest';
import { BOARD, groupOf } from './board.ts';
import { rentOf } from './rent.ts';
import { newGame, owning } from './rules.scene.ts';
import type { Holding, State } from './state.ts';
import { withSquare } from './state.ts';

const PROPERTIES: [index: number, name: string, price: number, rents: number[]][] = [
  [1, 'Tidal Pool Flats', 60, [2, 10, 30, 90, 160, 250]],
  [3, 'Mangrove Shallows', 60, [4, 20, 60, 180, 320, 450]],
  [6, 'Ningaloo Reef', 100, [6, 30, 90, 270, 400, 550]],
  [8, 'Red Sea Reef', 100, [6, 30, 90, 270, 400, 550]],
  [9, 'Belize Barrier Reef', 120, [8, 40, 100, 300, 450, 600]],
  [11, 'Raja Ampat Gardens', 140, [10, 50, 150, 450, 625, 750]],
  [13, 'Coral Triangle', 140, [10, 50, 150, 450, 625, 750]],
  [14, 'Tubbataha Reef', 160, [12, 60, 180, 500, 700, 900]],
  [16, 'Maldives Atolls', 180, [14, 70, 200, 550, 750, 950]],
  [18, 'Seychelles Bank', 180, [14, 70, 200, 550, 750, 950]],
  [19, 'Galapagos Reserve', 200, [16, 80, 220, 600, 800, 1000]],
  [21, 'Hydrothermal Vents', 220, [18, 90, 250, 700, 875, 1050]],
  [23, 'Volcanic Abyss', 220, [18, 90, 250, 700, 875, 1050]],
  [24, 'Dragon Eel Caverns', 240, [20, 100, 300, 750, 925, 1100]],
  [26, 'Sargasso Sea', 260, [22, 110, 330, 800, 975, 1150]],
  [27, 'Palau Sanctuary', 260, [22, 110, 330, 800, 975, 1150]],
  [29, 'Chagos Archipelago', 280, [24, 120, 360, 850, 1025, 1200]],
  [31, "Abyssal Kraken's Lair", 300, [26, 130, 390, 900, 1100, 1275]],
  [32, "Serpent's Trench", 300, [26, 130, 390, 900, 1100, 1275]],
  [34, 'The Sunken Citadel', 320, [28, 150, 450, 1000, 1200, 1400]],
  [37, "Leviathan's Throne", 350, [35, 175, 500, 1100, 1300, 1500]],
  [39, "Claw Emperor's Domain", 400, [50, 200, 600, 1400, 1700, 2000]],
];
const CURRENTS: [number, string][] = [
  [5, "Poseidon's Current"],
  [15, 'Maelstrom Express'],
  [25, 'Charybdis Passage'],
  [35, 'Abyssal Drift'],
];
const UTILITIES: [number, string][] = [
  [12, 'Electric Eel Power'],
  [28, 'Tidal Generator'],
];

const at = (level: number): Partial<Holding> => (level === 5 ? { fortress: true } : { outposts: level });
const rent = (state: State, index: number, total = 7) => rentOf(state.squares, index, total);

describe.each(PROPERTIES)('property %i %s', (index, name, price, rents) => {
  const whole = owning(newGame(), 0, [...groupOf(index)]);

  it('has its name and price', () => expect(BOARD[index]).toMatchObject({ name, price, type: 'property' }));

  it('asks the bare rent of a single square', () => expect(rent(owning(newGame(), 0, [index]), index)).toBe(rents[0]));

  it('asks twice the bare rent in a whole group', () => expect(rent(whole, index)).toBe(2 * rents[0]!));

  it.each([1, 2, 3, 4, 5])('asks the rent of building level %i', (level) => {
    expect(rent(withSquare(whole, index, at(level)), index)).toBe(rents[level]);
  });

  it('asks the bare rent beside built squares of its group', () => {
    const other = groupOf(index).find((one) => one !== index)!;
    expect(rent(withSquare(whole, other, at(1)), index)).toBe(rents[0]);
  });

  it('asks nothing while mortgaged or free', () => {
    expect(rent(withSquare(whole, index, { mortgaged: true }), index)).toBe(0);
    expect(rent(newGame(), index)).toBe(0);
  });

  it('still asks double when another square of its group is mortgaged', () => {
    const other = groupOf(index).find((one) => one !== index)!;
    expect(rent(withSquare(whole, other, { mortgaged: true }), index)).toBe(2 * rents[0]!);
  });
});

describe.each(CURRENTS)('current %i %s', (index, name) => {
  it('costs 200', () => expect(BOARD[index]).toMatchObject({ name, price: 200, type: 'current' }));

  it.each([
    [1, 25],
    [2, 50],
    [3, 100],
    [4, 200],
  ])('with %i owned asks %i', (owned, asked) => {
    const others = CURRENTS.map(([one]) => one).filter((one) => one !== index);
    const state = owning(owning(newGame(), 0, [index, ...others.slice(0, owned - 1)]), 1, others.slice(owned - 1));
    expect(rent(state, index)).toBe(asked);
  });

  it('asks nothing while mortgaged', () => {
    expect(rent(owning(newGame(), 0, [index], { mortgaged: true }), index)).toBe(0);
  });
});

describe.each(UTILITIES)('utility %i %s', (index, name) => {
  it('costs 150', () => expect(BOARD[index]).toMatchObject({ name, price: 150, type: 'utility' }));

  it('asks four times the dice alone and ten times with the other', () => {
    expect(rent(owning(newGame(), 0, [index]), index, 9)).toBe(36);
    expect(rent(owning(newGame(), 0, [12, 28]), index, 9)).toBe(90);
  });

  it('asks nothing while mortgaged', () => {
    expect(rent(owning(newGame(), 0, [index], { mortgaged: true }), index)).toBe(0);
  });
});
