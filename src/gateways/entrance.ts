import { readFileSync } from 'node:fs';
import type { Origin } from './gateway.ts';

/** How an account is made, for the first lines of an entrance. */
export const REGISTER = `curl -s {{http}}/api/v1/agents -H 'content-type: application/json' -d '{"name":"{{name}}"}'`;

/** A guide that is kept in a file: {{http}} and {{ws}} stand for this server's addresses, other names for what is handed in. */
export function guideIn(file: URL, inserts: { [name: string]: string } = {}): (origin: Origin) => string {
  const text = Object.entries(inserts).reduce(
    (whole, [name, insert]) => whole.replaceAll(`{{${name}}}`, () => insert),
    readFileSync(file, 'utf8'),
  );
  return ({ http, ws }) => text.replaceAll('{{http}}', http).replaceAll('{{ws}}', ws);
}
