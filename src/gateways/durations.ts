import type { MatchHeader } from '../core/arena.ts';

/** How long a match was played in seconds of its protocol: without the countdown, and at any scale of the server's time. */
export function secondsPlayed({ at, terms }: MatchHeader, until: number, timeScale: number): number {
  const sinceSeated = (until - at) / timeScale;
  return Math.max(0, Math.round((sinceSeated - (terms.countdown ?? 0)) / 1000));
}
