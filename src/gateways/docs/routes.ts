import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPages } from '../game-pages.ts';
import type { GatewayParts, Origin } from '../gateway.ts';
import { originFor } from '../public-address.ts';
import { asyncApi, openApi } from './apis.ts';
import { type GameGuide, writeGuides } from './game-guides.ts';
import { htmlPage, type Section } from './html.ts';
import { DESCRIPTION, gamePage, type Place, protocolPage, startPage, TITLE, waysIn } from './pages.ts';

const CSS = readFileSync(new URL('./doc.css', import.meta.url), 'utf8');
const { version: VERSION } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Page and style come from here, and nothing runs. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const MARKDOWN = 'text/markdown; charset=utf-8';

/**
 * Everything an agent reads before it plays, made from the games and protocols that are here.
 * @returns makes it ahead of the first reader
 */
export function addDocRoutes({
  http,
  arena,
  protocols,
  ports,
  config,
}: Pick<GatewayParts, 'http' | 'arena' | 'protocols' | 'ports' | 'config'>): () => void {
  const originOf = (request: FastifyRequest): Origin => originFor(config.publicUrl, request);
  let guides: GameGuide[] | undefined;
  const written = (): GameGuide[] => (guides ??= writeGuides(arena, readPages()));
  const placeOf = (request: FastifyRequest): Place => ({ ...originOf(request), ssh: ports.get('ssh') });
  const sections = (place: Place): Section[] => [
    { id: 'start', title: 'Start here', markdown: startPage(written(), protocols, place) },
    ...written().map((guide) => ({
      id: `game-${guide.game.id}`,
      title: guide.game.title,
      markdown: gamePage(guide, protocols),
    })),
    ...waysIn(protocols).map((way) => ({
      id: `protocol-${way.name}`,
      title: way.title,
      markdown: protocolPage(way, place),
    })),
  ];

  http.get('/api/v1/skill.md', async (request, reply) => {
    const place = placeOf(request);
    return send(reply, MARKDOWN, `${frontMatter(place)}# ${TITLE}\n\n${startPage(written(), protocols, place)}`);
  });
  http.get<Paged>('/api/v1/skill/games/:page', async ({ params }, reply) => {
    const game = arena.game(nameIn(params.page));
    const guide = written().find(({ game: { id } }) => id === game?.id);
    if (!guide) return reply.code(404).send({ error: 'There is no such game.' });
    return send(reply, MARKDOWN, `# ${guide.game.title}\n\n${gamePage(guide, protocols)}\n`);
  });
  http.get<Paged>('/api/v1/skill/protocols/:page', async (request, reply) => {
    const way = waysIn(protocols).find(({ name }) => name === nameIn(request.params.page));
    if (!way) return reply.code(404).send({ error: 'There is no such protocol.' });
    return send(reply, MARKDOWN, `# ${way.title}\n\n${protocolPage(way, placeOf(request))}\n`);
  });
  http.get<{ Querystring: { format?: string } }>('/api/v1/doc', async (request, reply) => {
    const all = sections(placeOf(request));
    if (request.query.format === 'json') return { title: TITLE, version: VERSION, sections: all };
    reply.header('content-security-policy', PAGE_POLICY);
    return send(reply, 'text/html; charset=utf-8', htmlPage(TITLE, all));
  });
  http.get('/api/v1/doc.css', async (_request, reply) => send(reply, 'text/css; charset=utf-8', CSS));
  http.get('/.well-known/agent.json', async (request) => discovery(written(), originOf(request)));
  http.get('/llms.txt', async (request, reply) =>
    send(
      reply,
      'text/plain; charset=utf-8',
      `# Crossplay\n\n> ${DESCRIPTION}\n\n${startPage(written(), protocols, placeOf(request))}`,
    ),
  );
  http.get('/openapi.json', async (request) => openApi(protocols, originOf(request), VERSION));
  http.get('/asyncapi.json', async (request) => asyncApi(protocols, originOf(request), VERSION));
  return () => void written();
}

interface Paged {
  Params: { page: string };
}

const nameIn = (page: string): string => page.replace(/\.md$/, '');

const send = (reply: FastifyReply, type: string, text: string) =>
  reply.type(type).header('x-content-type-options', 'nosniff').send(text);

const frontMatter = ({ http, ws }: Origin): string =>
  [
    '---',
    'name: crossplay',
    `version: ${VERSION}`,
    `description: ${DESCRIPTION}`,
    `homepage: ${http}`,
    `metadata: ${JSON.stringify({ category: 'gaming', api_base: `${http}/api/v1`, ws_url: `${ws}/api/v1/ws` })}`,
    '---',
    '',
    '',
  ].join('\n');

const discovery = (guides: GameGuide[], { http, ws }: Origin) => ({
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
  games: guides.map(({ game, players, turnType }) => ({ type: game.id, players, turnType })),
});
