/** Drawings of positions in a square of 100 with colours of their own, for lists and for links that are shared. */

const SEATS = ['#1c5cc0', '#c24f08', '#0b7a55', '#8a2f8f', '#6b5b00', '#a3123f'];
const SEATS_IN_DARK = ['#74adff', '#ff9d5c', '#4fd0a5', '#e794df', '#e2c352', '#f27aa0'];
export const PAPER = '#fffefb';
export const SHADE = '#dcd8ce';
export const LINE = '#c9c4b8';
export const INK = '#1b1c1e';

export const seatColor = (seat: number): string => SEATS[seat % SEATS.length]!;

const IN_DARK: [string, string][] = [
  [PAPER, '#191c21'],
  [SHADE, '#333a43'],
  [LINE, '#4a525c'],
  [INK, '#eeece6'],
  ...SEATS.map((color, seat): [string, string] => [color, SEATS_IN_DARK[seat]!]),
];

/** Gives a drawing the colours of a dark page where it is shown on one. */
export const DARK_TOO = `<style>@media (prefers-color-scheme:dark){${IN_DARK.map(
  ([light, dark]) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`,
).join('')}}</style>`;

/** With two decimals at most. */
const short = (number: number): string => String(Math.round(number * 100) / 100);

export const rect = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${fill}"/>`;

export const circle = (x: number, y: number, radius: number, fill: string, stroke = 'none'): string =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}" stroke="${stroke}"/>`;

export const stroked = (d: string, color: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;

export const ground = (fill: string): string => rect(0, 0, 100, 100, fill);

/** The sign by which a seat is known: a disc, a square, a triangle, a diamond. */
export function token(seat: number, x: number, y: number, radius: number): string {
  const color = seatColor(seat);
  const [r, s] = [short(radius), short(2 * radius)];
  if (seat % 4 === 0) return circle(x, y, radius, color, '#fff');
  const from = `M${short(x)} ${short(y - radius)}`;
  const shape =
    seat % 4 === 1
      ? `M${short(x - radius)} ${short(y - radius)}h${s}v${s}h-${s}z`
      : seat % 4 === 2
        ? `${from}l${r} ${s}h-${s}z`
        : `${from}l${r} ${r}l-${r} ${r}l-${r}-${r}z`;
  return `<path d="${shape}" fill="${color}" stroke="#fff"/>`;
}

/** A wooden board with stones: 1 black, 2 white, anything else empty. */
export function stones(
  board: readonly (readonly number[])[],
  last: { row: number; column: number } | undefined,
): string {
  const gap = 100 / (board.length + 0.4);
  const place = (index: number): number => gap * (index + 0.7);
  const [low, high] = [short(place(0)), short(place(board.length - 1))];
  const lines = board.map((_, i) => `M${low} ${short(place(i))}H${high}M${short(place(i))} ${low}V${high}`).join('');
  const drawn = board.flatMap((row, y) =>
    row.map((stone, x) => {
      if (stone !== 1 && stone !== 2) return '';
      return circle(
        place(x),
        place(y),
        gap * 0.46,
        stone === 1 ? '#1b1c1f' : '#fbfaf6',
        stone === 1 ? '#000' : '#6d675b',
      );
    }),
  );
  const mark = last ? circle(place(last.column), place(last.row), gap * 0.18, '#d8321f') : '';
  return `${ground('#e2b877')}${stroked(lines, '#7c5a2b', 0.4)}<g stroke-width=".3">${drawn.join('')}</g>${mark}`;
}
