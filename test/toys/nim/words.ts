import type { View } from './rules.ts';

export const told = ({ last }: View): string[] => (last ? [`${last.take} from heap ${last.heap + 1}`] : []);

export function summary({ heaps, toMove }: View, names: string[]): string {
  const turn = toMove === null ? 'The match is over.' : `${names[toMove]} to move.`;
  return `Nim. Heaps of ${heaps.join(', ')} stones. ${turn}`;
}
