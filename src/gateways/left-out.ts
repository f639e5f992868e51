/** A field that is null counts as left out. What has no fields stays as it is. */
export function withoutNulls<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null)) as Value;
}
