const TIME = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Milliseconds since 1970 of a date with time and zone as of RFC 3339, or undefined. */
export function readTime(text: string): number | undefined {
  const [, year, month, day] = TIME.exec(text) ?? [];
  if (year === undefined) return undefined;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > last) return undefined;
  return Date.parse(text);
}

export const writeTime = (at: number): string => new Date(at).toISOString();
