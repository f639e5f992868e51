/** Ticks after which a drone may be anywhere else: longer than its sight reaches. */
export const HARMLESS_AFTER = 50;
