import type { GameHome } from '../../core/arena.ts';
import { protocols } from '../../gateways/index.ts';
import { readConfig } from '../config.ts';

/** How each game is played where it is at home. */
export const homes: { [game: string]: GameHome } = Object.assign(
  {},
  ...protocols.map((protocol) => protocol.homes?.(readConfig([], {}))),
);
