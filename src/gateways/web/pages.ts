/** How lists are asked for page by page. */

export const wholeNumber = (text: unknown, fallback: number, most: number): number =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Math.min(Number(text), most) : fallback;

/** What brings the page after this one; null where this one is the last. */
export const next = <Row>(page: Row[], limit: number, textOf: (last: Row) => string): string | null =>
  page.length > 0 && page.length === limit ? textOf(page.at(-1)!) : null;

export const WRONG_AFTER = '"after" is the "next" of the page before.';

/** A place on a ladder: `rank:value:agent`. */
export function readPlace(text: string): { rank: number; value: number; agent: string } | undefined {
  const [, rank, value, agent] = /^(\d{1,9}):([-+.\de]{1,30}):(.{1,100})$/.exec(text) ?? [];
  if (agent === undefined || !Number.isFinite(Number(value))) return undefined;
  return { rank: Number(rank), value: Number(value), agent };
}
