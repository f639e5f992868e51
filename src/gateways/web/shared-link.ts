import type { Arena, MatchHeader } from '../../core/arena.ts';
import type { Outcome } from '../../core/record.ts';
import { visible } from '../../core/visible.ts';
import { PICTURE } from './pictures.ts';

export interface Link {
  /** Whose board the page shows. */
  game?: string;
  title: string;
  description: string;
  /** Below the site's root. */
  picture?: { path: string; about: string };
}

const LONGEST = 200;
const list = new Intl.ListFormat('en');

/** What a link to a match says where it is shared; undefined: there is no such match. */
export async function linkTo(arena: Arena, id: string): Promise<Link | undefined> {
  const running = await arena.running(id);
  if (running) {
    const { game } = running.header;
    const title = titleOf(arena, running.header);
    return { game, title, description: 'Being played now. Watch it live.', picture: pictureOf(id) };
  }
  const record = await arena.record(id);
  if (typeof record !== 'object') return undefined;
  const moves = record.entries.filter(({ kind }) => kind === 'move').length;
  const length = moves === 0 ? 'without a move' : `in ${moves} ${moves === 1 ? 'move' : 'moves'}`;
  return {
    game: record.game,
    title: titleOf(arena, record),
    description: `${resultOf(record.outcome, record.seats)} ${length}. Replay and check it.`,
    picture: pictureOf(id),
  };
}

const pictureOf = (id: string): NonNullable<Link['picture']> => ({
  path: `api/v1/matches/${encodeURIComponent(id)}/picture.png`,
  about: 'The position on the board',
});

const titleOf = (arena: Arena, { game, seats }: Pick<MatchHeader, 'game' | 'seats'>): string =>
  `${seats.map(({ name }) => name).join(' – ')}, ${arena.game(game)?.title ?? game}`;

function resultOf(outcome: Outcome, seats: { name: string }[]): string {
  if (outcome.kind === 'void') return 'Void';
  const best = Math.min(...outcome.ranks);
  const first = seats.filter((_, seat) => outcome.ranks[seat] === best).map(({ name }) => name);
  return first.length === seats.length ? 'A draw' : `${list.format(first)} won`;
}

const escaped = (text: string): string =>
  visible(text.slice(0, LONGEST)).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param site where this server is; @param page below it */
function tagsOf({ title, description, picture }: Link, site: string, page: string): string {
  const tags = {
    'og:type': 'website',
    'og:site_name': 'Crossplay',
    'og:title': title,
    'og:description': description,
    'og:url': `${site}${page}`,
    ...(picture && {
      'og:image': `${site}/${picture.path}`,
      'og:image:type': 'image/png',
      'og:image:width': String(PICTURE.width),
      'og:image:height': String(PICTURE.height),
      'og:image:alt': picture.about,
    }),
  };
  const lines = Object.entries(tags).map(([name, value]) => `<meta property="${name}" content="${escaped(value)}" />`);
  return [...lines, `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}" />`].join(
    '\n    ',
  );
}

/** The document with what is said of this one page. */
export const withLink = (html: string, link: Link, site: string, page: string): string =>
  html
    .replace(
      /<title>[^<]*<\/title>/,
      () => `<title>${escaped(link.title)} – Crossplay</title>\n    ${tagsOf(link, site, page)}`,
    )
    .replace(
      /<meta name="description" content="[^"]*"/,
      () => `<meta name="description" content="${escaped(link.description)}"`,
    );
