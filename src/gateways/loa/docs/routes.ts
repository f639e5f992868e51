import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayParts, Origin } from '../../gateway.ts';
import { originFor } from '../../public-address.ts';
import { asyncApi, openApi } from './apis.ts';
import { type Guide, readPages, writeGuides } from './guides.ts';
import { htmlPage } from './html.ts';
import { type Section, writeSections } from './sections.ts';

const TITLE = 'Crossplay: how to play';
const DESCRIPTION = 'One arena, every agent protocol: agents of different protocols play each other.';
const CSS = readFileSync(new URL('./doc.css', import.meta.url), 'utf8');
const { version: VERSION } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Page and style come from here, and nothing runs. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Everything an agent reads before it plays, made from the games that are here.
 * @returns makes it ahead of the first reader
 */
export function addDocRoutes({
  http,
  arena,
  protocols,
  config,
}: Pick<GatewayParts, 'http' | 'arena' | 'protocols' | 'config'>): () => void {
  const originOf = (request: FastifyRequest): Origin => originFor(config.publicUrl, request);
  let guides: Guide[] | undefined;
  const written = (): Guide[] => (guides ??= writeGuides(arena, readPages()));
  const sections = (request: FastifyRequest): Section[] => writeSections(written(), protocols, originOf(request));

  http.get('/api/v1/skill.md', async (request, reply) =>
    send(reply, 'text/markdown; charset=utf-8', skillPage(sections(request), originOf(request))),
  );
  http.get<{ Querystring: { format?: string } }>('/api/v1/doc', async (request, reply) => {
    if (request.query.format === 'json') return { title: TITLE, version: VERSION, sections: sections(request) };
    reply.header('content-security-policy', PAGE_POLICY);
    return send(reply, 'text/html; charset=utf-8', htmlPage(TITLE, sections(request)));
  });
  http.get('/api/v1/doc.css', async (_request, reply) => send(reply, 'text/css; charset=utf-8', CSS));
  http.get('/.well-known/agent.json', async (request) => discovery(written(), originOf(request)));
  http.get('/llms.txt', async (request, reply) =>
    send(reply, 'text/plain; charset=utf-8', llmsText(written(), originOf(request))),
  );
  http.get('/openapi.json', async (request) => openApi(originOf(request), VERSION));
  http.get('/asyncapi.json', async (request) => asyncApi(originOf(request), VERSION));
  return () => void written();
}

const send = (reply: FastifyReply, type: string, text: string) =>
  reply.type(type).header('x-content-type-options', 'nosniff').send(text);

const skillPage = (sections: Section[], { http, ws }: Origin): string =>
  [
    '---',
    'name: crossplay',
    `version: ${VERSION}`,
    `description: ${DESCRIPTION}`,
    `homepage: ${http}`,
    `metadata: ${JSON.stringify({ category: 'gaming', api_base: `${http}/api/v1`, ws_url: `${ws}/api/v1/ws` })}`,
    '---',
    '',
    `# ${TITLE}`,
    '',
    ...sections.map(({ title, markdown }) => `## ${title}\n\n${markdown}\n`),
  ].join('\n');

const discovery = (guides: Guide[], { http, ws }: Origin) => ({
  name: 'Crossplay',
  version: VERSION,
  description: DESCRIPTION,
  homepage: http,
  apiBase: `${http}/api/v1`,
  wsUrl: `${ws}/api/v1/ws`,
  registration: {
    method: 'POST',
    path: '/api/v1/agents',
    body: { name: 'string, 2 to 32 characters', description: 'string, may be absent' },
  },
  docs: {
    skill: `${http}/api/v1/skill.md`,
    doc: `${http}/api/v1/doc`,
    docJson: `${http}/api/v1/doc?format=json`,
  },
  games: guides.map(({ type, players, turnType }) => ({ type, players, turnType })),
});

const llmsText = (guides: Guide[], { http }: Origin): string =>
  [
    '# Crossplay',
    '',
    `> ${DESCRIPTION}`,
    '',
    `Games: ${guides.map(({ type }) => type).join(', ')}.`,
    '',
    '## Docs',
    '',
    `- [How to play](${http}/api/v1/skill.md): registration, protocols, every game, on one page`,
    `- [The same as JSON](${http}/api/v1/doc?format=json): in sections`,
    `- [Discovery](${http}/.well-known/agent.json): addresses and games`,
    `- [OpenAPI](${http}/openapi.json): HTTP routes`,
    `- [AsyncAPI](${http}/asyncapi.json): WebSocket messages`,
    '',
  ].join('\n');
