/** What is done aside gives way to the matches: for a thread, when both want the same core. */
const BEHIND = 10;

/**
 * To be called in the thread. Elsewhere than on Linux it would slow the whole server down.
 * @param setPriority of node:os, which the core does not know
 */
export function giveWay(setPriority: (priority: number) => void): void {
  if (process.platform === 'linux') setPriority(BEHIND);
}
