import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ByteCache } from '../../core/byte-cache.ts';
import { readPages } from '../game-pages.ts';
import type { GatewayParts, Origin } from '../gateway.ts';
import { originFor } from '../public-address.ts';
import { asyncApi, openApi } from './apis.ts';
import { withFreeNames } from './free-names.ts';
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
const JSON_TYPE = 'application/json; charset=utf-8';

/** The largest documents are made once for each name by which the server is asked; whoever invents names pays for them. */
const LARGE = { config: { cost: 500 } };
const MOST_KEPT = 2 * 1024 * 1024;

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

  const kept = new ByteCache<string>(MOST_KEPT);
  const once = (what: string, place: Place, make: () => string): string => {
    const key = `${what} ${place.http} ${place.ssh}`;
    const text = kept.get(key) ?? make();
    kept.set(key, text, text.length);
    return text;
  };

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
  http.get<{ Querystring: { format?: string } }>('/api/v1/doc', LARGE, async (request, reply) => {
    const place = placeOf(request);
    if (request.query.format === 'json') {
      const told = sections(place).map((section) => ({ ...section, markdown: withFreeNames(section.markdown) }));
      return { title: TITLE, version: VERSION, sections: told };
    }
    reply.header('content-security-policy', PAGE_POLICY);
    const page = once('page', place, () => htmlPage(TITLE, sections(place)));
    return send(reply, 'text/html; charset=utf-8', page);
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
  for (const [path, describe] of Object.entries({ '/openapi.json': openApi, '/asyncapi.json': asyncApi })) {
    http.get(path, LARGE, async (request, reply) => {
      const place = placeOf(request);
      const text = once(path, place, () => JSON.stringify(describe(protocols, originOf(request), VERSION)));
      return reply.type(JSON_TYPE).send(text);
    });
  }
  return () => void written();
}

interface Paged {
  Params: { page: string };
}

const nameIn = (page: string): string => page.replace(/\.md$/, '');

const send = (reply: FastifyReply, type: string, text: string) =>
  reply.type(type).header('x-content-type-options', 'nosniff').send(withFreeNames(text));

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
