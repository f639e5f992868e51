import type { Component } from 'svelte';
import Front from './pages/front.svelte';
import type { Route } from './route.ts';

type Plain = Component<Record<string, never>>;
type OfOne = Component<{ id: string }>;
type OfAllOrOne = Component<{ id?: string }>;

interface Pages<Page> {
  [page: string]: () => Promise<{ default: Page }>;
}

const plain: Pages<Plain> = {
  '': async () => ({ default: Front }),
  connect: () => import('./pages/connect.svelte'),
  challenge: () => import('./pages/challenge.svelte'),
  tables: () => import('./pages/tables.svelte'),
  mine: () => import('./pages/mine.svelte'),
  matches: () => import('./pages/matches.svelte'),
  record: () => import('./pages/record.svelte'),
  admin: () => import('./pages/admin.svelte'),
};

const ofOne: Pages<OfOne> = {
  match: () => import('./pages/match.svelte'),
  agent: () => import('./pages/agent.svelte'),
  rules: () => import('./pages/rules.svelte'),
  table: () => import('./pages/table.svelte'),
};

const ofAllOrOne: Pages<OfAllOrOne> = {
  ladders: () => import('./pages/ladders.svelte'),
  leagues: () => import('./pages/leagues.svelte'),
  competitions: () => import('./pages/competitions.svelte'),
};

/** A page, and what it is about if it is about one thing. */
export type Shown = { Page: Plain | OfAllOrOne } | { PageOfOne: OfOne; id: string };

export async function loadPage({ page, id }: Route): Promise<Shown | undefined> {
  const known = <Page>(pages: Pages<Page>) => (Object.hasOwn(pages, page) ? pages[page] : undefined);
  const ofThis = known(ofOne) ?? known(ofAllOrOne);
  if (ofThis && id !== undefined) return { PageOfOne: (await ofThis()).default, id };
  const load = known(plain) ?? known(ofAllOrOne);
  return load && { Page: (await load()).default };
}
