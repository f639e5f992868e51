import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageFrame } from './frames.ts';

/** A page's place on the site. */
export interface Place {
  page: string;
  id: string | undefined;
}

/** A page as HTML, as it looks to who was told just these frames: it knows nothing else. */
export type Draw = (at: Place, frames: PageFrame[]) => Promise<string>;

/** In characters. */
const MOST_DRAWN = 160 * 1024;

/** @param folder where the build put the site's pages for the server; without them pages are drawn by their code alone */
export async function loadDraw(folder: string): Promise<Draw | undefined> {
  try {
    return (await import(pathToFileURL(join(folder, 'draw.js')).href)).draw;
  } catch {
    return undefined;
  }
}

/** Draws pages for their documents, so that they are seen before their code is there. */
export class Drawing {
  readonly #draw: Promise<Draw | undefined>;

  constructor(draw: Promise<Draw | undefined>) {
    this.#draw = draw;
  }

  /** Nothing where it would be too long, or cannot be drawn. */
  async page(at: Place, frames: string[]): Promise<string> {
    const draw = await this.#draw;
    if (!draw || frames.length === 0) return '';
    const drawn = await draw(at, JSON.parse(listed(frames))).catch(() => '');
    return drawn.length > MOST_DRAWN ? '' : drawn;
  }
}

export const listed = (frames: string[]): string => `[${frames.join(',')}]`;
