const UTC = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|\+00:00)$/;

/** UTC, ending in `Z` or `+00:00`, with up to nine fractional digits, and a day that exists. */
export function isTimestamp(text: unknown): boolean {
  const found = typeof text === 'string' ? UTC.exec(text) : null;
  if (!found) return false;
  const [year, month, day, hour, minute, second] = found.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && hour < 24 && minute < 60 && second < 60;
}

export const timestampAt = (ms: number): string => new Date(ms).toISOString();
