/** A bot that never comes back. */
export const bot = () => {
  for (;;);
};
