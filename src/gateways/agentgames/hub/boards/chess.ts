import { type Line, line, type Span, styled } from '../line.ts';

/** White in capitals. */
export function drawChess({ fen, check }: { fen: string; check: boolean }): Line[] {
  const rows = fen.split(' ', 1)[0]!.split('/');
  const lines = rows.map((row, i): Line => {
    const cells = row.replace(/\d/g, (count) => '·'.repeat(Number(count)));
    return [styled('dim', String(8 - i)), ...[...cells].flatMap((piece) => [{ text: ' ' }, drawPiece(piece)])];
  });
  return [...lines, line(styled('dim', '  a b c d e f g h')), line(check ? styled('bold', '  Check') : '')];
}

function drawPiece(piece: string): Span {
  if (piece === '·') return styled('dim', piece);
  return styled(piece < 'a' ? 'first' : 'second', piece);
}
