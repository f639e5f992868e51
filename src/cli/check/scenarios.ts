import type { Meddling } from './meddling.ts';
import type { Ending } from './opponent.ts';
import type { Matter } from './wires/wire.ts';

/** One thing that can happen to an agent. */
export interface Scenario {
  name: string;
  /** What it did, when all was well. */
  right: string;
  /** What is shown by it. */
  matter: Matter;
  /** The agent's seat. */
  seat: number;
  ending?: Ending;
  /** The server is down for a moment, once the agent has moved. */
  restart?: true;
  /** Milliseconds for which nobody else comes. */
  alone?: number;
  meddling: Meddling;
}

const PLAIN: Meddling = { delay: 0, strange: false, spoil: false };

export const scenarios: readonly Scenario[] = [
  { name: 'first seat', right: 'played a whole game as the first', matter: 'answers', seat: 0, meddling: PLAIN },
  { name: 'second seat', right: 'played a whole game as the second', matter: 'answers', seat: 1, meddling: PLAIN },
  {
    name: 'opponent late',
    right: 'took it that its opponent ran out of time',
    matter: 'ends',
    seat: 0,
    ending: 'late',
    meddling: PLAIN,
  },
  {
    name: 'opponent resigns',
    right: 'took it that its opponent resigned',
    matter: 'ends',
    seat: 0,
    ending: 'resigns',
    meddling: PLAIN,
  },
  {
    name: 'opponent cut off',
    right: 'took it that its opponent was cut off',
    matter: 'ends',
    seat: 1,
    ending: 'cut off',
    meddling: PLAIN,
  },
  {
    name: 'restart',
    right: 'came back after the server was down and finished its match',
    matter: 'returns',
    seat: 0,
    restart: true,
    meddling: PLAIN,
  },
  {
    name: 'slow network',
    right: 'played a whole game over a slow network',
    matter: 'answers',
    seat: 1,
    meddling: { ...PLAIN, delay: 150 },
  },
  { name: 'nobody there', right: 'waited until somebody came', matter: 'waits', seat: 0, alone: 3000, meddling: PLAIN },
  {
    name: 'unknown fields',
    right: 'passed over fields and frames that it does not know',
    matter: 'answers',
    seat: 0,
    meddling: { ...PLAIN, strange: true },
  },
  {
    name: 'refused move',
    right: 'moved again after a move was refused',
    matter: 'refused',
    seat: 0,
    meddling: { ...PLAIN, spoil: true },
  },
];
