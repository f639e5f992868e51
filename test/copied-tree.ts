import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** All that types, the suite over games and a server need. */
const COPIED = ['src', 'test', 'bin', 'package.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts'];

/** The sources in a folder of their own, to be changed; libraries are linked. */
export function copyTree(): { folder: string; remove(): void } {
  // The real path: Vite compares addresses of files with it.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'crossplay-tree-')));
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** The lines in which a copied tree differs from the one it was copied from, as "file: line", outside a folder. */
export function linesChanged(folder: string, outside: string): string[] {
  return COPIED.flatMap((name) => filesBelow(folder, name))
    .filter((file) => !file.startsWith(`${outside}/`))
    .flatMap((file) => {
      const before = linesOf(join(ROOT, file));
      const after = linesOf(join(folder, file));
      const changed = [
        ...after.filter((line) => !before.includes(line)),
        ...before.filter((line) => !after.includes(line)),
      ];
      return changed.map((line) => `${file}: ${line}`);
    });
}

const linesOf = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
};

function filesBelow(folder: string, path: string): string[] {
  try {
    return readdirSync(join(folder, path)).flatMap((name) => filesBelow(folder, join(path, name)));
  } catch {
    return [path];
  }
}
