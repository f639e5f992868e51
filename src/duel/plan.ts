import { createHash } from 'node:crypto';
import type { Terms } from '../core/terms.ts';
import type { Opening } from '../games/shared/manifest.ts';
import type { ClockRule } from './clock.ts';
import type { PlayerSpec } from './players/spec.ts';
import type { Schedule } from './schedule.ts';

/** All that a run depends on, as JSON: each lane gets it. */
export interface Plan {
  game: string;
  options: object;
  terms: Terms;
  clock: ClockRule;
  players: PlayerSpec[];
  schedule: Schedule;
  /** None: every game starts at its beginning. */
  openings: Opening[];
  seed: string;
  /** How many games are played at the same time. Lane n plays every round whose number leaves the rest n. */
  lanes: number;
  /** Lanes tell whole records. */
  records: boolean;
}

/** 32 bytes in hex that are fixed by the run's seed and what they are for. */
export const seedFor = (plan: Pick<Plan, 'seed'>, purpose: string): string =>
  createHash('sha256').update(`${plan.seed}/${purpose}`).digest('hex');
