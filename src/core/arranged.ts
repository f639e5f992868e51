/** Where in a competition a match belongs: its table is named after it. */
export interface Arranged {
  /** The competition. */
  id: string;
  pairing: string;
  /** Which match of the pairing, from 1. */
  game: number;
}

export const arrangedTable = ({ id, pairing, game }: Arranged): string => `${id}.${pairing}.${game}`;

export function arrangedAt(table: string | undefined): Arranged | undefined {
  const [, id, pairing, game] = /^([^./]+)\.(R\d+M\d+)\.(\d+)$/.exec(table ?? '') ?? [];
  return game === undefined ? undefined : { id: id!, pairing: pairing!, game: Number(game) };
}
