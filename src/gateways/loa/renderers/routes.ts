import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** Only its own script and style; it may be framed by anyone, as it shows nothing but what the page around it hands over. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

const FILES = [
  { path: '/renderers/dance-battle', file: 'dance-battle.html', type: 'text/html; charset=utf-8' },
  { path: '/renderers/dance-battle.js', file: 'dance-battle.js', type: 'text/javascript; charset=utf-8' },
  { path: '/renderers/dance-battle.css', file: 'dance-battle.css', type: 'text/css; charset=utf-8' },
];

export function addRendererRoutes(http: FastifyInstance): void {
  for (const { path, file, type } of FILES) {
    const text = readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
    http.get(path, async (_request, reply) =>
      reply
        .type(type)
        .header('content-security-policy', POLICY)
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(text),
    );
  }
}
