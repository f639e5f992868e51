import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that pages and boards need, as the build wrote them down. */
interface Preloads {
  pages: { [page: string]: string[] };
  games: { [game: string]: string[] };
}

/** Names in the document's head what its page would ask for one after another. */
export class Head {
  readonly #pages: Map<string, string[]>;
  readonly #games: Map<string, string[]>;

  /** @param folder where the built site is */
  constructor(folder: string) {
    const { pages, games } = readPreloads(folder);
    this.#pages = new Map(Object.entries(pages));
    this.#games = new Map(Object.entries(games));
  }

  /** @param path a page's, such as `/match/:id`; @param game whose board is shown there */
  with(html: string, path: string, game?: string): string {
    const page = path.split('/')[1] ?? '';
    const board = game === undefined ? undefined : this.#games.get(game);
    const files = new Set([...(this.#pages.get(page) ?? []), ...(board ?? [])]);
    return html.replace('</head>', () => `${[...files].map(linkOf).join('')}</head>`);
  }
}

const linkOf = (file: string): string =>
  `<link rel="modulepreload" crossorigin href="./${file}" fetchpriority="low">\n  `;

function readPreloads(folder: string): Preloads {
  try {
    return JSON.parse(readFileSync(join(folder, 'preloads.json'), 'utf8'));
  } catch {
    return { pages: {}, games: {} };
  }
}
