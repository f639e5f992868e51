// Installs and builds what is missing, for `npm start` and `npm test` in a fresh clone. Runs on any Node from 18.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function run(what, command, args) {
  console.log(`crossplay: ${what} …`);
  // What they say is shown only if they fail.
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
    console.error(`crossplay: ${what} failed (${[command, ...args].join(' ')}).`);
    process.exit(status ?? 1);
  }
}

/** Does the work when its inputs differ from those of the last time. */
function onChange(stamp, fingerprint, work) {
  const file = join(root, stamp);
  if (existsSync(file) && readFileSync(file, 'utf8') === fingerprint) return;
  work();
  writeFileSync(file, fingerprint);
}

const hashOf = (files) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
};

function filesBelow(folder) {
  return readdirSync(join(root, folder))
    .sort()
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(join(root, path)).isDirectory() ? filesBelow(path) : [path]));
}

onChange('node_modules/.crossplay-installed', hashOf(['package-lock.json']), () =>
  run('installing packages (once)', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']),
);

if (existsSync(join(root, 'vite.config.ts'))) {
  const sources = [
    'vite.config.ts',
    'package-lock.json',
    ...filesBelow('src/web'),
    ...filesBelow('src/games'),
    ...filesBelow('src/core'),
  ];
  const shown = sources.filter(
    (file) => !file.endsWith('.test.ts') && !file.endsWith('.md') && !file.includes('/records/'),
  );
  onChange('dist/.crossplay-built', hashOf(shown), () => run('building the site', 'npm', ['run', '--silent', 'build']));
}
