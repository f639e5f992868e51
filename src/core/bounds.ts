export interface Bounds {
  /** As JSON, nearly. */
  bytes: number;
  /** Values in it, itself too. */
  nodes: number;
  levels: number;
}

/** Whether a value of JSON is small enough. It is looked at no further than that. */
export function isWithin(value: unknown, { bytes, nodes, levels }: Bounds): boolean {
  let [bytesLeft, nodesLeft] = [bytes, nodes];
  const look = (one: unknown, level: number): boolean => {
    if (--nodesLeft < 0 || level < 0) return false;
    if (typeof one === 'string') return (bytesLeft -= one.length + 2) >= 0;
    if (typeof one !== 'object' || one === null) return (bytesLeft -= 4) >= 0;
    bytesLeft -= 2;
    if (Array.isArray(one)) return one.every((inner) => look(inner, level - 1));
    for (const name in one) {
      bytesLeft -= name.length + 3;
      if (!look((one as { [name: string]: unknown })[name], level - 1)) return false;
    }
    return bytesLeft >= 0;
  };
  return look(value, levels);
}
