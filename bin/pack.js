// Makes the package that runs without a clone: dist/package, and with --tarball the .tgz of it. Node strips types outside of
// node_modules only, so the sources are stripped here. Needs a built site (npm run build).
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MOST_BYTES = 5 * 1024 * 1024;
const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'dist/package');
/** Tests and what they need, pages (they are in the built site), boards and golden records. */
const LEFT_OUT =
  /\.test\.ts$|\.suite\.ts$|\/suite\/|\/fixture[^/]*\.ts$|\.svelte$|\/records\/|\/transcripts\/|^src\/web\/|\.secrets\.ts$|SPEC\.md$/;
const RELATIVE_TS = /(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g;
const IMPORTED_TS = /\b(?:from|import) ?\(? ?['"](\.{1,2}\/[^'"\n]*\.ts)['"]/g;

function filesBelow(folder) {
  return readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}`)
    .flatMap((path) => (statSync(join(root, path)).isDirectory() ? filesBelow(path) : [path]));
}

const asJs = (path) => path.replace(/\.ts$/, '.js');

function write(path, content) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), content);
}

if (!existsSync(join(root, 'dist/web/index.html'))) {
  console.error('crossplay: the site is not built; npm run build makes it.');
  process.exit(1);
}
process.removeAllListeners('warning').on('warning', () => {}); // stripTypeScriptTypes says that it is new
rmSync(out, { recursive: true, force: true });
/** What each packed file imports of the others. */
const imports = [];

function packStripped(path, source) {
  const code = stripTypeScriptTypes(source, { mode: 'strip' });
  for (const [, needed] of code.matchAll(IMPORTED_TS)) imports.push([path, join(dirname(path), needed)]);
  write(asJs(path), code.replaceAll(RELATIVE_TS, '$1$2.js$1'));
}

for (const path of filesBelow('src')) {
  if (LEFT_OUT.test(path)) continue;
  const source = readFileSync(join(root, path));
  if (path.endsWith('.ts')) packStripped(path, source.toString());
  else write(path, source);
}
// Sources too: `crossplay new` hands them to new agents.
for (const path of [
  'sdk/plain-javascript.ts',
  ...filesBelow('sdk/typescript/src'),
  ...filesBelow('sdk/python/crossplay'),
]) {
  if (!/\.(ts|py|typed)$/.test(path) || LEFT_OUT.test(path)) continue;
  const source = readFileSync(join(root, path), 'utf8');
  write(path, source);
  if (path.endsWith('.ts')) packStripped(path, source);
}
const lacking = imports.filter(([, needed]) => !existsSync(join(out, asJs(needed))));
if (lacking.length > 0) {
  console.error(
    `crossplay: the package lacks what it needs itself:\n${lacking.map((pair) => pair.join(' needs ')).join('\n')}`,
  );
  process.exit(1);
}
write('bin/crossplay.js', readFileSync(join(root, 'bin/crossplay.js'), 'utf8').replaceAll(RELATIVE_TS, '$1$2.js$1'));
for (const built of ['dist/web', 'dist/draw']) cpSync(join(root, built), join(out, built), { recursive: true });
const docs = filesBelow('docs').filter((path) => !path.endsWith('.png'));
// What docs/deploy.md has an operator copy; assembling is for a clone.
const samples = filesBelow('deploy').filter((path) => path !== 'deploy/assemble.sh');
for (const path of ['README.md', 'CHANGELOG.md', 'LICENSE', ...docs, ...samples])
  cpSync(join(root, path), join(out, path));
const {
  private: _,
  devDependencies,
  scripts,
  allowScripts,
  ...manifest
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);

if (process.argv.includes('--tarball')) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const [packed] = JSON.parse(
    execFileSync(npm, ['pack', '--json', '--pack-destination', join(root, 'dist')], { cwd: out }),
  );
  if (packed.size > MOST_BYTES) {
    console.error(`crossplay: the package has ${packed.size} bytes; at most ${MOST_BYTES} are allowed.`);
    process.exit(1);
  }
  console.log(join(root, 'dist', packed.filename));
}
