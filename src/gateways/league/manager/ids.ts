import { HOUSE_ID } from '../protocol.ts';

/** The one asked for, if it is free and of the right shape; else the lowest that is free. */
export function freeId(prefix: string, wanted: string | undefined, taken: { id: string }[]): string {
  const isFree = (id: string) => taken.every((one) => one.id !== id) && id !== HOUSE_ID;
  if (wanted !== undefined && new RegExp(`^${prefix}\\d{2,8}$`).test(wanted) && isFree(wanted)) return wanted;
  for (let number = 1; ; number++) {
    const id = `${prefix}${String(number).padStart(2, '0')}`;
    if (isFree(id)) return id;
  }
}
