import type { Deed } from './state.ts';
import type { RushView } from './view.ts';

function deed(last: Deed | null | undefined): string {
  if (!last) return 'out of sight';
  if (last.action === 'move') return `goes ${last.direction}`;
  if (last.action === 'wait') return 'waits';
  return last.resource ? `harvests ${last.amount} ${last.resource}` : 'harvests nothing';
}

export function told({ tick, last, scores }: RushView, names: string[]): string[] {
  if (last.every((one) => one === null)) return [`Tick ${tick}, ${scores.join(' to ')}`];
  return [last.map((one, seat) => `${names[seat]} ${deed(one)}`).join(', ')];
}

export const said = ({ thoughts }: RushView): (string | null)[] => thoughts;

export function summary({ tick, maxTicks, scores, positions, resources }: RushView, names: string[]): string {
  const drones = names.map((name, seat) => {
    const at = positions[seat];
    const { wood, stone, gold, food } = resources[seat]!;
    const place = at ? `at column ${at.x}, row ${at.y}` : 'out of sight';
    return `${name} ${place}, score ${scores[seat]}: ${wood} wood, ${stone} stone, ${gold} gold, ${food} food`;
  });
  return `Resource Rush, tick ${tick} of ${maxTicks}. ${drones.join('. ')}.`;
}
