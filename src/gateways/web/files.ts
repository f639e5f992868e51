import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Arena } from '../../core/arena.ts';
import { COST } from '../budget.ts';
import type { Known } from '../gateway.ts';
import { originFor } from '../public-address.ts';
import { type First, type FirstFrames, withFirst } from './first-frames.ts';
import type { PageLinks } from './page-links.ts';
import { Head } from './preloads.ts';
import { type Link, linkTo, withLink } from './shared-link.ts';

const TYPES: { [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** The addresses that show a page, each the same document; the script reads the address. */
const PAGES = [
  '/',
  '/connect',
  '/challenge',
  '/tables',
  '/table/:id',
  '/matches',
  '/record',
  '/mine',
  '/embed/:id',
  '/ladders',
  '/ladders/:id',
  '/agent/:id',
  '/rules/:id',
  '/competitions',
  '/competitions/:id',
  '/leagues',
  '/leagues/:id',
  '/admin',
];

const DEEPEST = 10;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
].join('; ');

interface File {
  type: string;
  plain: Buffer;
  readonly packed: Buffer;
}

/** Packed for the first who asks. */
function pack(type: string, plain: Buffer): File {
  let packed: Buffer | undefined;
  return {
    type,
    plain,
    get packed() {
      packed ??= gzipSync(plain, { level: 9 });
      return packed;
    },
  };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

function load(folder: string): Map<string, File> {
  const files = new Map<string, File>();
  for (const path of filesBelow(folder)) {
    const type = TYPES[extname(path)];
    if (type) files.set(`/${relative(folder, path).split(sep).join('/')}`, pack(type, readFileSync(path)));
  }
  return files;
}

function send(request: FastifyRequest, reply: FastifyReply, file: File): FastifyReply {
  reply.type(file.type).header('x-content-type-options', 'nosniff').header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(file.plain);
  return reply.header('content-encoding', 'gzip').send(file.packed);
}

export interface FileParts {
  http: FastifyInstance;
  arena: Arena;
  /** Where the built site is. */
  site: string;
  config: { publicUrl: string | undefined };
  /** Of pages that are always there nothing is asked. */
  known?: Known;
  links?: PageLinks;
  first: Pick<FirstFrames, 'front' | 'match'>;
}

const MATCH = '/match/:id';

interface Asked {
  params: { id: string };
  query: { [name: string]: string | undefined };
}

/** Serves the built site from memory. Assets are named by their content, so they never grow stale. */
export function addFiles({
  http,
  arena,
  site: folder,
  config: { publicUrl },
  known = {},
  links = {},
  first,
}: FileParts): void {
  let files: Map<string, File>;
  try {
    files = load(folder);
  } catch {
    http.get('/', async (_, reply) =>
      reply.code(503).type('text/plain').send('The site is not built yet: npm run build. The server works without it.'),
    );
    return;
  }
  const page = files.get('/index.html');
  if (!page) throw new Error(`there is no index.html in ${folder}`);
  const html = page.plain.toString();
  const head = new Head(folder);

  // The document names its assets relative to the root, which may lie below a proxy's path.
  const documentAt = (path: string, game?: string): File => {
    const up = '../'.repeat(path.split('/').length - 2) || './';
    const based = html.replace('<base href="./"', `<base href="${up}"`);
    return pack(page.type, Buffer.from(head.with(based, path, game)));
  };
  const kept = new Map<string, File>();
  const keptDocument = (path: string, game?: string): File => {
    const key = `${path} ${game ?? ''}`;
    const file = kept.get(key) ?? documentAt(path, game);
    kept.set(key, file);
    return file;
  };
  const linked = (request: FastifyRequest, file: File, link: Link): string =>
    withLink(file.plain.toString(), link, originFor(publicUrl, request).http, request.url);
  const written = new WeakMap<First, { head: string; file: File }>();
  /** Written and packed once for all whom it tells the same. */
  const documentWith = (head: string, told: First): File => {
    const known = written.get(told);
    if (known?.head === head) return known.file;
    const file = pack(page.type, Buffer.from(withFirst(head, told)));
    written.set(told, { head, file });
    return file;
  };
  const sendPage = (request: FastifyRequest, reply: FastifyReply, file: File, framed: boolean): FastifyReply => {
    reply
      .header('content-security-policy', `${POLICY}; frame-ancestors ${framed ? '*' : "'self'"}`)
      .header('referrer-policy', 'same-origin')
      .header('cache-control', 'no-cache');
    return send(request, reply, file);
  };
  // A link to a match is shown with a title and a picture where it is shared. Whatever that costs, the page itself comes.
  const documentOf = async (request: FastifyRequest, id: string): Promise<File | 'no match'> => {
    const link = await linkTo(arena, id).catch(() => 'not known');
    if (!link) return 'no match';
    if (typeof link === 'string') return keptDocument(MATCH);
    const plain = keptDocument(MATCH, link.game);
    const told = await first.match(id);
    return pack(page.type, Buffer.from(withFirst(linked(request, plain, link), told)));
  };
  http.get<{ Params: { id: string } }>(MATCH, { config: { cost: COST.replay } }, async (request, reply) => {
    const file = await documentOf(request, request.params.id);
    return file === 'no match'
      ? sendPage(request, reply.code(404), keptDocument(MATCH), false)
      : sendPage(request, reply, file, false);
  });
  for (const path of PAGES) {
    const isKnown = known[path];
    const options = { config: { cost: isKnown || links[path] ? COST.lookup : COST.request } };
    const linkOf = async ({ params, query }: Asked): Promise<Link | undefined> =>
      links[path]?.(params.id, query).catch(() => undefined);
    http.get<{ Params: Asked['params']; Querystring: Asked['query'] }>(path, options, async (request, reply) => {
      // The page itself says what is wrong; it comes also where nobody can tell.
      const found = isKnown ? await isKnown(request.params.id).catch(() => true) : true;
      const told = path === '/' ? await first.front() : undefined;
      const link = await linkOf(request);
      const plain = keptDocument(path, told?.game);
      const head = link ? linked(request, plain, link) : plain.plain.toString();
      const file = told ? documentWith(head, told) : link ? pack(page.type, Buffer.from(head)) : plain;
      return sendPage(request, found ? reply : reply.code(404), file, path.startsWith('/embed/'));
    });
  }
  // People who followed a wrong link get a page that says so, programs the usual answer.
  http.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0]!;
    const isPerson = /\btext\/html\b/.test(String(request.headers.accept ?? ''));
    if (!isPerson || path.startsWith('/api/') || path.split('/').length > DEEPEST) return reply.callNotFound();
    return sendPage(request, reply.code(404), documentAt(path), false);
  });
  for (const [path, file] of files) {
    if (path === '/index.html') continue;
    const forever = path.startsWith('/assets/');
    http.get(path, async (request, reply) => {
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      return send(request, reply, file);
    });
  }
}
