/** What has no JSON is stored as null. */
export const toText = (value: unknown): string => JSON.stringify(value) ?? 'null';
