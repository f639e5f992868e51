import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generated } from './index.ts';

for (const [path, text] of Object.entries(await generated())) {
  writeFileSync(join(import.meta.dirname, '..', path), text);
  console.log(`sdk/${path}`);
}
