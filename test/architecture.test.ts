import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

interface Arrow {
  from: string;
  to: string;
  typeOnly: boolean;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    return statSync(join(root, path)).isDirectory() ? filesBelow(path) : [path];
  });
}

const sources = filesBelow('src').filter((file) => /\.(ts|svelte)$/.test(file) && !file.endsWith('.d.ts'));
const isTest = (file: string) => /\.(test|suite|secrets|scene)\.ts$|\/(fixture|testing)[\w-]*\.ts$/.test(file);

const IMPORT =
  /(?:^|\n)\s*(import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function arrowsOf(file: string): Arrow[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, , type, statically, dynamically]) => {
    const target = statically ?? dynamically ?? '';
    const to = target.startsWith('.') ? relative(root, resolve(root, dirname(file), target)) : target;
    return { from: file, to, typeOnly: type !== undefined };
  });
}

const arrows = sources.filter((file) => !isTest(file)).flatMap(arrowsOf);
const inside = (folder: string) => (path: string) => path.startsWith(`src/${folder}/`);
const ours = (path: string) => path.startsWith('src/');
const gameOf = (path: string) => /^src\/games\/([^/]+)\//.exec(path)?.[1];
const gatewayOf = (path: string) => /^src\/gateways\/([^/]+)\//.exec(path)?.[1];

const said = (forbidden: Arrow[]) => forbidden.map(({ from, to }) => `${from} → ${to}`);
const from = (folder: string) => arrows.filter((arrow) => inside(folder)(arrow.from));

test('the sources were read', () => {
  expect(arrows.length).toBeGreaterThan(50);
});

test('the core imports nothing at run time outside the core', () => {
  const forbidden = from('core').filter(({ to, typeOnly }) => !inside('core')(to) && !typeOnly);
  expect(said(forbidden)).toEqual([]);
});

test('a game imports the contract of games, its own folder and libraries', () => {
  const forbidden = from('games').filter(
    ({ from: file, to }) => gameOf(file) && ours(to) && to !== 'src/core/game.ts' && gameOf(to) !== gameOf(file),
  );
  expect(said(forbidden)).toEqual([]);
});

test('a gateway imports core, accounts, the gateways’ own contract, and of games only types', () => {
  const forbidden = from('gateways').filter(({ from: file, to, typeOnly }) => {
    if (!ours(to) || inside('core')(to) || inside('accounts')(to)) return false;
    if (inside('games')(to)) return !typeOnly;
    return !inside('gateways')(to) || (gatewayOf(to) !== undefined && gatewayOf(to) !== gatewayOf(file));
  });
  expect(said(forbidden)).toEqual([]);
});

test('accounts, storage and the purse import the core and themselves', () => {
  for (const room of ['accounts', 'storage', 'purse']) {
    const forbidden = from(room).filter(({ to }) => ours(to) && !inside('core')(to) && !inside(room)(to));
    expect(said(forbidden)).toEqual([]);
  }
});

test('only the purse’s chain knows the library that speaks to it', () => {
  const forbidden = arrows.filter(({ from: file, to }) => /^viem\b/.test(to) && file !== 'src/purse/chain.ts');
  expect(said(forbidden)).toEqual([]);
});

test('the house imports core and games', () => {
  const forbidden = from('house').filter(
    ({ to }) => ours(to) && !['core', 'games', 'house'].some((room) => inside(room)(to)),
  );
  expect(said(forbidden)).toEqual([]);
});

test('the site imports games and what it needs of the core to verify a match', () => {
  const core = ['game', 'record', 'random', 'sha256', 'terms', 'verify'].map((name) => `src/core/${name}.ts`);
  const forbidden = from('web').filter(
    ({ to, typeOnly }) => ours(to) && !inside('web')(to) && !inside('games')(to) && !core.includes(to) && !typeOnly,
  );
  expect(said(forbidden)).toEqual([]);
});

test('nothing points at a gateway but the composition root and its parts', () => {
  const roots = ['src/server.ts', 'src/metrics.ts'];
  const forbidden = arrows.filter(
    ({ from: file, to }) =>
      inside('gateways')(to) && !inside('gateways')(file) && !roots.includes(file) && !inside('cli')(file),
  );
  expect(said(forbidden)).toEqual([]);
});

test('games know neither time nor chance nor the world outside', () => {
  const impure = /\bDate\b|Math\.random|setTimeout|setInterval|\basync\b|\bawait\b|\bprocess\.|\bfetch\(|from 'node:/;
  const forbidden = sources.filter(
    (file) =>
      gameOf(file) &&
      file.endsWith('.ts') &&
      !isTest(file) &&
      impure.test(withoutComments(readFileSync(join(root, file), 'utf8'))),
  );
  expect(forbidden).toEqual([]);
});

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
