import type { Random } from '../../core/game.ts';
import type { Opening } from '../shared/manifest.ts';
import { chess, type Move } from './rules.ts';

/** Chess has none. */
const NO_CHANCE: Random = { int: () => 0, pick: (list) => list[0]!, shuffle: (list) => [...list] };

/** Well-known beginnings, none of which decides the game. */
const LINES = `
Ruy Lopez: e4 e5 Nf3 Nc6 Bb5 a6
Ruy Lopez, Berlin: e4 e5 Nf3 Nc6 Bb5 Nf6
Ruy Lopez, exchange: e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6
Italian: e4 e5 Nf3 Nc6 Bc4 Bc5
Two knights: e4 e5 Nf3 Nc6 Bc4 Nf6
Evans gambit: e4 e5 Nf3 Nc6 Bc4 Bc5 b4
Scotch: e4 e5 Nf3 Nc6 d4 exd4 Nxd4
Four knights: e4 e5 Nf3 Nc6 Nc3 Nf6
Petrov: e4 e5 Nf3 Nf6
Philidor: e4 e5 Nf3 d6 d4
Vienna: e4 e5 Nc3 Nf6
King's gambit accepted: e4 e5 f4 exf4
King's gambit declined: e4 e5 f4 Bc5
Bishop's opening: e4 e5 Bc4 Nf6
Ponziani: e4 e5 Nf3 Nc6 c3
Sicilian, Najdorf: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
Sicilian, dragon: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6
Sicilian, classical: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6
Sicilian, Sveshnikov: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5
Sicilian, accelerated dragon: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6
Sicilian, Taimanov: e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6
Sicilian, Kan: e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6
Sicilian, closed: e4 c5 Nc3 Nc6 g3
Sicilian, Alapin: e4 c5 c3 d5
Sicilian, Rossolimo: e4 c5 Nf3 Nc6 Bb5
Sicilian, grand prix: e4 c5 Nc3 Nc6 f4
French, advance: e4 e6 d4 d5 e5
French, Tarrasch: e4 e6 d4 d5 Nd2
French, classical: e4 e6 d4 d5 Nc3 Nf6
French, Winawer: e4 e6 d4 d5 Nc3 Bb4
French, exchange: e4 e6 d4 d5 exd5 exd5
Caro-Kann, advance: e4 c6 d4 d5 e5 Bf5
Caro-Kann, classical: e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5
Caro-Kann, exchange: e4 c6 d4 d5 exd5 cxd5
Pirc: e4 d6 d4 Nf6 Nc3 g6
Modern: e4 g6 d4 Bg7
Alekhine: e4 Nf6 e5 Nd5
Scandinavian: e4 d5 exd5 Qxd5
Scandinavian with the knight: e4 d5 exd5 Nf6
Nimzowitsch: e4 Nc6 d4 d5
Queen's gambit accepted: d4 d5 c4 dxc4
Queen's gambit declined: d4 d5 c4 e6 Nc3 Nf6
Queen's gambit, exchange: d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5
Tarrasch defence: d4 d5 c4 e6 Nc3 c5
Slav: d4 d5 c4 c6 Nf3 Nf6
Semi-Slav: d4 d5 c4 c6 Nf3 Nf6 Nc3 e6
Albin: d4 d5 c4 e5
Chigorin: d4 d5 c4 Nc6
London: d4 d5 Nf3 Nf6 Bf4
Colle: d4 d5 Nf3 Nf6 e3
Nimzo-Indian: d4 Nf6 c4 e6 Nc3 Bb4
Queen's Indian: d4 Nf6 c4 e6 Nf3 b6
Bogo-Indian: d4 Nf6 c4 e6 Nf3 Bb4+
Catalan: d4 Nf6 c4 e6 g3 d5
King's Indian, classical: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6
King's Indian, Sämisch: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3
Grünfeld: d4 Nf6 c4 g6 Nc3 d5
Benoni: d4 Nf6 c4 c5 d5 e6
Benko gambit: d4 Nf6 c4 c5 d5 b5
Budapest: d4 Nf6 c4 e5
Old Indian: d4 Nf6 c4 d6
Trompowsky: d4 Nf6 Bg5
Torre: d4 Nf6 Nf3 e6 Bg5
Veresov: d4 d5 Nc3 Nf6 Bg5
Dutch: d4 f5 g3 Nf6
Dutch, Leningrad: d4 f5 c4 Nf6 g3 g6
English, symmetrical: c4 c5 Nc3 Nc6
English, reversed Sicilian: c4 e5 Nc3 Nf6
English, four knights: c4 e5 Nc3 Nf6 Nf3 Nc6
English, Agincourt: c4 e6 Nf3 d5
Réti: Nf3 d5 c4
Réti, accepted: Nf3 d5 c4 dxc4
King's Indian attack: Nf3 d5 g3 Nf6 Bg2
Symmetrical Réti: Nf3 Nf6 g3 g6
Larsen: b3 e5 Bb2 Nc6
Bird: f4 d5 Nf3 g6
Dunst: Nc3 d5 e4 dxe4
Benko's opening: g3 d5 Bg2 e5
Polish: b4 e5 Bb2 Bxb4
Owen: e4 b6 d4 Bb7
St George: e4 a6 d4 b5
`;

export function chessBook(): Opening[] {
  return LINES.trim()
    .split('\n')
    .map((line) => {
      const [name = '', texts = ''] = line.split(': ');
      let state = chess.start({}, 2, NO_CHANCE);
      const moves = texts.split(' ').map((text, ply) => {
        const move = chess.text!.parse(state, ply % 2, text)!;
        state = chess.play(state, [{ seat: ply % 2, move }], NO_CHANCE);
        return move;
      });
      return { name, moves };
    });
}

/** The first move of each side, as it is written. */
export function spelled(moves: unknown[]): string[] {
  let state = chess.start({}, 2, NO_CHANCE);
  return (moves.slice(0, 2) as Move[]).map((move, seat) => {
    const text = chess.text!.print(state, move);
    state = chess.play(state, [{ seat, move }], NO_CHANCE);
    return text;
  });
}
