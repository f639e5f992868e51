import { setPriority } from 'node:os';

/** What is done aside gives way to the matches: for a thread, when both want the same core. */
const BEHIND = 10;

/** To be called in the thread. Elsewhere than on Linux it would slow the whole server down. */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(BEHIND);
}
