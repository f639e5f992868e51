/** A module without a bot. */
export const something = 1;
