import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainJavaScript } from './plain-javascript.ts';

/** Builds the package of the TypeScript SDK: modules and their types. */
const target = join(import.meta.dirname, 'typescript/dist');
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const [file, text] of Object.entries(plainJavaScript())) writeFileSync(join(target, file), text);
const { status } = spawnSync(
  process.execPath,
  [
    join(import.meta.dirname, '../node_modules/.bin/tsc'),
    ...[
      '--ignoreConfig',
      '--declaration',
      '--emitDeclarationOnly',
      '--rewriteRelativeImportExtensions',
      '--skipLibCheck',
    ],
    ...['--target', 'ES2024', '--module', 'NodeNext', '--lib', 'ES2024,DOM,DOM.Iterable', '--strict'],
    ...['--types', 'node', '--outDir', target, join(import.meta.dirname, 'typescript/src/index.ts')],
  ],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
