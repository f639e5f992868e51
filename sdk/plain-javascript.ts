import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, 'typescript/src');

/** The TypeScript SDK as modules that Node 20 and browsers run, by the names of their files. */
export function plainJavaScript(): { [file: string]: string } {
  const files = readdirSync(SOURCES).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return Object.fromEntries(
    files.map((file) => [
      file.replace(/\.ts$/, '.js'),
      stripTypeScriptTypes(readFileSync(join(SOURCES, file), 'utf8'), { mode: 'strip' })
        .replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")
        .replaceAll(/[ \t]+$/gm, '')
        .replaceAll(/\n{3,}/g, '\n\n'),
    ]),
  );
}
