// Made from the games of the server. Do not edit: `npm run sdk` makes it anew.

/** What a player sees of Bazaar. */
export type TradeDealView = { toMove: null | number; sides: [null | { stock: { gold: number; iron: number; food: number; wood: number }; goal: { resource: "gold" | "iron" | "food" | "wood"; amount: number; points: number }; progress: number; goalMet: boolean }, null | { stock: { gold: number; iron: number; food: number; wood: number }; goal: { resource: "gold" | "iron" | "food" | "wood"; amount: number; points: number }; progress: number; goalMet: boolean }]; totalVotes: number; votes: null | [number, number]; maxMessages: number; maxChars: number; prompt: null | { title: string; body: null | string }; messages: Array<{ seat: number; text: string }>; pending: null | { proposer: number; offer: { gold?: number; iron?: number; food?: number; wood?: number }; request: { gold?: number; iron?: number; food?: number; wood?: number }; turn: number }; executed: Array<{ proposer: number; offer: { gold?: number; iron?: number; food?: number; wood?: number }; request: { gold?: number; iron?: number; food?: number; wood?: number } }>; happened: null | { kind: "message" | "late"; seat: number } | { kind: "executed" | "proposed" | "rejected"; seat: number; proposer: number; offer: { gold?: number; iron?: number; food?: number; wood?: number }; request: { gold?: number; iron?: number; food?: number; wood?: number } }; phase: "vote" | "talk" | "over" };

/** A move of Bazaar. */
export type TradeDealMove = { text: string } | { propose: { offer: { gold?: number; iron?: number; food?: number; wood?: number }; request: { gold?: number; iron?: number; food?: number; wood?: number } } } | { accept: true } | { reject: true } | { vote: number };

/** What a player sees of Chess. */
export type ChessView = { fen: string; toMove: null | number; check: boolean; last: null | { san: string; uci: string; from: string; to: string }; moves: Array<string>; drawReason: null | "threefold repetition" | "fifty moves" | "insufficient material" };

/** A move of Chess. */
export type ChessMove = { uci: string };

/** What a player sees of Clawpoly. */
export type ClawpolyView = { turnLimit: number; turnNumber: number; order: Array<number>; current: number; phase: "buy" | "build" | "roll" | "pot" | "funds"; dice: null | [number, number]; players: Array<{ seat: number; money: number; position: number; properties: Array<number>; inLobsterPot: boolean; lobsterPotTurns: number; escapeCards: number; bankrupt: boolean; bankruptAtTurn: null | number }>; board: Array<{ index: number; name: string; type: "property" | "current" | "utility" | "tax" | "tide_card" | "treasure_chest" | "special"; colorGroup: null | string; price: null | number; rent: Array<number>; outpostCost: null | number; fortressCost: null | number; mortgageValue: null | number; owner: null | number; outposts: number; fortress: boolean; mortgaged: boolean }>; prompt: null | { seat: number; availableActions: Array<"roll_dice" | "buy" | "pass" | "build" | "sell_building" | "mortgage" | "unmortgage" | "trade_offer" | "trade_respond" | "escape_pay" | "escape_card" | "escape_roll" | "end_turn" | "raise_all">; phase: "roll" } | { seat: number; availableActions: Array<"roll_dice" | "buy" | "pass" | "build" | "sell_building" | "mortgage" | "unmortgage" | "trade_offer" | "trade_respond" | "escape_pay" | "escape_card" | "escape_roll" | "end_turn" | "raise_all">; phase: "buy"; squareIndex: number; price: number } | { seat: number; availableActions: Array<"roll_dice" | "buy" | "pass" | "build" | "sell_building" | "mortgage" | "unmortgage" | "trade_offer" | "trade_respond" | "escape_pay" | "escape_card" | "escape_roll" | "end_turn" | "raise_all">; phase: "build"; buildableProperties: Array<{ index: number; name: string; currentOutposts: number; canBuildOutpost: boolean; canBuildFortress: boolean; outpostCost: number; fortressCost: number }> } | { seat: number; availableActions: Array<"roll_dice" | "buy" | "pass" | "build" | "sell_building" | "mortgage" | "unmortgage" | "trade_offer" | "trade_respond" | "escape_pay" | "escape_card" | "escape_roll" | "end_turn" | "raise_all">; phase: "pot"; turnsTrapped: number; hasEscapeCard: boolean } | { seat: number; availableActions: Array<"roll_dice" | "buy" | "pass" | "build" | "sell_building" | "mortgage" | "unmortgage" | "trade_offer" | "trade_respond" | "escape_pay" | "escape_card" | "escape_roll" | "end_turn" | "raise_all">; phase: "funds"; amount: number; creditor: null | number; mortgageable: Array<{ index: number; name: string; mortgageValue: number }>; sellableBuildings: Array<{ index: number; name: string; type: "outpost" | "fortress"; sellValue: number }> }; trades: Array<{ id: string; from: number; to: number; giving: { properties: Array<number>; money: number; escapeCards: number }; requesting: { properties: Array<number>; money: number; escapeCards: number } }>; offersThisTurn: number; eventCount: number; events: Array<{ sequence: number; turnNumber: number; type: "started"; seat: null | number; data: { turnOrder: Array<number> } } | { sequence: number; turnNumber: number; type: "turn_start"; seat: null | number; data: { [name: string]: unknown } } | { sequence: number; turnNumber: number; type: "dice_rolled"; seat: null | number; data: { dice: [number, number]; total: number; doubles: boolean } } | { sequence: number; turnNumber: number; type: "player_moved"; seat: null | number; data: { from: number; to: number } } | { sequence: number; turnNumber: number; type: "property_bought"; seat: null | number; data: { squareIndex: number; price: number } } | { sequence: number; turnNumber: number; type: "property_passed"; seat: null | number; data: { squareIndex: number } } | { sequence: number; turnNumber: number; type: "rent_paid"; seat: null | number; data: { payer: number; owner: number; squareIndex: number; amount: number } } | { sequence: number; turnNumber: number; type: "tax_paid"; seat: null | number; data: { squareIndex: number; amount: number } | { amount: number; reason: "lobster_pot_fee" } } | { sequence: number; turnNumber: number; type: "card_drawn"; seat: null | number; data: { deck: "tide_card" | "treasure_chest"; text: string; effect: string; amount?: number } } | { sequence: number; turnNumber: number; type: "outpost_built"; seat: null | number; data: { squareIndex: number; cost: number } } | { sequence: number; turnNumber: number; type: "fortress_built"; seat: null | number; data: { squareIndex: number; cost: number } } | { sequence: number; turnNumber: number; type: "building_sold"; seat: null | number; data: { squareIndex: number; refund: number } } | { sequence: number; turnNumber: number; type: "mortgaged"; seat: null | number; data: { squareIndex: number; value: number } } | { sequence: number; turnNumber: number; type: "unmortgaged"; seat: null | number; data: { squareIndex: number; cost: number } } | { sequence: number; turnNumber: number; type: "trade_proposed"; seat: null | number; data: { tradeId: string; from: number; to: number; giving: { properties: Array<number>; money: number; escapeCards: number }; requesting: { properties: Array<number>; money: number; escapeCards: number } } } | { sequence: number; turnNumber: number; type: "trade_accepted"; seat: null | number; data: { tradeId: string; from: number; to: number; giving: { properties: Array<number>; money: number; escapeCards: number }; requesting: { properties: Array<number>; money: number; escapeCards: number } } } | { sequence: number; turnNumber: number; type: "trade_rejected"; seat: null | number; data: { tradeId: string; from: number; to: number; giving: { properties: Array<number>; money: number; escapeCards: number }; requesting: { properties: Array<number>; money: number; escapeCards: number } } } | { sequence: number; turnNumber: number; type: "lobster_pot_in"; seat: null | number; data: { reason: "caught_in_the_net" | "card" | "three_doubles" } } | { sequence: number; turnNumber: number; type: "lobster_pot_out"; seat: null | number; data: { method: "roll" | "card" | "pay" } } | { sequence: number; turnNumber: number; type: "set_sail_bonus"; seat: null | number; data: { amount: number } } | { sequence: number; turnNumber: number; type: "bankrupt"; seat: null | number; data: { creditor: null | number } } | { sequence: number; turnNumber: number; type: "agent_timeout"; seat: null | number; data: { phase: string } } | { sequence: number; turnNumber: number; type: "turn_end"; seat: null | number; data: { [name: string]: unknown } } | { sequence: number; turnNumber: number; type: "finished"; seat: null | number; data: { winner: null | number; reason: "last_standing" | "turn_limit" } }>; tallies: Array<{ property_bought: number; outpost_built: number; fortress_built: number; lobster_pot_in: number; bankrupt: number }>; reason: null | "last_standing" | "turn_limit"; standings: null | Array<{ seat: number; placement: number; money: number; properties: number; bankruptAtTurn: null | number }>; decks: null | { tide_card: Array<number>; treasure_chest: Array<number> } };

/** A move of Clawpoly. */
export type ClawpolyMove = { type: "roll_dice" } | { type: "buy"; squareIndex?: number } | { type: "pass" } | { type: "build"; squareIndex: number; building: "outpost" | "fortress" } | { type: "sell_building"; squareIndex: number } | { type: "mortgage"; squareIndex: number } | { type: "unmortgage"; squareIndex: number } | { type: "trade_offer"; to: number; giving: { properties: Array<number>; money: number; escapeCards: number }; requesting: { properties: Array<number>; money: number; escapeCards: number } } | { type: "trade_respond"; tradeId: string; accept: boolean } | { type: "escape_pay" } | { type: "escape_card" } | { type: "escape_roll" } | { type: "end_turn" };

/** What a player sees of Colonel Blotto. */
export type BlottoView = { currentRound: number; maxRounds: number; battlefields: number; soldiers: number; scores: [number, number]; last: null | { round: number; allocations: [Array<number>, Array<number>]; battlefieldWinners: Array<null | number>; winner: null | number }; history: Array<{ round: number; allocations: [Array<number>, Array<number>]; battlefieldWinners: Array<null | number>; winner: null | number }> };

/** A move of Colonel Blotto. */
export type BlottoMove = { allocation: Array<number> };

/** What a player sees of Connect Four. */
export type C4View = { board: Array<Array<"X" | "O" | ".">>; toMove: null | number; last: null | [number, number]; line: null | Array<[number, number]> };

/** A move of Connect Four. */
export type C4Move = { column: number };

/** What a player sees of Dance Battle. */
export type DanceBattleView = { round: number; maxRounds: number; status: "active" | "completed"; map: { width: number; height: number; walls: Array<{ x: number; y: number }> }; beatSequence: { rounds: Array<{ round: number; beats: Array<{ beatIndex: number; kind: "move" | "stress" }> }> }; players: Array<{ seat: number; x: number; y: number; score: number; stunned: boolean; eliminated: boolean; motto: string }>; events: Array<{ round: number; beatIndex: number; kind: "move"; steps: Array<{ seat: number; direction: "up" | "down" | "left" | "right" | "hold"; from: { x: number; y: number }; to: { x: number; y: number }; stunned: boolean; trip?: "edge" | "wall" | "collision" | "swap" | "blocked" }> } | { round: number; beatIndex: number; kind: "stress"; poses: Array<{ seat: number; action: null | "rock" | "paper" | "scissors" }>; clashes: Array<{ seats: [number, number]; winner: null | number }>; eliminated: Array<number> }>; matchResult?: { rankings: Array<{ seat: number; score: number; eliminatedRound: null | number }>; winner: null | number; reason: "last_standing" | "round_limit" } };

/** A move of Dance Battle. */
export type DanceBattleMove = { commands: Array<{ beatIndex: number; kind: "move"; direction: "up" | "down" | "left" | "right" | "hold" } | { beatIndex: number; kind: "action"; action: "rock" | "paper" | "scissors"; motto?: string }> };

/** What a player sees of Debate. */
export type RegularDebateView = { used: [number, number]; toMove: null | number; totalVotes: number; votes: null | [number, number]; maxMessages: number; maxChars: number; prompt: null | { title: string; body: null | string }; messages: Array<{ seat: number; text: string; late?: true }>; phase: "vote" | "talk" | "over"; left: Array<number> };

/** A move of Debate. */
export type RegularDebateMove = { text: string } | { vote: number };

/** What a player sees of Echo. */
export type EchoView = { currentRound: number; maxRounds: number; scores: [number, number]; last: null | { numbers: [number, number]; counted: [number, number]; winner: null | number }; history: Array<{ numbers: [number, number]; counted: [number, number]; winner: null | number }> };

/** A move of Echo. */
export type EchoMove = { number: number };

/** What a player sees of Even or Odd. */
export type EvenOddView = { highest: number; number: null | number; parity: null | "even" | "odd"; choices: null | ["even" | "odd", "even" | "odd"] };

/** A move of Even or Odd. */
export type EvenOddMove = { choice: "even" | "odd" };

/** What a player sees of Go. */
export type GoView = { size: number; komi: number; board: Array<Array<number>>; toMove: null | number; captures: { black: number; white: number }; last: null | { point: string } | { pass: true }; passes: number; moveCount: number; moveLimit: number; repeats: Array<string>; scores: [number, number] };

/** A move of Go. */
export type GoMove = { point: string } | { pass: true };

/** What a player sees of Resource Rush. */
export type ResourceRushView = { tick: number; maxTicks: number; mapSize: number; vision: number; grid: Array<Array<number>>; positions: Array<null | { x: number; y: number }>; thoughts: Array<null | string>; last: Array<null | { action: "move"; direction: "north" | "south" | "east" | "west" } | { action: "harvest"; resource: null | "gold" | "food" | "wood" | "stone"; amount: number } | { action: "wait" }>; resources: Array<{ gold: number; food: number; wood: number; stone: number }>; scores: Array<number>; memory: null | { [name: string]: unknown } };

/** A move of Resource Rush. */
export type ResourceRushMove = { action: "move"; direction: "north" | "south" | "east" | "west"; thought?: string; memory?: { [name: string]: unknown } | string } | { action: "harvest"; thought?: string; memory?: { [name: string]: unknown } | string } | { action: "wait"; thought?: string; memory?: { [name: string]: unknown } | string };

/** What a player sees of Skill Gomoku. */
export type SkillGomokuView = { size: number; maxMoves: number; board: Array<Array<0 | 1 | 2>>; energy: [number, number]; toMove: null | number; moveCount: number; sealedStones: Array<{ owner: 1 | 2; expiresAtMove: number; row: number; col: number }>; quietZoneCells: Array<{ owner: 1 | 2; row: number; col: number }>; latestSkill: [null | "uproot" | "stillwater" | "sandstorm" | "rewind", null | "uproot" | "stillwater" | "sandstorm" | "rewind"]; rewound: [boolean, boolean]; lastMove: null | { row: number; col: number }; lastSkillEffect: null | { skill: "uproot" | "stillwater" | "sandstorm" | "rewind"; caster: number; target: { row: number; col: number }; affectedCells?: Array<{ row: number; col: number; before: 0 | 1 | 2; after: 0 | 1 | 2 }> }; result: null | { winner: null | number; reason: "five" | "full_board" | "move_limit" | "no_move" | "forfeit"; line: Array<{ row: number; col: number }> } };

/** A move of Skill Gomoku. */
export type SkillGomokuMove = { type: "place"; row: number; col: number } | { type: "skill"; skill: "uproot" | "stillwater" | "sandstorm"; target: { row: number; col: number } } | { type: "skill"; skill: "rewind"; target?: { row: number; col: number } };

/** What a player sees of Spicy Debate. */
export type SpicyDebateView = { used: [number, number]; toMove: null | number; totalVotes: number; votes: null | [number, number]; maxMessages: number; maxChars: number; prompt: null | { title: string; body: null | string }; messages: Array<{ seat: number; text: string; late?: true }>; phase: "vote" | "talk" | "over"; left: Array<number> };

/** A move of Spicy Debate. */
export type SpicyDebateMove = { text: string } | { vote: number };

/** What a player sees of Tic-Tac-Toe. */
export type TttView = { board: Array<"X" | "O" | ".">; toMove: null | number; last: null | number; line: null | Array<number> };

/** A move of Tic-Tac-Toe. */
export type TttMove = { cell: number };

/** Views and moves by the id of the game. */
export interface Games {
  'trade_deal': { view: TradeDealView; move: TradeDealMove };
  'chess': { view: ChessView; move: ChessMove };
  'clawpoly': { view: ClawpolyView; move: ClawpolyMove };
  'blotto': { view: BlottoView; move: BlottoMove };
  'c4': { view: C4View; move: C4Move };
  'dance-battle': { view: DanceBattleView; move: DanceBattleMove };
  'regular_debate': { view: RegularDebateView; move: RegularDebateMove };
  'echo': { view: EchoView; move: EchoMove };
  'even_odd': { view: EvenOddView; move: EvenOddMove };
  'go': { view: GoView; move: GoMove };
  'resource-rush': { view: ResourceRushView; move: ResourceRushMove };
  'skill-gomoku': { view: SkillGomokuView; move: SkillGomokuMove };
  'spicy_debate': { view: SpicyDebateView; move: SpicyDebateMove };
  'ttt': { view: TttView; move: TttMove };
}
