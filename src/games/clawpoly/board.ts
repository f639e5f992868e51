export const SQUARES = 40;
export const LOBSTER_POT = 10;
export const CAUGHT_IN_THE_NET = 30;
export const SET_SAIL_BONUS = 200;

export type SquareType = 'property' | 'current' | 'utility' | 'tax' | 'tide_card' | 'treasure_chest' | 'special';

/** The part of a square that never changes. `rent` of a property: bare, one to four outposts, fortress; of a current: by how many the owner has. */
export interface Square {
  index: number;
  name: string;
  type: SquareType;
  colorGroup: string | null;
  price: number | null;
  rent: number[];
  outpostCost: number | null;
  fortressCost: number | null;
  mortgageValue: number | null;
}

/** A square that can be owned. */
export interface Deed extends Square {
  price: number;
  mortgageValue: number;
}

/** A square that can be built on. */
export interface Property extends Deed {
  outpostCost: number;
  fortressCost: number;
}

const COSTS: { [colorGroup: string]: { outpost: number; fortress: number } } = {
  'Sandy Shore': { outpost: 100, fortress: 500 },
  'Coastal Waters': { outpost: 100, fortress: 500 },
  'Coral Gardens': { outpost: 150, fortress: 750 },
  'Tropical Seas': { outpost: 150, fortress: 750 },
  'Volcanic Depths': { outpost: 200, fortress: 1000 },
  'Sunlit Expanse': { outpost: 200, fortress: 1000 },
  'The Deep': { outpost: 300, fortress: 1500 },
  "Emperor's Realm": { outpost: 300, fortress: 1500 },
};

const plain = (index: number, name: string, type: SquareType): Square => ({
  index,
  name,
  type,
  colorGroup: null,
  price: null,
  rent: [],
  outpostCost: null,
  fortressCost: null,
  mortgageValue: null,
});
const special = (index: number, name: string) => plain(index, name, 'special');
const tax = (index: number, name: string) => plain(index, name, 'tax');
const tide = (index: number) => plain(index, 'Tide Card', 'tide_card');
const treasure = (index: number) => plain(index, 'Treasure Chest', 'treasure_chest');
const current = (index: number, name: string): Square => ({
  ...plain(index, name, 'current'),
  price: 200,
  rent: [25, 50, 100, 200],
  mortgageValue: 100,
});
const utility = (index: number, name: string): Square => ({
  ...plain(index, name, 'utility'),
  price: 150,
  mortgageValue: 75,
});
const property = (index: number, name: string, colorGroup: string, price: number, rent: number[]): Square => ({
  ...plain(index, name, 'property'),
  colorGroup,
  price,
  rent,
  outpostCost: COSTS[colorGroup]!.outpost,
  fortressCost: COSTS[colorGroup]!.fortress,
  mortgageValue: price / 2,
});

export const BOARD: readonly Square[] = [
  special(0, 'Set Sail'),
  property(1, 'Tidal Pool Flats', 'Sandy Shore', 60, [2, 10, 30, 90, 160, 250]),
  treasure(2),
  property(3, 'Mangrove Shallows', 'Sandy Shore', 60, [4, 20, 60, 180, 320, 450]),
  tax(4, 'Fishing Tax'),
  current(5, "Poseidon's Current"),
  property(6, 'Ningaloo Reef', 'Coastal Waters', 100, [6, 30, 90, 270, 400, 550]),
  tide(7),
  property(8, 'Red Sea Reef', 'Coastal Waters', 100, [6, 30, 90, 270, 400, 550]),
  property(9, 'Belize Barrier Reef', 'Coastal Waters', 120, [8, 40, 100, 300, 450, 600]),
  special(10, 'Lobster Pot / Just Visiting'),
  property(11, 'Raja Ampat Gardens', 'Coral Gardens', 140, [10, 50, 150, 450, 625, 750]),
  utility(12, 'Electric Eel Power'),
  property(13, 'Coral Triangle', 'Coral Gardens', 140, [10, 50, 150, 450, 625, 750]),
  property(14, 'Tubbataha Reef', 'Coral Gardens', 160, [12, 60, 180, 500, 700, 900]),
  current(15, 'Maelstrom Express'),
  property(16, 'Maldives Atolls', 'Tropical Seas', 180, [14, 70, 200, 550, 750, 950]),
  treasure(17),
  property(18, 'Seychelles Bank', 'Tropical Seas', 180, [14, 70, 200, 550, 750, 950]),
  property(19, 'Galapagos Reserve', 'Tropical Seas', 200, [16, 80, 220, 600, 800, 1000]),
  special(20, 'Anchor Bay'),
  property(21, 'Hydrothermal Vents', 'Volcanic Depths', 220, [18, 90, 250, 700, 875, 1050]),
  tide(22),
  property(23, 'Volcanic Abyss', 'Volcanic Depths', 220, [18, 90, 250, 700, 875, 1050]),
  property(24, 'Dragon Eel Caverns', 'Volcanic Depths', 240, [20, 100, 300, 750, 925, 1100]),
  current(25, 'Charybdis Passage'),
  property(26, 'Sargasso Sea', 'Sunlit Expanse', 260, [22, 110, 330, 800, 975, 1150]),
  property(27, 'Palau Sanctuary', 'Sunlit Expanse', 260, [22, 110, 330, 800, 975, 1150]),
  utility(28, 'Tidal Generator'),
  property(29, 'Chagos Archipelago', 'Sunlit Expanse', 280, [24, 120, 360, 850, 1025, 1200]),
  special(30, 'Caught in the Net!'),
  property(31, "Abyssal Kraken's Lair", 'The Deep', 300, [26, 130, 390, 900, 1100, 1275]),
  property(32, "Serpent's Trench", 'The Deep', 300, [26, 130, 390, 900, 1100, 1275]),
  treasure(33),
  property(34, 'The Sunken Citadel', 'The Deep', 320, [28, 150, 450, 1000, 1200, 1400]),
  current(35, 'Abyssal Drift'),
  tide(36),
  property(37, "Leviathan's Throne", "Emperor's Realm", 350, [35, 175, 500, 1100, 1300, 1500]),
  tax(38, 'Pearl Tax'),
  property(39, "Claw Emperor's Domain", "Emperor's Realm", 400, [50, 200, 600, 1400, 1700, 2000]),
];

const TAXES: { [index: number]: number } = { 4: 200, 38: 100 };
export const taxAt = (index: number): number => TAXES[index] ?? 0;

export const isDeed = (square: Square | undefined): square is Deed => square !== undefined && square.price !== null;
export const isProperty = (square: Square | undefined): square is Property => square?.type === 'property';

export const DEEDS: readonly Deed[] = BOARD.filter(isDeed);

/** By index: the squares that count together with it, itself included. Currents and utilities are groups too. */
const GROUPS: readonly (readonly number[])[] = BOARD.map((square) =>
  isDeed(square)
    ? DEEDS.filter((other) => other.type === square.type && other.colorGroup === square.colorGroup).map(
        (one) => one.index,
      )
    : [],
);
export const groupOf = (index: number): readonly number[] => GROUPS[index] ?? [];

export const nearestAhead = (from: number, type: 'current' | 'utility'): number => {
  let index = (from + 1) % SQUARES;
  while (BOARD[index]!.type !== type) index = (index + 1) % SQUARES;
  return index;
};
