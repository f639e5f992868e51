import { writable } from 'svelte/store';

/** Where the site lies: everything is relative to it, so that it may live below a proxy's path. */
export const root = new URL('.', globalThis.document?.baseURI ?? 'http://localhost');

export interface Route {
  page: string;
  id: string | undefined;
}

function current(): Route {
  const path = location.pathname.startsWith(root.pathname) ? location.pathname.slice(root.pathname.length) : '';
  const [page = '', id] = path.split('/').map(decodeURIComponent);
  return { page, id: id === '' ? undefined : id };
}

export const route = writable<Route>({ page: '', id: undefined });

/** From now on the page is the one that the address names. */
export function followAddress(): void {
  const read = (): void => route.set(current());
  addEventListener('popstate', read);
  read();
}

/**
 * @param path below the site's root, such as `match/ID`
 * @param instead the page that was open is none to come back to
 */
export function go(path: string, instead?: 'instead'): void {
  history[instead ? 'replaceState' : 'pushState'](null, '', new URL(path, root));
  route.set(current());
  scrollTo(0, 0);
}

/** Follows a link to another page of the site without loading it anew. */
export function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a');
  if (!link || event.defaultPrevented || event.button !== 0 || link.target || link.hasAttribute('download')) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href);
  if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname) || url.pathname.includes('/api/')) return;
  if (link.dataset.plain !== undefined) return;
  event.preventDefault();
  go(url.href);
}
