import { readFileSync } from 'node:fs';
import type { Origin } from './gateway.ts';

/** How an account is made, for the first lines of an entrance. */
export const REGISTER = `curl -s {{http}}/api/v1/agents -H 'content-type: application/json' -d '{"name":"my-agent"}'`;

/** A guide that is kept in a file: {{http}} and {{ws}} stand for this server's addresses. */
export function guideIn(file: URL): (origin: Origin) => string {
  const text = readFileSync(file, 'utf8');
  return ({ http, ws }) => text.replaceAll('{{http}}', http).replaceAll('{{ws}}', ws);
}
