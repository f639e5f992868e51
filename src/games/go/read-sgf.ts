import type { Opening } from '../shared/manifest.ts';
import { pointName } from './board.ts';

type Node = { [property: string]: string[] };

const SETUP = ['AB', 'AW', 'AE'];
const PROPERTY = /\s*([A-Za-z]+)\s*((?:\[(?:\\[\s\S]|[^\]\\])*\]\s*)+)/y;
const VALUE = /\[((?:\\[\s\S]|[^\]\\])*)\]/g;

/** The game trees of a file. */
export function splitSgf(text: string): string[] {
  const trees: string[] = [];
  let depth = 0;
  let from = 0;
  let inValue = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inValue) {
      if (char === '\\') i++;
      else if (char === ']') inValue = false;
    } else if (char === '[') inValue = true;
    else if (char === '(' && depth++ === 0) from = i;
    else if (char === ')' && --depth === 0) trees.push(text.slice(from, i + 1));
  }
  return trees;
}

/** The main line of a tree: the first branch at every fork. @throws where it is no game of go from an empty board */
export function readSgf(tree: string): Opening {
  const [root = {}, ...rest] = mainLine(tree);
  const nodes = [root, ...rest];
  if (root.GM && root.GM[0] !== '1') throw new Error('it is of another game than go');
  const size = Number(root.SZ?.[0] ?? 19);
  if (nodes.some((node) => SETUP.some((property) => property in node))) {
    throw new Error('it sets up stones; only moves can be played');
  }
  const moves = nodes.flatMap((node) =>
    ['B', 'W'].flatMap((color) => (node[color] ?? []).map((at) => ({ color, at }))),
  );
  for (const [ply, { color }] of moves.entries()) {
    if (color !== 'BW'[ply % 2]) throw new Error(`move ${ply + 1} is out of turn`);
  }
  return {
    name: root.GN?.[0] ?? 'SGF',
    options: { size },
    moves: moves.map(({ at }) => moveAt(at, size)),
  };
}

function moveAt(at: string, size: number): { point: string } | { pass: true } {
  if (at === '' || (at === 'tt' && size <= 19)) return { pass: true };
  const [column, row] = [at.charCodeAt(0) - 97, at.charCodeAt(1) - 97];
  if (at.length !== 2 || [column, row].some((line) => !(line >= 0 && line < size))) {
    throw new Error(`"${at}" is no point of a ${size}x${size} board`);
  }
  return { point: pointName(row * size + column, size) };
}

function mainLine(tree: string): Node[] {
  const nodes: Node[] = [];
  for (let i = 0; i < tree.length; i++) {
    const char = tree[i]!;
    if (char === ';') nodes.push({});
    else if (char === ')') return nodes;
    else if (/[A-Za-z]/.test(char)) {
      PROPERTY.lastIndex = i;
      const [whole, name, values] = PROPERTY.exec(tree) ?? [];
      const node = nodes.at(-1);
      if (!whole || !node) throw new Error('it is no SGF');
      node[name!] = [...values!.matchAll(VALUE)].map(([, value]) => value!.replace(/\\([\s\S])/g, '$1'));
      i += whole.length - 1;
    }
  }
  return nodes;
}
