import { type Line, line, type Span, styled } from '../line.ts';

interface ChessView {
  fen: string;
  check: boolean;
  last?: { from: string; to: string } | null;
}

/** White in capitals; where a piece came from and where it is now are marked. */
export function drawChess({ fen, check, last }: ChessView): Line[] {
  const rows = fen.split(' ', 1)[0]!.split('/');
  const lines = rows.map((row, i): Line => {
    const cells = row.replace(/\d/g, (count) => '·'.repeat(Number(count)));
    const isNew = (column: number): boolean => [last?.from, last?.to].includes(`${'abcdefgh'[column]}${8 - i}`);
    const drawn = [...cells].flatMap((piece, column) => [{ text: ' ' }, drawPiece(piece, isNew(column))]);
    return [styled('dim', String(8 - i)), ...drawn];
  });
  return [...lines, line(styled('dim', '  a b c d e f g h')), line(check ? styled('bold', '  Check') : '')];
}

function drawPiece(piece: string, isNew: boolean): Span {
  if (piece === '·') return styled(isNew ? 'chosen' : 'dim', piece);
  const side = piece < 'a' ? 'first' : 'second';
  return styled(isNew ? `${side}-new` : side, piece);
}
