import { render } from 'svelte/server';
import { manifests } from '../games/manifests.ts';
import App from './app.svelte';
import { bring } from './first.ts';
import { loadShown } from './games.ts';
import { loadPage } from './pages.ts';
import { type Route, route } from './route.ts';
import type { PageFrame } from './wire.ts';

const COMMENTS = /<!--.*?-->/gs;

await Promise.all([loadPage({ page: 'match', id: '' }), ...manifests.map(({ id }) => loadShown(id))]);

/** The page as it looks to who is told just this, for the server, which puts it into the document: a page is seen before its code is there. */
export async function draw(at: Route, frames: PageFrame[]): Promise<string> {
  const first = await loadPage(at);
  // From here on nothing waits, so that no other page comes between.
  route.set(at);
  bring(frames);
  return render(App, { props: { first } }).body.replaceAll(COMMENTS, '');
}
