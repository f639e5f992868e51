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

test('the core imports nothing at run time outside the core but schemas', () => {
  const schemas = ['typebox', 'typebox/value'];
  const forbidden = from('core').filter(
    ({ to, typeOnly }) => !inside('core')(to) && !schemas.includes(to) && !typeOnly,
  );
  expect(said(forbidden)).toEqual([]);
});

test('a game imports the contract of games, how texts are made visible, what games share, its own folder and libraries', () => {
  const known = (to: string) => to === 'src/core/game.ts' || to === 'src/core/visible.ts' || gameOf(to) === 'shared';
  const forbidden = from('games').filter(
    ({ from: file, to }) => gameOf(file) && ours(to) && !known(to) && gameOf(to) !== gameOf(file),
  );
  expect(said(forbidden)).toEqual([]);
});

test('of a game the rest knows its manifest, and beside it only types', () => {
  const forbidden = arrows.filter(
    ({ from: file, to, typeOnly }) => !inside('games')(file) && !typeOnly && (gameOf(to) ?? 'shared') !== 'shared',
  );
  expect(said(forbidden)).toEqual([]);
  const unlisted = from('games').filter(
    ({ from: file, to }) => !gameOf(file) && (gameOf(to) ?? 'shared') !== 'shared' && !to.endsWith('/game.ts'),
  );
  expect(said(unlisted)).toEqual([]);
});

/** A room beside the protocols: the seats of all who have no connection. */
const SHARED = 'held';

test('a gateway imports core, accounts, the gateways’ own contract, and of games only types', () => {
  const forbidden = from('gateways').filter(({ from: file, to, typeOnly }) => {
    if (!ours(to) || inside('core')(to) || inside('accounts')(to)) return false;
    if (inside('games')(to) || to === 'src/config.ts') return !typeOnly;
    // A league is a competition underneath.
    if (gatewayOf(file) === 'league' && inside('competitions')(to)) return false;
    // The list of protocols names each one's manifest, that of homes its terms.
    if (file === 'src/gateways/index.ts') return !/^src\/gateways\/(?:[^/]+\/)?gateway\.ts$/.test(to);
    if (file === 'src/gateways/homes.ts') return !/^src\/gateways\/[^/]+\/terms\.ts$/.test(to);
    if (!inside('gateways')(to)) return true;
    return gatewayOf(to) !== undefined && gatewayOf(to) !== SHARED && gatewayOf(to) !== gatewayOf(file);
  });
  expect(said(forbidden)).toEqual([]);
});

/** What a gateway may know of the core: the contract, and plain data and its types. */
const OUTSIDE = [
  'amounts',
  'arena',
  'busy-loop',
  'byte-cache',
  'clock',
  'game',
  'give-way',
  'judge',
  'ladder',
  'money',
  'notes',
  'past-rows',
  'purse-desk',
  'storage',
  'submission',
  'terms',
  'turns',
  'update',
  'visible',
];

test('a gateway knows of a match its handle and its updates, nothing of the inside', () => {
  const readers = ['agent-record', 'anchors', 'arranged', 'head-to-head', 'past-rows', 'sure-history', 'sure-ladder'];
  const settling = ['elo', 'glicko', 'settle', 'unrated', 'votes'].map((name) => `settle/${name}`);
  const outside = [...OUTSIDE, ...readers, ...settling].map((name) => `src/core/${name}.ts`);
  const forbidden = from('gateways').filter(({ to, typeOnly }) => {
    if (!inside('core')(to) || outside.includes(to)) return false;
    return !(typeOnly && ['src/core/record.ts', 'src/core/flagged-pairs.ts'].includes(to));
  });
  expect(said(forbidden)).toEqual([]);
});

test('a gateway is handed nothing of the past that tells what a match hides', () => {
  const contract = readFileSync(join(root, 'src/gateways/gateway.ts'), 'utf8');
  const stores = [...contract.matchAll(/\b\w*(?:Store|Reads|Storage)\b/g)].map(([name]) => name);
  expect(stores.filter((name) => /^(?:Storage|Reads|Match\w*)$/.test(name))).toEqual([]);
});

test('what is imported is named where it is imported, but for built files and modules of the user’s own', () => {
  const unnamed = sources.filter(
    (file) => !isTest(file) && /\bimport\((?!\s*['"])/.test(withoutComments(readFileSync(join(root, file), 'utf8'))),
  );
  expect(unnamed).toEqual(['src/duel/players/module-thread.ts', 'src/gateways/web/drawing.ts']);
});

test('accounts, storage, the purse and competitions import the core and themselves', () => {
  for (const room of ['accounts', 'storage', 'purse', 'competitions']) {
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

test('duels import core, games and the house, their statistics nothing, and only the command line imports them', () => {
  const forbidden = from('duel').filter(
    ({ to }) => ours(to) && !['core', 'games', 'house', 'duel'].some((room) => inside(room)(to)),
  );
  const statistics = from('duel/statistics').filter(({ to }) => !inside('duel/statistics')(to));
  const others = arrows.filter(
    ({ from: file, to }) => inside('duel')(to) && !inside('duel')(file) && !inside('cli')(file),
  );
  expect(said([...forbidden, ...statistics, ...others])).toEqual([]);
});

/** The one door of the site to the gateways: what they send and take, as types. */
const isWire = ({ from: file, to, typeOnly }: Arrow) =>
  file === 'src/web/wire.ts' &&
  typeOnly &&
  [
    'src/gateways/web/frames.ts',
    'src/gateways/web/json.ts',
    'src/gateways/league/wire/json.ts',
    'src/competitions/http/json.ts',
  ].includes(to);

test('the site imports games, what it needs of the core to verify a match and to show texts, and the types of what it is sent', () => {
  const core = ['game', 'record', 'random', 'sha256', 'step', 'terms', 'verify', 'visible'].map(
    (name) => `src/core/${name}.ts`,
  );
  const forbidden = from('web').filter((arrow) => {
    const { to, typeOnly } = arrow;
    if (!ours(to) || inside('web')(to) || inside('games')(to) || isWire(arrow)) return false;
    return !(core.includes(to) || (typeOnly && inside('core')(to)));
  });
  expect(said(forbidden)).toEqual([]);
});

test('nothing points at a gateway but the composition root, its parts and the site’s one door', () => {
  const roots = [
    'src/server.ts',
    'src/homes.ts',
    'src/metrics.ts',
    'src/happenings.ts',
    'src/log.ts',
    'src/retention.ts',
  ];
  const forbidden = arrows.filter(
    (arrow) =>
      inside('gateways')(arrow.to) &&
      !inside('gateways')(arrow.from) &&
      !roots.includes(arrow.from) &&
      !inside('compose')(arrow.from) &&
      !inside('cli')(arrow.from) &&
      !isWire(arrow),
  );
  expect(said(forbidden)).toEqual([]);
});

test('games know neither time nor chance nor the world outside', () => {
  const impure =
    /\bnew Date\b|\bDate\s*[.(]|Math\.random|setTimeout|setInterval|\basync\b|\bawait\b|\bprocess\.|\bfetch\(|from 'node:/;
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

test('the cluster imports core and storage, only it knows NATS, and only the composition root loads it', () => {
  const forbidden = from('cluster').filter(
    ({ to }) => ours(to) && !['core', 'storage', 'cluster'].some((room) => inside(room)(to)),
  );
  const nats = arrows.filter(({ from: file, to }) => /^@nats-io\//.test(to) && !inside('cluster')(file));
  const others = arrows.filter(
    ({ from: file, to, typeOnly }) =>
      inside('cluster')(to) &&
      !inside('cluster')(file) &&
      !typeOnly &&
      to !== 'src/cluster/refused.ts' &&
      file !== 'src/compose/join-cluster.ts',
  );
  expect(said([...forbidden, ...nats, ...others])).toEqual([]);
});
