import type { FastifyReply } from 'fastify';
import { ByteCache } from '../../core/byte-cache.ts';
import { COST } from '../budget.ts';
import type { GatewayParts } from '../gateway.ts';
import { nowOf } from '../now.ts';
import { Png } from './png.ts';

const MOST_SKETCHED = 1024 * 1024;
const MOST_DRAWN = 2 * 1024 * 1024;
/** In seconds. */
const WEEK = 7 * 24 * 3600;
const MOMENT = 15;

export const PICTURE = { width: 1200, height: 630 };

interface Picture {
  svg: string;
  key: string;
  isOver: boolean;
}

/** What a position looks like: small for lists, as PNG for links that are shared. @returns closes what draws */
export function addPictures({
  http,
  arena,
  sketch,
}: Pick<GatewayParts, 'http' | 'arena' | 'sketch'>): () => Promise<void> {
  const png = new Png();
  /** Sketches of matches that are over, and drawings of all. */
  const sketches = new ByteCache<string>(MOST_SKETCHED);
  const drawings = new ByteCache<Uint8Array>(MOST_DRAWN);

  const pictureOf = async (id: string): Promise<Picture | undefined> => {
    const known = sketches.get(id);
    if (known !== undefined) return { svg: known, key: id, isOver: true };
    const match = await arena.find(id);
    if (!match) return undefined;
    const { view, broadcast, status, step } = await nowOf(match, 'replay');
    const svg = sketch(match.header.game, view, broadcast?.view);
    const isOver = status.kind !== 'turn';
    if (isOver) sketches.set(id, svg, Buffer.byteLength(svg));
    return { svg, key: isOver ? id : `${id}/${step}`, isOver };
  };
  const sent = (reply: FastifyReply, { isOver }: Picture, type: string) =>
    reply
      .type(type)
      .header('cache-control', `public, max-age=${isOver ? WEEK : MOMENT}`)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
  const sendDrawn = async (reply: FastifyReply, picture: Picture) => {
    const drawn = drawings.get(picture.key) ?? (await png.draw(wide(picture.svg)));
    if (!drawn) return reply.code(503).header('retry-after', 1).send({ error: 'Too many pictures are being drawn.' });
    drawings.set(picture.key, drawn, drawn.byteLength);
    return sent(reply, picture, 'image/png').send(Buffer.from(drawn));
  };
  const options = { config: { cost: COST.replay } };
  const none = { error: 'No such match.' };

  http.get<{ Params: { id: string } }>('/api/v1/matches/:id/picture.svg', options, async (request, reply) => {
    const picture = await pictureOf(request.params.id);
    if (!picture) return reply.code(404).send(none);
    return sent(reply, picture, 'image/svg+xml').send(square(picture.svg));
  });

  http.get<{ Params: { id: string } }>('/api/v1/matches/:id/picture.png', options, async (request, reply) => {
    const picture = await pictureOf(request.params.id);
    if (!picture) return reply.code(404).send(none);
    return sendDrawn(reply, picture);
  });

  http.get<{ Params: { game: string } }>('/api/v1/games/:game/picture.png', options, async (request, reply) => {
    const game = arena.game(request.params.game)?.id;
    if (game === undefined) return reply.code(404).send({ error: 'No such game.' });
    const key = `game ${game}`;
    const svg = sketch(game, arena.preview(game).view);
    return sendDrawn(reply, { svg, key, isOver: true });
  });

  return () => png.close();
}

const square = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inner}</svg>`;

const SIDE = 570;
const MARGIN = (PICTURE.height - SIDE) / 2;

/** The position in the middle of what sites show of a link, with our sign beside it. */
function wide(inner: string): string {
  const { width, height } = PICTURE;
  const left = (width - SIDE) / 2;
  const sign = (d: string, color: string) =>
    `<path d="${d}" fill="none" stroke="${color}" stroke-width="6" stroke-linecap="round"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#f5f4ef"/>`,
    `<g transform="translate(60 ${height - 150}) scale(3)">${sign('M6 6l20 20', '#1c5cc0')}${sign('M26 6L6 26', '#a84204')}</g>`,
    `<svg x="${left}" y="${MARGIN}" width="${SIDE}" height="${SIDE}" viewBox="0 0 100 100">${inner}</svg>`,
    '</svg>',
  ].join('');
}
