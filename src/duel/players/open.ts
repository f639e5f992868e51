import type { Bots } from '../../core/game.ts';
import type { Children } from './children.ts';
import { gtpPlayer } from './gtp.ts';
import { housePlayer } from './house.ts';
import { modulePlayer } from './module.ts';
import type { Player } from './player.ts';
import { programPlayer } from './program.ts';
import type { PlayerSpec } from './spec.ts';
import { uciPlayer } from './uci.ts';

export function openPlayer(spec: PlayerSpec, bots: Bots, children: Children): Player {
  switch (spec.kind) {
    case 'house':
      return housePlayer(bots.find(({ name }) => name === spec.bot)!);
    case 'module':
      return modulePlayer(spec.file);
    case 'program':
      return programPlayer(spec.command, children);
    case 'uci':
      return uciPlayer(spec.command, spec.options, children);
    case 'gtp':
      return gtpPlayer(spec.command, children);
    case 'arena':
      throw new Error('an agent of an arena plays in an arena');
  }
}
