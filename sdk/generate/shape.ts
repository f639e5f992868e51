/** A type as far as JSON has one. */
export type Shape =
  | { kind: 'unknown' | 'string' | 'number' | 'boolean' | 'null' }
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'list'; items: Shape }
  | { kind: 'tuple'; items: Shape[] }
  | { kind: 'record'; values: Shape }
  | { kind: 'object'; fields: { [name: string]: { shape: Shape; optional: boolean } } }
  | { kind: 'union'; options: Shape[] };

export interface GameShapes {
  id: string;
  title: string;
  view: Shape;
  move: Shape;
}

const keyOf = (shape: Shape): string => JSON.stringify(shape);

/** One of several, each once; a choice of one is that one. */
export function unionOf(options: Shape[]): Shape {
  const flat = options.flatMap((option) => (option.kind === 'union' ? option.options : [option]));
  if (flat.some(({ kind }) => kind === 'unknown')) return { kind: 'unknown' };
  const different = [...new Map(flat.map((option) => [keyOf(option), option])).values()];
  const isBoolean = (option: Shape) => option.kind === 'literal' && typeof option.value === 'boolean';
  const joined =
    different.filter(isBoolean).length === 2
      ? [...different.filter((option) => !isBoolean(option)), { kind: 'boolean' } as Shape]
      : different;
  return joined.length === 1 ? joined[0]! : { kind: 'union', options: joined };
}

/** `skill-gomoku` → `SkillGomoku` */
export const nameOf = (id: string): string =>
  id
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
