import { mount } from 'svelte';
import { get } from 'svelte/store';
import App from './app.svelte';
import { bring, broughtGames } from './first.ts';
import { loadShown } from './games.ts';
import { live } from './live.ts';
import { loadPage, type Shown } from './pages.ts';
import { followAddress, route } from './route.ts';
import './styles.css';

const target = document.getElementById('app')!;

/** What the server drew stays until all of it can be shown. */
async function firstPage(): Promise<Shown | undefined> {
  if (!target.hasChildNodes()) return undefined;
  const [page] = await Promise.all([loadPage(get(route)), ...broughtGames().map(loadShown)]);
  return page;
}

followAddress();
live.open();
bring(JSON.parse(document.getElementById('first')?.textContent ?? '[]'));
const first = await firstPage().catch(() => undefined);
target.replaceChildren();
mount(App, { target, props: { first } });
target.removeAttribute('aria-busy');
